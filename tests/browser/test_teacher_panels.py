"""Panels of teachers' pages: what belongs together stands together, and no column is much longer than its neighbor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.classes import roster
from classroom.services.exit_tickets import answering
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.browser.windows import open_window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator

    from tests.browser.windows import Window
    from tests.shared_server import SharedServer

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

BACKGROUND = "(one) => getComputedStyle(one).backgroundColor"


@pytest.fixture(scope="module")
def window(browser: Browser, shared_server: SharedServer) -> Iterator[tuple[Window, str]]:
    """A teacher's window, and the teacher's class of two."""
    teacher, class_id = shared_server.class_of_two()
    opened = open_window(browser, shared_server.server, teacher)
    yield opened, class_id
    opened.close()


def height(one: Locator) -> float:
    return float(one.evaluate("(one) => one.getBoundingClientRect().height"))


def test_a_chosen_color_does_not_look_like_the_main_button(window: tuple[Window, str]) -> None:
    page = window[0].page
    page.goto(f"{window[0].address}/account")
    main, chosen = page.locator(".button-main").first, page.locator(".one-of [aria-pressed=true]")
    assert chosen.evaluate(BACKGROUND) != main.evaluate(BACKGROUND)
    assert chosen.evaluate("(one) => getComputedStyle(one, '::before').content") != "none", "not by color alone"


def test_the_columns_of_a_small_class_are_about_equally_long(window: tuple[Window, str]) -> None:
    page = window[0].page
    page.goto(f"{window[0].address}/classes/{window[1]}")
    left, right = page.locator(".class-parts > .stack").all()
    assert abs(height(left) - height(right)) < 200


def test_settings_of_cards_stand_beside_each_other(window: tuple[Window, str]) -> None:
    page = window[0].page
    page.goto(f"{window[0].address}/classes/{window[1]}/cards")
    save = page.get_by_role("button", name="Save for this class").bounding_box()
    languages = page.get_by_role("group", name="Language of the cards").bounding_box()
    assert save is not None
    assert languages is not None
    assert languages["y"] < save["y"]
    assert languages["x"] > save["x"] + save["width"], "not above the button, which does not save it"


def test_a_closed_list_of_an_exit_ticket_is_as_high_as_a_line(
    window: tuple[Window, str], shared_server: SharedServer
) -> None:
    with shared_server.app():
        session_id = class_sessions.open_session(class_id=window[1], settings=TableSettings()).id
        students = [one.id for one in roster.students_of(class_id=window[1])]
        for student_id in students:
            class_sessions.join_session(class_session_id=session_id, student_id=student_id)
        lobby.start_session(class_session_id=session_id)
        answering.open_ticket(class_session_id=session_id, seconds=60)
        answering.start_entry(class_session_id=session_id, student_id=students[0])
        answering.answer_question(class_session_id=session_id, student_id=students[0], number=1, given=1)
        class_sessions.end_session(class_session_id=session_id)
    page = window[0].page
    page.goto(f"{window[0].address}/sessions/{session_id}")
    line, closed = page.locator(".recap-ticket > *").all()
    assert abs(height(line) - height(closed)) < 2
