"""The student's table in a real browser: keys, focus, live updates with and without a stream, and no scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Route, expect

from classroom.rng import seeded
from classroom.services.settings import TableSettings
from tests.browser.conftest import AXE
from tests.browser.hands import stopped_page_clock
from tests.browser.windows import active_first
from tests.over_http.arithmetic import answer_to
from tests.over_http.server import LiveServer
from tests.over_http.stage import Person, Stage
from tests.shared_server import SharedServer
from tests.tiers import nightly_except

Opener: TypeAlias = Callable[..., Page]

FOCUS = "document.activeElement.id"
TWO_ALIKE = """() => {
  const open = [...document.querySelectorAll("#board button:not(.taken, .corner)")];
  const alike = (one) => open.filter((other) => other.innerText === one.innerText);
  const both = alike(open.find((one) => alike(one).length === 2));
  return [both[0].innerText.trim(), both.map((one) => one.id)];
}"""
"""A number that two open spaces have, and their IDs."""


@pytest.fixture(scope="module")
def stage(shared_server: SharedServer) -> tuple[LiveServer, Stage]:
    """Two students at a table; the game continues from test to test."""
    settings = TableSettings(deck="times-tables", board="8x8", tries=None)
    with seeded(1):  # both start with a card that has an answer
        return shared_server.server, shared_server.stage(students=2, settings=settings)


class Screens:
    """Students' browsers and the errors in their consoles."""

    def __init__(self, browser: Browser, server: LiveServer) -> None:
        self._browser, self._server = browser, server
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def open(self, person: Person, *, cut_stream: bool = False, **options: object) -> Page:
        """Open a student's page in a separate browser."""
        context = self._browser.new_context(**{"viewport": {"width": 1366, "height": 600}, **options})  # type: ignore[arg-type]
        self._contexts.append(context)
        context.set_default_timeout(30_000)
        context.add_cookies([{"name": "classroom", "value": person.cookie, "url": self._server.address}])
        page = context.new_page()
        if cut_stream:
            page.route("**/play/stream*", _cut)
        else:
            page.on("console", lambda message: self.problems.append(message.text) if _is_fault(message) else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.show(page)
        return page

    def show(self, page: Page) -> None:
        """Open the table in a page, or reload it."""
        page.goto(f"{self._server.address}/play")

    def start_over(self, page: Page) -> None:
        """Reload the table, without what an earlier test has chosen or typed."""
        page.evaluate("sessionStorage.clear()")
        self.show(page)

    def close(self) -> None:
        """Close all open browsers."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def open_page(browser: Browser, stage: tuple[LiveServer, Stage]) -> Iterator[Opener]:
    """Open a student's page in a separate browser. Errors in its console fail the test."""
    screens = Screens(browser, stage[0])
    yield screens.open
    screens.close()
    assert screens.problems == []


@pytest.fixture(scope="module")
def shared_pages(browser: Browser, stage: tuple[LiveServer, Stage]) -> Iterator[tuple[Screens, list[Page]]]:
    """Two browsers shared by the tests: opening a browser takes longer than reloading a page."""
    screens = Screens(browser, stage[0])
    yield screens, [screens.open(person) for person in stage[1].students]
    screens.close()


@pytest.fixture
def pages(shared_pages: tuple[Screens, list[Page]]) -> Iterator[tuple[Page, Page]]:
    """The reloaded pages of the active student and of the waiting one."""
    screens, opened = shared_pages
    screens.problems.clear()
    for page in opened:
        screens.start_over(page)
    yield _in_order(opened)
    assert screens.problems == []


@pytest.fixture
def page(shared_pages: tuple[Screens, list[Page]], stage: tuple[LiveServer, Stage]) -> Iterator[Page]:
    """The reloaded page of the active student; the other page stays as it is."""
    screens, opened = shared_pages
    screens.problems.clear()
    server, made = stage
    active = opened[made.students.index(active_first(server, made.students)[0])]
    screens.start_over(active)
    yield active
    assert screens.problems == []


def test_the_board_is_one_tab_stop_with_arrows(page: Page) -> None:
    page.locator("#hand input").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS) == "A1"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#board')") is None
    page.keyboard.press("Shift+Tab")
    visited = []
    for key in ("ArrowRight", "ArrowDown", "End", "ArrowRight", "Home", "Control+End", "ArrowDown", "Control+Home"):
        page.keyboard.press(key)
        visited.append(page.evaluate(FOCUS))
    assert visited == ["B1", "B2", "H2", "H2", "A2", "H8", "H8", "A1"]


