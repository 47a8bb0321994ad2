"""The waiting room in a browser: the introduction by keyboard, while classmates arrive, up to the first table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from classroom.services.sessions.lobby import start_session
from classroom.services.settings import TableSettings
from engine import SolveMode
from tests.browser.hands import FOCUS, stopped_page_clock
from tests.browser.windows import NARROW, SMALL_CHROMEBOOK, Window, open_window
from tests.factories import make_attendance, make_class_session, make_student
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

NAMES = ("Otis", "Nia", "Diego Fernández-Ibarra", "Дарія", "ليلى", "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww")
FRAME = """() => ["#board", "#lesson-title", ".lesson-hand", ".lesson-ways", ".lesson-steps", ".soon"].map((one) => {
  const {x, y, width} = document.querySelector(one).getBoundingClientRect();
  return [one, Math.round(x), Math.round(y), Math.round(width)];
})"""
STEP_LINES = """() => Math.max(...[...document.querySelectorAll("#rules .lesson-step > :last-child")].map((one) =>
  Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))))"""
"""The lines of the longest step."""
IS_ON_BOARD = "document.activeElement.closest('#board') !== null"
ROOM = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


@dataclass
class Room:
    """Otis in the waiting room at a table of six; Bo has not arrived yet."""

    window: Window
    class_session_id: str
    bo: str
    """The cookie of Bo, who has signed in already."""

    @property
    def page(self) -> Page:
        return self.window.page

    def tap_with_keys(self, space: str, text: str) -> None:
        """Go to the board by Tab, to a space by its number, and press Enter."""
        tab_to(self.page, IS_ON_BOARD)
        with stopped_page_clock(self.page):
            self.page.keyboard.type(text)
        assert self.page.evaluate(FOCUS) == space
        self.page.keyboard.press("Enter")

    def wait_for(self, title: str) -> None:
        expect(self.page.locator("#lesson-title")).to_have_text(title)


def tab_to(page: Page, goal: str) -> None:
    for _ in range(40):
        if page.evaluate(goal):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never leads to: {goal}")


def read_the_rules(page: Page) -> None:
    """Open and close the rules by keyboard; focus returns to where it was."""
    page.locator("#how-to-play").press("Enter")
    expect(page.locator("#rules")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('#rules') !== null")
    assert page.evaluate(STEP_LINES) <= 2, "a step is a drawing with a few words beside it"
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()
    assert page.evaluate(FOCUS) == "how-to-play"


@pytest.fixture
def room(browser: Browser, shared_server: SharedServer) -> Iterator[Room]:
    """Open Otis's page."""
    with shared_server.app() as app:
        class_session = make_class_session()
        people = [make_student(name, school_class=class_session.school_class) for name in NAMES]
        for place, student in enumerate(people):
            make_attendance(class_session, student, table_number=3, place=place)
        bo = make_student("Bo", school_class=class_session.school_class)
        cookies = [cookie_of(app, student_id=one.id) for one in (people[0], bo)]
        otis, session_id = people[0].id, class_session.id
    window = open_window(browser, shared_server.server, Person(otis, "Otis", cookies[0]))
    window.page.goto(f"{window.address}/play")
    window.page.wait_for_selector("html[data-stream=live]")
    yield Room(window, session_id, cookies[1])
    window.close()


def test_the_introduction_is_played_by_keyboard_while_classmates_arrive(
    room: Room, shared_server: SharedServer
) -> None:
    page = room.page
    frame = page.evaluate(FRAME)
    tab_to(page, f"{FOCUS} === 'lesson-card'")
    page.keyboard.press("Enter")
    room.wait_for("Find the answer. Tap it.")
    assert page.evaluate(IS_ON_BOARD), "the card is gone"
    room.tap_with_keys("C5", "63")
    expect(page.locator(".not-yet")).to_be_visible()
    before = room.window.version()
    shared_server.server.browser(room.bo).open("/play")
    expect(page.locator("#live input[name=version]").first).not_to_have_value(before)
    expect(page.locator(".not-yet")).to_be_visible()  # the step and the message are kept
    assert page.evaluate(FOCUS) == "C5"
    assert page.evaluate(FRAME) == frame  # the layout does not move when a message appears
    room.tap_with_keys("D1", "12")
    room.wait_for("That is your chip!")
    expect(page.locator("#D1.taken")).to_have_count(1)
    page.keyboard.press("Enter")  # focus has stayed on the chip
    room.wait_for("Next, others play.")
    page.locator("#lesson-next").press("Enter")
    room.wait_for("Plus: anywhere. Minus: take off.")
    assert page.evaluate(IS_ON_BOARD), "the button is gone"
    room.tap_with_keys("D3", "35")
    room.wait_for("Five in a row wins a star.")
    assert page.evaluate(FRAME) == frame
    page.keyboard.press("Enter")
    room.wait_for("You are ready!")
    expect(page.locator("#bands line")).to_have_count(1)
    assert room.window.faults == []
    assert room.window.violations() == []


def test_every_step_fits_and_the_game_replaces_the_introduction(room: Room, shared_server: SharedServer) -> None:
    page = room.page
    for tap in ("#lesson-card", "#A2", "#D1", "#lesson-next", "#lesson-next", "#D3", "#D3"):
        for size in (NARROW, SMALL_CHROMEBOOK):
            page.set_viewport_size(size)
            width, height = page.evaluate(ROOM)
            assert width <= size["width"]
            assert height <= size["height"] or size is NARROW
        seen = page.locator("#introduction input[name=seen]").input_value()
        page.locator(tap).click()
        expect(page.locator("#introduction input[name=seen]")).not_to_have_value(seen)
    read_the_rules(page)
    page.locator("#lesson-again").click()
    room.wait_for("Tap your card.")
    page.locator("#lesson-skip").focus()
    with shared_server.app():
        start_session(class_session_id=room.class_session_id)
    page.evaluate("document.getElementById('live').dispatchEvent(new CustomEvent('refresh'))")
    expect(page.locator("#move #hand")).to_be_visible()
    expect(page.locator("#introduction")).to_have_count(0)
    expect(page.locator("#hand input").first).to_be_focused()  # the button is gone
    page.locator("#hand input").nth(1).check()
    before = page.locator("#board").bounding_box()
    read_the_rules(page)
    assert page.locator("#board").bounding_box() == before
    expect(page.locator("#hand input").nth(1)).to_be_checked()
    assert room.window.faults == []


@pytest.mark.nightly
@pytest.mark.parametrize("has_scripts", [True, False])
def test_an_empty_answer_is_not_a_miss(browser: Browser, shared_server: SharedServer, *, has_scripts: bool) -> None:
    with shared_server.app() as app:
        student = make_student()
        class_session = make_class_session(student.school_class, settings=TableSettings(solve=SolveMode.AHEAD))
        make_attendance(class_session, student)
        person = Person(student.id, student.name, cookie_of(app, student_id=student.id))
    window = open_window(browser, shared_server.server, person, java_script_enabled=has_scripts)
    page = window.page
    page.goto(f"{window.address}/play")
    page.locator("#lesson-card").click()
    assert page.evaluate(FOCUS) == "typed"
    if has_scripts:
        assert page.locator("#typed").evaluate("(field) => field.validationMessage") == "Type a number, then press OK."
    expect(page.get_by_text("Not yet.")).to_be_hidden()
    page.locator("#typed").fill("12")
    page.keyboard.press("Enter")
    expect(page.locator("#lesson-title")).to_have_text("Find the answer. Tap it.")
    page.locator("#lesson-skip").click()
    expect(page.locator("#lesson-title")).to_have_text("You are ready!")
    window.close()
