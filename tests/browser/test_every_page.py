"""Every page in every state: axe finds nothing in light and dark, no console complains, nothing scrolls sideways.

Every page is looked at once: in light, with the longest texts, by the rules of axe, in two windows. Colors, the dark,
and from right to left are only for pages that show something new: an element with a tag, classes, or state that no page
before had. EVERY_PAGE=all looks at all pages in all ways (`make nightly`).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

import pytest

from classroom.web.compression import SMALLEST, is_compressible
from tests.browser.conftest import AXE
from tests.browser.gallery import Gallery, fill
from tests.browser.other_languages import BACKWARD, LONG, SIDEWAYS, layout_faults, open_in
from tests.browser.windows import NOTE_WHEN, SMALL_CHROMEBOOK
from tests.over_http.server import LiveServer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, Page, Response

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

EVERYTHING = os.environ.get("EVERY_PAGE") == "all"
# Without what only its report of passed rules or of rules that are off would need.
_BRIEFLY = {"resultTypes": ["violations"], "selectors": False, "preload": False}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
Look = Literal["light", "dark", "known"]
LOOKS: dict[Look, dict[str, object]] = {
    "light": _BRIEFLY,
    # All else is the same in the dark.
    "dark": {**_BRIEFLY, "runOnly": ["color-contrast", "link-in-text-block"]},
    # Measuring the colors takes two thirds of a look; those of its kinds of elements were measured on pages before it.
    "known": {**_BRIEFLY, "rules": {"color-contrast": {"enabled": False}}},
}
KINDS = """() => {
  const states = /^(type|role|disabled|hidden|open|aria-(checked|current|disabled|expanded|invalid|pressed|selected))$/;
  const kind = (element) => [element.localName, ...[...element.classList].sort(),
    ...[...element.attributes].filter(({name}) => states.test(name)).map(({name, value}) => `${name}=${value}`)];
  const shown = [...document.querySelectorAll("body *")].filter((element) => !element.parentElement.closest("svg"));
  return [...new Set(shown.map((element) => kind(element).join(" ")))];
}"""
"""Each kind of element that a page has: tag, classes, and state, which rules of style and colors depend on."""
RUN_AXE = """(options) => axe.run(document, options ?? {}).then((result) => result.violations.map(
    (one) => `${one.id}: ${one.nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`))"""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Gallery]]:
    """A school with everything in it."""
    server = LiveServer(tmp_path_factory.mktemp("gallery"), settings={"CLASSROOM_PSEUDO_LANGUAGES": "1"})
    filled = fill(server.folder)
    server.start()
    yield server, filled
    server.stop()
    server.assert_no_faults()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    """Someone who looks at pages closely."""
    # axe is no script of ours; and it would measure colors in the middle of a transition.
    context = browser.new_context(viewport=SMALL_CHROMEBOOK, bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    context.add_init_script(NOTE_WHEN)
    yield Visitor(context)
    context.close()


class Visitor:
    """Looks at one page after the other, and notes what is wrong."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page = context.new_page()
        self._cookie: str | None = None
        self.faults: list[str] = []
        self.weighed = 0
        self._seen: set[str] = set()
        self._axe = AXE.read_text(encoding="utf-8")
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("response", self._weigh)

    def sign_in(self, cookie: str | None, address: str) -> None:
        """Be this person from now on."""
        if cookie == self._cookie:
            return
        self._cookie = cookie
        self.page.goto("about:blank")  # a page left open would go elsewhere by itself, once its sign-in is another's
        self.context.clear_cookies()
        if cookie is not None:
            self.context.add_cookies([{"name": "classroom", "value": cookie, "url": address}])

    def look(self, what: str, *, looks: Sequence[Look] = SCHEMES) -> None:
        """Look at the present page in these ways."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(self._axe)
            # It can't measure text before a picture; the colors of this one: tests/guards/test_colors.py.
            self.page.evaluate("document.body.style.background = 'none'")
        for look in looks:
            self.page.emulate_media(color_scheme="dark" if look == "dark" else "light")
            self.faults += [f"{what}, {look}: {fault}" for fault in self.page.evaluate(RUN_AXE, LOOKS[look])]
        if self.page.evaluate(SIDEWAYS):
            self.faults.append(f"{what}: scrolls sideways")

    def tour(self, address: str) -> bool:
        """Look at a page in the language of the longest texts; in the dark and from right to left if it is new.

        What English shows is shorter than the first, with the same elements and colors. Tells whether the page showed
        something new.
        """
        self.page.set_viewport_size(SMALL_CHROMEBOOK)
        faults = open_in(LONG, self.page, address)
        is_new = self._shows_something_new() or EVERYTHING
        what = f"{address} ({self.page.title()})"
        self.look(what, looks=("light", "dark") if is_new else ("known",))
        faults += layout_faults(LONG, self.page)
        if is_new:
            faults += open_in(BACKWARD, self.page, address) + layout_faults(BACKWARD, self.page)
        self.faults += [f"{what}: {fault}" for fault in faults]
        return is_new

    def _shows_something_new(self) -> bool:
        """Tell whether the page has a kind of element that none had before."""
        kinds = set(self.page.evaluate(KINDS))
        is_new = not kinds <= self._seen
        self._seen |= kinds
        return is_new

    def _weigh(self, response: Response) -> None:
        """Every text worth compressing is compressed: this browser asks for it."""
        headers = response.headers
        mimetype = headers.get("content-type", "").partition(";")[0]
        if is_compressible(mimetype) and int(headers.get("content-length", 0)) >= SMALLEST:
            self.weighed += 1
            if headers.get("content-encoding") != "gzip":
                self.faults.append(f"{response.url}: {headers['content-length']} bytes, not compressed")


def test_pages_as_they_are_opened(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    # Sorted by person: a browser that becomes someone else begins again, which takes as long as a look.
    pages = sorted(filled.pages, key=lambda page: page[0] or "")
    new = 0
    for cookie, address in pages:
        visitor.sign_in(cookie, server.address)
        new += visitor.tour(server.address + address)
    assert len(pages) >= 120
    assert new >= len(pages) // 3
    assert visitor.weighed >= len(pages)
    assert not visitor.faults, "\n".join(visitor.faults)


def test_pages_that_refuse(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    page = visitor.page
    page.goto(f"{server.address}/sign-in")
    _submit(page, name="Alice Okafor", password="wrong")
    visitor.look("wrong password")
    page.goto(server.address)
    _submit(page, code="zzzzzz")
    visitor.look("unknown code")
    page.goto(f"{server.address}/join/{filled.code}")
    page.get_by_role("link", name="Student 3").click()
    _submit(page, pin="0000")
    visitor.look("wrong PIN")
    assert not visitor.faults, "\n".join(visitor.faults)


def test_the_table_after_a_refusal(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    visitor.sign_in(filled.playing, server.address)
    page = visitor.page
    page.goto(f"{server.address}/play")
    page.locator("#board button:not(.taken, .corner)").first.click()  # no card was chosen
    page.locator(".said-bad[role=alert]").wait_for()
    visitor.look("a move refused")
    assert not visitor.faults, "\n".join(visitor.faults)


def test_while_the_session_is_paused(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    page = visitor.page
    for button, what in (("Pause (eyes up)", "paused"), ("Resume games", "resumed")):
        visitor.sign_in(filled.teacher, server.address)
        page.goto(server.address + filled.session)
        page.get_by_role("button", name=button).click()
        page.get_by_role("button", name=button).wait_for(state="detached")
        visitor.look(f"tables, {what}")
        visitor.sign_in(filled.playing, server.address)
        page.goto(f"{server.address}/play")
        visitor.look(f"a table, {what}")
    assert not visitor.faults, "\n".join(visitor.faults)


def test_the_set_up(tmp_path_factory: pytest.TempPathFactory, visitor: Visitor) -> None:
    server = LiveServer(tmp_path_factory.mktemp("fresh"))
    server.start()
    try:
        visitor.page.goto(server.address)
        visitor.look("set-up")
        _submit(visitor.page, token="x", name="Alice", password="short", again="shorter")
        visitor.look("set-up refused")
    finally:
        server.stop()
    assert not visitor.faults, "\n".join(visitor.faults)


def _submit(page: Page, **fields: str) -> None:
    """Fill in and send the form on the page."""
    for name, value in fields.items():
        page.locator(f"main [name='{name}']").fill(value)
    with page.expect_navigation():
        page.locator("main form button").last.click()