@pytest.mark.nightly
def test_enter_on_a_card_leads_to_the_board_and_escape_back(page: Page) -> None:
    card = page.locator("#hand input").nth(1)
    card.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) == "A1"
    expect(card).to_be_checked()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).not_to_be_checked()


def test_a_chosen_card_ends_the_message_that_one_is_missing(page: Page) -> None:
    slot, rejection = page.locator("#slot"), page.locator(".said-bad")
    page.evaluate("document.querySelectorAll('#hand input').forEach((card) => { card.checked = false; })")
    page.locator("#board button:not(.taken, .corner)").first.click()
    expect(rejection).to_have_text("First choose one of your cards.")
    place, last_move = slot.bounding_box(), slot.locator("[id^=happened]").text_content()
    page.locator("#hand input").first.check(force=True)
    expect(rejection).to_have_count(0)
    assert (slot.bounding_box(), slot.text_content()) == (place, last_move)
    assert page.locator(".tabletop.has-message").count() == 0, "in one column, the turn is in sight again"


@pytest.mark.nightly
def test_a_digit_chooses_a_card_and_leads_to_the_board(page: Page) -> None:
    page.keyboard.press("2")  # nothing has focus yet
    assert page.evaluate(FOCUS) == "A1"
    expect(page.locator("#hand input").nth(1)).to_be_checked()
    page.keyboard.press("Escape")
    page.keyboard.press("4")
    expect(page.locator("#hand input").nth(3)).to_be_checked()
    page.keyboard.press("Escape")
    page.keyboard.press("9")  # there are five cards
    assert page.evaluate("Boolean(document.activeElement.closest('#hand'))")


def test_typing_a_number_goes_to_its_spaces_in_turn(page: Page) -> None:
    label, spaces = page.evaluate(TWO_ALIKE)
    page.locator("#A1").focus()
    found = []
    with stopped_page_clock(page):
        for keys in (label, label, "n", "n"):  # typed again right away: the next one
            page.keyboard.type(keys)
            found.append(page.evaluate(FOCUS))
    assert found == [spaces[0], spaces[1], spaces[0], spaces[1]]


@pytest.mark.nightly
def test_a_number_typed_after_choosing_a_card_is_a_new_one(page: Page) -> None:
    labels = page.evaluate(
        "[...document.querySelectorAll('#board button:not(.corner)')].map((one) => one.innerText.trim())"
    )
    first, label = next((one, other) for one in labels for other in labels if one[1:] == other[:1] and len(other) == 2)
    page.locator("#A1").focus()
    with stopped_page_clock(page):
        page.keyboard.type(first[0])  # then, the first digit of the next number would complete this one
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        page.keyboard.type(label)
    assert page.locator(":focus").inner_text().strip() == label


@pytest.mark.nightly
def test_open_spaces_come_before_taken_ones(page: Page) -> None:
    label, spaces = page.evaluate(TWO_ALIKE)
    page.locator(f"#{spaces[0]}").evaluate("(space) => space.classList.add('taken')")
    page.locator("#A1").focus()
    with stopped_page_clock(page):
        page.keyboard.type(label)
    assert page.evaluate(FOCUS) == spaces[1]


def test_a_game_can_be_played_by_keyboard(page: Page) -> None:
    page.locator("#hand input").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".slot .said, .turn:not(.turn-mine)").first).to_be_visible()
    assert page.evaluate(FOCUS) == "B1"


