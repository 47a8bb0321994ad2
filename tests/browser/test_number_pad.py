"""The number pad in a real browser: by keys, by touch, without scripts, while others play; and the measured times."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from classroom.database import db
from classroom.models import Game
from classroom.services.sessions.pauses import pause_session, resume_session
from classroom.services.settings import TableSettings
from engine import SolveMode
from tests.browser.announcements import RECORD, announced
from tests.browser.conftest import AXE
from tests.browser.hands import FOCUS
from tests.browser.leaks import faces_of, leaked
from tests.browser.windows import RETURN, Window, active_first, open_window
from tests.over_http.arithmetic import answer_to
from tests.over_http.server import LiveServer
from tests.over_http.stage import Person

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

SPECIAL = """(card, kind) => {
  card.className = `card ${kind}`;
  card.innerHTML = "− Minus<small>removes a chip</small>";
  const {scrollWidth, clientWidth, scrollHeight, clientHeight} = card;
  return [parseFloat(getComputedStyle(card).fontSize), scrollWidth - clientWidth, scrollHeight - clientHeight];
}"""
"""Make a card a Minus card; return its font size, and how far its text sticks out."""
SETTINGS = TableSettings(deck="times-tables", board="8x8", solve=SolveMode.AHEAD)


@pytest.fixture
def students(shared_server: SharedServer) -> tuple[LiveServer, tuple[Person, ...]]:
    """Two students at a game that was just dealt."""
    return shared_server.server, shared_server.stage(students=2, settings=SETTINGS).students


@pytest.fixture
def windows(browser: Browser, students: tuple[LiveServer, tuple[Person, ...]]) -> Iterator[tuple[Window, Window]]:
    """The windows of the active student and of the waiting one. Their consoles have no errors."""
    server, people = students
    with _opened(browser, server, active_first(server, people)) as (active, waiting):
        yield active, waiting


@pytest.fixture
def waiting(browser: Browser, students: tuple[LiveServer, tuple[Person, ...]]) -> Iterator[Window]:
    """The window of the waiting student alone. Its console has no errors."""
    server, people = students
    with _opened(browser, server, active_first(server, people)[1:]) as (window,):
        yield window


@contextmanager
def _opened(browser: Browser, server: LiveServer, people: Sequence[Person]) -> Iterator[list[Window]]:
    opened = [_open(browser, server, person) for person in people]
    yield opened
    for window in opened:
        window.close()
        assert [fault for fault in window.faults if "status of 422" not in fault] == []


def test_typed_digits_and_focus_are_kept_while_others_play(windows: tuple[Window, Window]) -> None:
    playing, waiting = windows[0].page, windows[1].page
    _answer(playing, answer_to(_equation(playing)))
    waiting.keyboard.press("=")
    waiting.keyboard.type("12")
    waiting.evaluate("window.node = document.getElementById('answer')")
    before = windows[1].version()
    _play_a_card(playing)
    expect(waiting.locator("#move input[name=version]")).not_to_have_value(before)
    expect(waiting.locator("h1")).to_have_text("Your turn")
    expect(waiting.locator("#answer")).to_have_value("12")
    assert waiting.evaluate("window.node === document.activeElement")
    waiting.keyboard.type("3")
    expect(waiting.locator("#answer")).to_have_value("123")


@pytest.mark.nightly
def test_typed_digits_survive_a_pause_and_the_button_for_colors(waiting: Window, shared_server: SharedServer) -> None:
    page = waiting.page
    page.keyboard.press("=")
    page.keyboard.type("1")
    with page.expect_navigation():
        page.locator("form.theme button").click()
    expect(page.locator("#answer")).to_have_value("1")
    page.locator("#digit-2").click()
    with shared_server.app():
        game = db.session.get_one(Game, waiting.version().split(".")[0])
        pause_session(class_session_id=game.class_session_id or "")
        page.evaluate(RETURN)  # another process changed the game, so no notification comes
        expect(page.locator("#pad")).to_have_count(0)
        resume_session(class_session_id=game.class_session_id or "")
        page.evaluate(RETURN)
    expect(page.locator("#answer")).to_have_value("12")
    _answer(page, "999")  # sent, so it is not kept
    page.reload()
    expect(page.locator("#answer")).to_have_value("")


def test_all_cards_can_be_solved_by_keyboard(waiting: Window) -> None:
    page = waiting.page
    page.keyboard.type("x")  # not a digit; nothing has focus yet
    while page.locator("#pad").count():
        asks, right = page.locator("#pad").get_attribute("data-asks"), answer_to(_equation(page))
        page.keyboard.type(right + "9")  # focus moves to the pad
        page.keyboard.press("Backspace")
        expect(page.locator("#answer")).to_have_value(right)
        page.keyboard.press("Enter")
        expect(page.locator(f"#pad[data-asks='{asks}']")).to_have_count(0)
    assert page.evaluate("Boolean(document.activeElement.closest('#hand'))")
    assert page.locator(".card-solved").count() == page.locator(".card-match").count()


def test_escape_leads_to_the_cards_and_the_equals_sign_back(waiting: Window) -> None:
    page = waiting.page
    page.locator("#D4").focus()
    page.keyboard.press("=")
    assert page.evaluate(FOCUS) == "answer"
    page.keyboard.press("Escape")
    assert page.evaluate("Boolean(document.activeElement.closest('#hand'))")


def test_a_wrong_answer_is_announced_and_the_field_is_cleared(waiting: Window) -> None:
    page = waiting.page
    asked = _equation(page)
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text(f"Not 999. Try \u2066{asked}\u2069 again.")
    expect(page.get_by_role("status").filter(has_text="Not 999.")).to_have_count(1)
    expect(page.locator("#answer")).to_have_value("")
    expect(page.locator("#answer")).to_be_focused()
    assert page.get_by_role("alert").count() == 0


@pytest.mark.nightly
def test_the_next_question_is_announced_after_the_answers(waiting: Window) -> None:
    page = waiting.page
    waiting.context.add_init_script(RECORD)
    page.reload()
    answers = []
    for _ in range(3):  # faster than announcements may follow each other
        answers.append(f"Yes! \u2066{_equation(page)} = {answer_to(_equation(page))}\u2069.")
        _answer(page, answer_to(_equation(page)))
    question = page.locator("#asked").inner_text()
    expect(page.locator("#announcements")).to_contain_text(f"{answers[-1]} {question}")
    spoken = [one.text for one in announced(page) if one.region == "announcements"]
    assert [text.count(" is") for text in spoken] == [1] * len(spoken), "at most one question, the current one"
    assert all(text.endswith(" is") for text in spoken)


@pytest.mark.nightly
def test_cards_are_solved_by_touch_on_a_phone(
    browser: Browser, students: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = students
    window = _open(browser, server, people[0], viewport={"width": 320, "height": 640}, has_touch=True)
    page = window.page
    special = page.locator("#hand label").last
    size, wide, high = special.evaluate(SPECIAL, "card-remove")
    assert size >= 15
    assert max(wide, high) <= 0, "text beyond the card"
    asked = _equation(page)
    for digit in answer_to(asked) + "0":
        page.locator(f"#digit-{digit}").tap()
    page.get_by_role("button", name="Delete last digit").tap()
    assert page.locator("#answer").evaluate("(field) => field.inputMode") == "none", "a second keyboard over the page"
    page.locator("#solve").tap()
    expect(page.locator(".said")).to_contain_text(f"Yes! \u2066{asked} = {answer_to(asked)}\u2069.")
    sizes = page.evaluate(
        "[...document.querySelectorAll('#pad .button')].map((one) => one.getBoundingClientRect())"
        ".map((box) => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 48
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    window.close()


def test_pad_hand_and_board_fit_on_the_screen(waiting: Window) -> None:
    page = waiting.page
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_be_visible()
    for part in (".turn", "#pad", "#hand", "#board"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 600, part
    card = page.locator("#hand .card-match [aria-hidden]").first
    tall = card.evaluate("(face) => { face.textContent = '20 − 10'; return face.offsetHeight; }")
    assert tall < 24, "on one line, in the smallest cards"


@pytest.mark.nightly
def test_a_chosen_card_stays_chosen_while_others_solve(windows: tuple[Window, Window]) -> None:
    playing, waiting = windows[0].page, windows[1].page
    _solve_all(playing)
    card = playing.locator("#hand li", has=playing.locator(".card-solved")).first
    card.locator("input").check(force=True)
    for _ in range(2):  # the second miss costs the card
        before = windows[1].version()
        _answer(waiting, "999")
        expect(waiting.locator("#move input[name=version]")).not_to_have_value(before)
    expect(playing.locator("#move input[name=version]")).to_have_value(windows[1].version())
    expect(card.locator("input")).to_be_checked()
    _space_of(playing, card).click()
    expect(waiting.locator("h1")).to_have_text("Your turn")


@pytest.mark.nightly
def test_times_are_sent_only_if_nothing_disturbed_them(waiting: Window) -> None:
    page = waiting.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    spent: list[float] = []
    disturbances = ["", "", RETURN]
    for disturbance in disturbances:
        began = time.monotonic()
        page.wait_for_timeout(350)  # times below 300 ms are ignored
        page.evaluate(disturbance)
        _answer(page, answer_to(_equation(page)))
        spent.append(time.monotonic() - began)
    measured = [dict(part.partition("=")[::2] for part in data.split("&")).get("ms", "") for data in sent]
    assert measured[0] == "", "the first card was visible when the page was loaded"
    assert 300 <= int(measured[1]) <= 1000 * (spent[0] + spent[1])  # it appeared while the first was being typed
    assert measured[2] == "", "the page was hidden"


@pytest.mark.nightly
def test_without_scripts_the_number_is_typed_and_sent(
    browser: Browser, students: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = students
    window = _open(browser, server, people[0], java_script_enabled=False)
    asked = _equation(window.page)
    expect(window.page.locator("#digit-1")).to_be_hidden()
    window.page.locator("#answer").fill(answer_to(asked))
    window.page.locator("#solve").click()
    expect(window.page.locator(".said")).to_contain_text(f"Yes! \u2066{asked} =")
    assert window.page.url.endswith("/play")
    window.close()


def test_no_browser_receives_hidden_equations(
    windows: tuple[Window, Window], students: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = students
    game_id = windows[1].version().split(".")[0]
    _answer(windows[0].page, answer_to(_equation(windows[0].page)))
    _play_a_card(windows[0].page)
    first = _equation(windows[1].page)
    for _ in range(2):
        _answer(windows[1].page, "999")
    asked = {first, _equation(windows[1].page)}
    windows[0].page.reload()
    received = [window.proxy.received for window in windows]
    for window in windows:
        window.context.close()
    faces = faces_of(server.folder, game_id)
    by_name = {person.name: person.id for person in people}
    for window, got in zip(windows, received, strict=True):
        assert leaked(faces, by_name[window.name], got) == []
    face_down = {face for face, holders in faces.held_by.items() if by_name[windows[1].name] in holders} - asked
    assert face_down
    bytes_got = b"".join(data for _, data in received[1]).decode("utf-8", "replace")
    assert [face for face in face_down if face in bytes_got and face not in faces.public_at] == []


@pytest.mark.nightly
def test_axe_finds_nothing(browser: Browser, students: tuple[LiveServer, tuple[Person, ...]]) -> None:
    server, people = students
    window = _open(browser, server, people[0], bypass_csp=True, reduced_motion="reduce")
    window.page.evaluate(AXE.read_text(encoding="utf-8"))
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        window.page.emulate_media(color_scheme=scheme)
        found = window.page.evaluate(
            "axe.run({resultTypes: ['violations']})"
            ".then((result) => result.violations.map((one) => [one.id, one.nodes[0].html]))"
        )
        assert found == [], scheme
    window.close()


def _open(browser: Browser, server: LiveServer, person: Person, **options: object) -> Window:
    window = open_window(browser, server, person, **options)
    window.page.goto(f"{window.address}/play")
    return window


def _equation(page: Page) -> str:
    """Return the equation on the pad."""
    return page.locator("#pad label [aria-hidden]").inner_text().replace("\N{NO-BREAK SPACE}=", "")


def _answer(page: Page, text: str) -> None:
    """Type an answer, send it, and wait until the next question appears."""
    asked = page.locator("#pad").get_attribute("data-asks")
    page.locator("#answer").focus()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator(f"#pad[data-asks='{asked}']")).to_have_count(0)


def _solve_all(page: Page) -> None:
    while page.locator("#pad").count():
        _answer(page, answer_to(_equation(page)))


def _play_a_card(page: Page) -> None:
    """Play the first solved card; few spaces are taken so early in a game."""
    card = page.locator("#hand li", has=page.locator(".card-solved")).first
    card.locator("input").check(force=True)
    _space_of(page, card).click()
    expect(page.locator(".turn-mine")).to_have_count(0)


def _space_of(page: Page, card: Locator) -> Locator:
    """Return an open space with the number of a solved card; few are taken so early in a game."""
    number = card.locator("b").inner_text().removeprefix("= ")
    return page.locator(f"#board button[aria-label*=', {number}, open']").first


@pytest.mark.nightly
def test_an_empty_answer_is_not_sent_and_the_field_says_what_to_do(waiting: Window) -> None:
    page = waiting.page
    before = waiting.version()
    page.locator("#solve").click()
    assert page.locator("#answer").evaluate("(field) => field.validationMessage") == "Type a number, then press OK."
    assert page.evaluate(FOCUS) == "answer"
    assert waiting.version() == before
    _answer(page, answer_to(_equation(page)))
