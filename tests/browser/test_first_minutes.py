"""A teacher's first five minutes, from setup token to session: keyboard only, without scripts, on a small screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looks import Visitor
from tests.over_http.server import LiveServer
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

PASSWORD = "seven purple giraffes"
NAMES = [f"Student {number}" for number in range(1, 22)] + ["محمد ع", "🦊", "Annemaria-Konstantina-Theodora-Elisabeth"]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that has not been set up."""
    one = LiveServer(tmp_path_factory.mktemp("first"))
    one.start()
    yield one
    one.stop()
    one.assert_no_faults()


class Keyboard:
    """A person who uses only Tab, Enter, and letters."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        self.pages = 0
        page.on("domcontentloaded", self._count)

    def _count(self, _page: Page) -> None:
        self.pages += 1

    def go_to(self, name: str) -> None:
        """Press Tab until the element with this accessible name has focus."""
        self.page.wait_for_load_state()  # a click returns while the page that it opens is still read
        wanted = self.page.get_by_role("textbox", name=name, exact=True)
        for role in ("link", "button"):
            wanted = wanted.or_(self.page.get_by_role(role, name=name, exact=True))
        found = wanted.element_handles()  # names are computed once, not after each key, because that is slow
        for _ in range(60):
            if any(one.evaluate("element => element === document.activeElement") for one in found):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"Tab does not lead to {name!r} on {self.page.url}")

    def type(self, name: str, text: str) -> None:
        """Fill in a field."""
        self.go_to(name)
        self.page.keyboard.type(text)

    def press(self, name: str) -> None:
        """Follow a link, or press a button."""
        self.go_to(name)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        self.presses += 1
        self.assert_fits_the_width()

    def assert_fits_the_width(self) -> None:
        """Check that the page does not scroll sideways."""
        root = "document.documentElement"
        assert self.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), self.page.url


def heading(page: Page) -> str:
    return page.get_by_role("heading", level=1).inner_text()


def assert_the_setup_page_has_no_faults(browser: Browser, server: LiveServer) -> None:
    visitor = Visitor(browser)
    visitor.page.goto(f"{server.address}/setup#{server.setup_token}")
    expect(visitor.page.get_by_label("Your name")).to_be_focused()
    expect(visitor.page.get_by_label("Setup token")).to_be_hidden()
    expect(visitor.page.get_by_label("Setup token")).to_have_value(server.setup_token)
    assert visitor.page.url == f"{server.address}/setup", "the history doesn't keep the token"
    visitor.page.goto(server.address)
    if AT_NIGHT:  # in CI, only with its errors, because it shows the same fields then
        visitor.check("set-up")
    for name, value in {"token": "x", "name": "Alice", "password": "short", "again": "shorter"}.items():
        visitor.page.fill(f"main [name='{name}']", value)
    with visitor.page.expect_navigation():
        visitor.page.click("main form button")
    visitor.check("set-up refused")
    visitor.context.close()
    assert not visitor.faults, "\n".join(visitor.faults)


def test_from_the_token_to_the_session_takes_five_pages_and_presses(browser: Browser, server: LiveServer) -> None:
    assert_the_setup_page_has_no_faults(browser, server)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 640})
    page = context.new_page()
    keyboard = Keyboard(page)
    page.goto(server.address)
    keyboard.type("Setup token", server.setup_token)
    keyboard.type("Your name", "Ms Okafor")
    keyboard.type("New password", PASSWORD)
    keyboard.type("Repeat the new password", PASSWORD)
    keyboard.press("Create account")
    keyboard.type("Class name", "7B")
    keyboard.type("Students, one per line (optional)", "Ana\nBen\nCleo")
    keyboard.press("Create class")
    assert heading(page) == "7B"
    keyboard.go_to("Print cards for 3 students (opens in a new tab)")
    with context.expect_page() as cards:
        page.keyboard.press("Enter")
    assert heading(cards.value) == "3 login cards for 7B"
    keyboard.press("Start a session")
    assert heading(page) == "New session for 7B"
    assert page.evaluate("document.querySelector('header').offsetHeight") < 120  # two lines
    keyboard.press("Open session")
    assert keyboard.presses + 1 == 5, "from the token to the lobby, with printed cards; the sixth starts the games"
    assert keyboard.pages == 5, "besides the sheet of cards"
    context.close()


@pytest.mark.nightly
def test_a_sample_class_plays_after_six_pages_and_five_presses(browser: Browser, server: LiveServer) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 640})
    page = context.new_page()
    keyboard = Keyboard(page)
    page.goto(server.address)
    keyboard.type("Setup token", server.setup_token)
    keyboard.type("Your name", "Ms Okafor")
    keyboard.type("New password", PASSWORD)
    keyboard.type("Repeat the new password", PASSWORD)
    keyboard.press("Create account")
    keyboard.press("Add sample class")
    assert heading(page) == "Sample class"
    keyboard.press("Start a session")
    keyboard.press("Open session")
    keyboard.press("Start games")
    assert page.locator(".tile").count() == 3, "tables that play"
    assert keyboard.pages == 6
    assert keyboard.presses == 5
    for _ in range(120):  # students play at human speed
        if "mini-chips" in context.request.get(page.url).text():
            break
        page.wait_for_timeout(500)
    page.reload()
    assert page.locator(".mini-chips").count(), "someone has played"

    page.goto(f"{server.address}/classes")
    with page.expect_navigation():
        page.get_by_role("link", name="Sample class").first.click()
    before = keyboard.presses
    keyboard.press("Remove sample class")
    assert keyboard.presses == before + 1
    assert "Sample class removed" in page.locator("main").inner_text()
    assert page.get_by_role("button", name="Add sample class").count() == 1
    context.close()


@pytest.fixture
def teacher(browser: Browser, server: LiveServer) -> Iterator[Page]:
    """The page of a class of 24, created over HTTP and then opened in a real browser."""
    plain = server.browser()
    plain.open("/setup")
    plain.submit(
        {"token": server.setup_token, "name": "Ms Okafor", "password": PASSWORD, "again": PASSWORD}, form="/setup"
    )
    plain.submit({"name": "7B", "names": "\n".join(NAMES)}, form="/classes")
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.address}/sign-in")
    page.get_by_label("Your name").fill("Ms Okafor")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="7B").click()
    yield page
    context.close()


@pytest.mark.nightly
def test_ten_cards_fit_on_a_sheet_of_either_size(teacher: Page) -> None:
    teacher.get_by_role("link", name="Login cards").click()
    teacher.get_by_role("button", name="Print cards for 24 students").click()
    teacher.get_by_role("button", name="Print cards", exact=True).wait_for()
    teacher.emulate_media(media="print")
    for paper in ("A4", "Letter"):
        pages = re.findall(rb"/Type\s*/Page\b(?!s)", teacher.pdf(format=paper))
        assert len(pages) == 3, paper
    cut = teacher.evaluate(
        "[...document.querySelectorAll('.label')].filter((one) => one.scrollHeight > one.clientHeight"
        " || one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
    )
    assert cut == []