def test_a_double_click_and_a_key_held_down_count_once(page: Page) -> None:
    posts: list[str] = []
    page.on("request", lambda sent: posts.append(sent.url) if sent.method == "POST" else None)
    _wrong_space(page).dblclick(delay=200)  # the answer to the first click arrives before the second
    expect(page.locator(".slot .said")).to_be_visible()
    page.locator("#hand input").nth(1).focus()
    for _ in range(3):  # the first press selects the card and leads to the board
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert page.evaluate("Boolean(document.activeElement.closest('#board'))")
    page.wait_for_timeout(300)
    assert len(posts) == 1


@pytest.mark.nightly
def test_escape_closes_an_open_list_and_returns_the_focus(page: Page) -> None:
    page.locator("#D5").focus()
    for closing in ("Escape", "?"):
        page.keyboard.press("?")
        expect(page.locator("#keys summary")).to_be_focused()
        page.keyboard.press(closing)
        expect(page.locator("#D5")).to_be_focused()
        expect(page.locator("#keys dl")).to_be_hidden()
    for opened in ("#piles", "header details"):
        page.locator(f"{opened} summary").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(page.locator(f"{opened} summary").first).to_be_focused()
        expect(page.locator(f"{opened}[open]")).to_have_count(0)


def test_focus_and_choice_stay_while_others_play(pages: tuple[Page, Page]) -> None:
    playing, waiting = pages
    card = waiting.locator("#hand input").nth(2)
    card.check(force=True)
    waiting.locator("#D5").focus()
    waiting.evaluate(
        "window.node = document.activeElement; window.moves = 0;"
        "document.addEventListener('focusin', () => { window.moves += 1; })"
    )
    for _ in range(3):
        before = waiting.locator("input[name=version]").get_attribute("value")
        _miss(playing)
        expect(waiting.locator("input[name=version]")).not_to_have_value(before or "")
    assert waiting.evaluate("window.node === document.activeElement")
    assert waiting.evaluate("window.moves") == 0
    expect(card).to_be_checked()
    assert waiting.locator("#board button[tabindex='0']").count() == 1


@pytest.mark.nightly
def test_an_open_list_stays_open_while_others_play(pages: tuple[Page, Page]) -> None:
    playing, waiting = pages
    waiting.locator("#piles summary").click()
    before = waiting.locator("input[name=version]").get_attribute("value")
    _miss(playing)
    expect(waiting.locator("input[name=version]")).not_to_have_value(before or "")
    expect(waiting.locator("#piles dl")).to_be_visible()


@pytest.mark.nightly
def test_without_a_stream_the_page_polls(open_page: Opener, stage: tuple[LiveServer, Stage]) -> None:
    playing, waiting = _in_order([open_page(person, cut_stream=True) for person in stage[1].students])
    expect(waiting.locator("html")).to_have_attribute("data-stream", "polling")
    before = waiting.locator("input[name=version]").get_attribute("value")
    _miss(playing)
    expect(waiting.locator("input[name=version]")).not_to_have_value(before or "")


def test_the_page_reconnects_after_a_restart(
    pages: tuple[Page, Page], shared_pages: tuple[Screens, list[Page]], stage: tuple[LiveServer, Stage]
) -> None:
    server, _ = stage
    playing, waiting = pages
    expect(waiting.locator("html")).to_have_attribute("data-stream", "live")
    server.kill()
    server.start()
    before = waiting.locator("input[name=version]").get_attribute("value")
    _miss(playing)
    expect(waiting.locator("input[name=version]")).not_to_have_value(before or "")
    problems = shared_pages[0].problems
    problems[:] = [one for one in problems if "htmx:error: timeout" not in one]  # the start may take some seconds


