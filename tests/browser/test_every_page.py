"""Every page in every state: no axe findings, console errors, sideways scrolling, or untranslated text.

Every page is requested, which shows whether its texts are translated and which kinds of elements it has: tag, classes,
and state. Chromium opens a sample: the pages that together show most kinds. Each is checked in light, with the longest
texts, by the rules of axe, in a window and at 320 px; in dark and with forced colors where it has colors that no
earlier page had. EVERY_PAGE=all opens all pages and checks them in all looks (`make nightly`).
"""

from __future__ import annotations

import os
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import pytest

from classroom.web.compression import SMALLEST, is_compressible
from tests.browser.gallery import Gallery, fill
from tests.browser.gallery.desk import SCHOOL_SIGN_IN
from tests.browser.looks import KINDS, Visitor
from tests.browser.other_languages import LONG, UNTRANSLATED
from tests.over_http.server import LiveServer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

EVERYTHING = os.environ.get("EVERY_PAGE") == "all"
SAMPLE = 0.66
"""The share of all kinds of elements that the pages opened by default have together."""
REQUEST = f"""async ([addresses, language]) => {{
  const look = async (address) => {{
    const {{headers, body}} = await fetch(address, {{headers: {{"Accept-Language": language}}}}).then(
      async (answer) => ({{headers: answer.headers, body: await answer.text()}}));
    const [type, encoding] = ["content-type", "content-encoding"].map((name) => headers.get(name) ?? "");
    return [({UNTRANSLATED})(body), ({KINDS})(body).join("\\n"), type, encoding, new TextEncoder().encode(body).length];
  }};
  const looked = [];
  for (const address of addresses) looked.push(await look(address));
  return looked;
}}"""
"""Requests pages as their person, without opening them. The type, encoding, and uncompressed size show what is sent."""


class Listed(NamedTuple):
    """A page of the gallery and the response to its request."""

    cookie: str | None
    address: str
    kinds: frozenset[str]


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Gallery]]:
    """A school with data for every page."""
    server = LiveServer(
        tmp_path_factory.mktemp("gallery"), settings={"CLASSROOM_PSEUDO_LANGUAGES": "1", **SCHOOL_SIGN_IN}
    )
    filled = fill(server.folder)
    server.start()
    yield server, filled
    server.stop()
    server.assert_no_faults()


@pytest.fixture(scope="module")
def one_visitor(browser: Browser) -> Iterator[Visitor]:
    """A visitor shared by all tests."""
    visitor = Visitor(browser)
    yield visitor
    visitor.context.close()


@pytest.fixture
def visitor(one_visitor: Visitor) -> Visitor:
    """The shared visitor, without faults."""
    one_visitor.faults.clear()
    return one_visitor


def test_pages_have_no_faults(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    # Sorted by person: a browser that changes users starts over.
    pages = sorted(filled.pages, key=lambda page: page[0] or "")
    assert len(pages) >= 120
    visitor.page.goto(f"{server.address}/health")  # so that the requests are of the same origin
    listed = [
        page for cookie, some in groupby(pages, itemgetter(0)) for page in _request(visitor, server, cookie, some)
    ]
    sample = listed if EVERYTHING else most_varied(listed, SAMPLE)
    for cookie, address, _ in sample:
        visitor.sign_in(cookie, server.address)
        visitor.check_page(server.address + address, in_all_looks=EVERYTHING)
    assert min(visitor.looks[check] for check in ("light", "dark", "forced colors")) >= 5, visitor.looks
    assert not visitor.faults, "\n".join(visitor.faults)


def most_varied(pages: Sequence[Listed], share: float) -> list[Listed]:
    """Choose pages one by one, each with the most kinds of elements not yet covered. Keep their order.

    :param share: the share of all kinds that the pages have together.
    """
    left, seen = list(pages), frozenset[str]()
    enough = share * len(frozenset().union(*(page.kinds for page in pages)))
    chosen = []
    while len(seen) < enough:
        best = max(left, key=lambda page: len(page.kinds - seen))
        left.remove(best)
        chosen.append(best)
        seen |= best.kinds
    return sorted(chosen, key=pages.index)


def _request(
    visitor: Visitor, server: LiveServer, cookie: str | None, pages: Iterable[tuple[str | None, str]]
) -> list[Listed]:
    """Request a person's pages in the language with the longest texts; check that they are compressed, translated."""
    addresses = [address for _, address in pages]
    visitor.use(cookie, server.address)
    listed = []
    for address, (untranslated, kinds, *sent) in zip(
        addresses, visitor.page.evaluate(REQUEST, [addresses, LONG]), strict=True
    ):
        faults = [f"not translated: {one}" for one in untranslated]
        if not _is_compressed(*sent):
            faults.append("not compressed")
        visitor.faults += [f"{address}: {fault}" for fault in faults]
        listed.append(Listed(cookie, address, frozenset(kinds.split("\n"))))
    return listed


def _is_compressed(content_type: str, encoding: str, size: int) -> bool:
    """Return whether a response is compressed if that is worthwhile."""
    return encoding == "gzip" or not is_compressible(content_type.partition(";")[0]) or size < SMALLEST


@pytest.mark.nightly
def test_refused_forms_have_no_faults(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    page = visitor.page
    visitor.sign_in(None, server.address)
    page.goto(f"{server.address}/sign-in")
    submit(page, name="Alice Okafor", password="wrong")
    visitor.check("wrong password")
    page.goto(server.address)
    submit(page, code="zzzzzz")
    visitor.check("unknown code")
    page.goto(f"{server.address}/join/{filled.code}")
    page.locator(".names a").nth(2).click()
    submit(page, pin="0000")
    visitor.check("wrong PIN")
    assert not visitor.faults, "\n".join(visitor.faults)


def test_the_table_has_no_faults_after_a_refused_move(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    visitor.sign_in(filled.playing, server.address)
    page = visitor.page
    page.goto(f"{server.address}/play")
    page.locator("#board button:not(.taken, .corner)").first.click()  # no card was selected
    page.locator(".said-bad[role=alert]").wait_for()
    visitor.check("a move refused")
    assert not visitor.faults, "\n".join(visitor.faults)


@pytest.mark.nightly
def test_pages_have_no_faults_during_a_pause(gallery: tuple[LiveServer, Gallery], visitor: Visitor) -> None:
    server, filled = gallery
    page = visitor.page
    for step, what in (("pause", "paused"), ("resume", "resumed")):
        visitor.sign_in(filled.teacher, server.address)
        page.goto(server.address + filled.session)
        button = page.locator(f"form[action='{filled.session}/{step}'] button")
        button.click()
        button.wait_for(state="detached")
        visitor.check(f"tables, {what}")
        visitor.sign_in(filled.playing, server.address)
        page.goto(f"{server.address}/play")
        visitor.check(f"a table, {what}")
    assert not visitor.faults, "\n".join(visitor.faults)


def submit(page: Page, **fields: str) -> None:
    """Fill in and send the form on the page."""
    for name, value in fields.items():
        page.locator(f"main [name='{name}']").fill(value)
    with page.expect_navigation():
        page.locator("main form button").last.click()