def test_forms_work_without_scripts(open_page: Opener, stage: tuple[LiveServer, Stage]) -> None:
    page = open_page(active_first(stage[0], stage[1].students)[0], java_script_enabled=False)
    page.locator("#hand input").first.check(force=True)
    page.locator("#B1").click()
    expect(page.locator(".slot .said, .log li")).not_to_have_count(0)
    assert page.url.endswith("/play")


@pytest.mark.nightly
@pytest.mark.parametrize("width", [320, 1366])
def test_the_link_to_check_again_is_in_sight_without_scripts(
    open_page: Opener, stage: tuple[LiveServer, Stage], width: int
) -> None:
    page = open_page(stage[1].students[0], java_script_enabled=False, viewport={"width": width, "height": 640})
    link, header = page.locator("noscript a"), page.locator("header")
    assert link.evaluate("one => getComputedStyle(one).color") == header.evaluate("one => getComputedStyle(one).color")
    assert link.evaluate("one => one.offsetHeight") == 40  # one line
    assert page.locator(".theme button").evaluate("one => one.offsetWidth") >= 36


@pytest.mark.parametrize("width", nightly_except({320}, [320, 560, 683]))
def test_a_long_name_in_the_header_does_not_widen_the_page(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 384})  # 683: a Chromebook at 200%
    page.locator(".who strong").evaluate("one => { one.textContent = 'Anastasia Papadopoulou-Konstantinidou'; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1366, "height": 600})


def test_board_hand_and_status_fit_on_the_screen(page: Page) -> None:
    page.wait_for_selector("html[data-stream=live]")
    for width, height, least in ((1366, 768, 44), (320, 640, 24), (1366, 600, 44)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.querySelector('header').offsetHeight") <= 48  # one line
        for part in (".turn", "#hand", "#board"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.evaluate(
            "[...document.querySelectorAll('#board button')].map((one) => one.getBoundingClientRect().width)"
        )
        assert min(sizes) >= least


@pytest.mark.nightly
def test_axe_finds_nothing(open_page: Opener, stage: tuple[LiveServer, Stage]) -> None:
    # axe would measure colors in the middle of a transition.
    opened = [open_page(person, bypass_csp=True, reduced_motion="reduce") for person in stage[1].students]
    page, _ = _in_order(opened)
    _miss(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    colors = ["color-contrast", "link-in-text-block"]
    for look, rules in (("light", None), ("dark", colors), ("forced", colors)):
        scheme: Literal["light", "dark"] = "dark" if look == "dark" else "light"
        page.emulate_media(color_scheme=scheme, forced_colors="active" if look == "forced" else "none")
        found = page.evaluate(
            "(rules) => axe.run(document, rules ? {runOnly: rules} : {})"
            ".then((result) => result.violations.map((one) => [one.id, one.nodes[0].html]))",
            rules,
        )
        assert found == [], look


def _in_order(opened: list[Page]) -> tuple[Page, Page]:
    """Return the pages, the active student's first."""
    first, second = opened
    return (first, second) if first.locator("h1").inner_text() == "Your turn" else (second, first)


def _miss(page: Page) -> None:
    """Answer wrongly, and wait until the page shows it. Tries are unlimited here, so the turn continues."""
    version = page.locator("#move input[name=version]")
    before = version.get_attribute("value")
    _wrong_space(page).click()
    expect(version).not_to_have_value(before or "")


def _wrong_space(page: Page) -> Locator:
    """Choose a card, and return an open space that does not have its answer."""
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    right = answer_to(card.locator("[aria-hidden]").inner_text())
    card.locator("input").check(force=True)
    name = page.evaluate(
        "(right) => [...document.querySelectorAll('#board button:not(.taken, .corner)')]"
        ".find((one) => one.innerText.trim() !== right).id",
        right,
    )
    return page.locator(f"#{name}")


def _is_fault(message: ConsoleMessage) -> bool:
    """Return whether a console message is more than a refused move or a server that a test has stopped."""
    return message.type == "error" and not re.search(r"status of 422|ERR_|sse:error|Failed to fetch", message.text)


def _cut(route: Route) -> None:
    route.abort()
