"""After a form of a teacher's page is sent by keyboard, the focus is on the message, or back on the control."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, Request, Route, expect
from sqlalchemy import select

from classroom.database import db
from classroom.models import Student
from classroom.services.classes import roster, school_classes
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.browser.hands import stopped_page_clock
from tests.browser.windows import open_window
from tests.factories import make_teacher
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer
pytestmark = pytest.mark.slow


@pytest.fixture
def opened(browser: Browser, shared_server: SharedServer) -> Iterator[tuple[Page, str]]:
    """The lobby of four students, and the ID of its session."""
    with shared_server.app() as app:
        teacher = make_teacher()
        class_id = school_classes.create_class(teacher_id=teacher.id, name="7B").id
        roster.add_students(class_id=class_id, text="Ana\nBen\nCem\nDora")
        session_id = class_sessions.open_session(class_id=class_id, settings=TableSettings()).id
        for student_id in db.session.scalars(select(Student.id).where(Student.class_id == class_id)):
            class_sessions.join_session(class_session_id=session_id, student_id=student_id)
        person = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
    window = open_window(browser, shared_server.server, person)
    window.page.goto(f"{window.address}/sessions/{session_id}")
    yield window.page, session_id
    window.close()


def _press(page: Page, selector: str) -> None:
    page.locator(selector).focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_the_focus_returns_to_the_control(opened: tuple[Page, str]) -> None:
    page, _ = opened
    for control, text in (("#form", "Form new tables"), ("#share-1", "Shared device")):
        _press(page, control)
        expect(page.locator(control)).to_be_focused()
        expect(page.locator(control)).to_contain_text(text)
    page.wait_for_selector("html[data-stream=live]")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.partition("?")[0].rpartition("/")[2])

    def answer_late(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        page.wait_for_timeout(500)  # a notification of the start arrives
        page.remove_listener("request", note)
        route.fulfill(response=answer)

    page.route("**/start", answer_late)
    page.on("request", note)
    with stopped_page_clock(page):  # updates wait for a form for some seconds only
        _press(page, "#start")
    updates = [name for name in asked[asked.index("start") :] if name == "fragment"]
    assert not updates, "an update would open the next page before the form does"
    expect(page.locator("#main")).to_be_focused()  # the next Tab leads to the new page's controls
    for text in ("Resume games", "Pause (eyes up)"):
        _press(page, "#pause")
        expect(page.locator("#pause")).to_be_focused()
        expect(page.locator("#pause")).to_have_text(text)
    page.locator("#end summary").click()
    _press(page, "#end-in-5")
    expect(page.locator("#end summary")).to_be_focused()


def test_a_message_gets_the_focus(opened: tuple[Page, str], shared_server: SharedServer) -> None:
    page, session_id = opened
    page.route("**/fragment*", lambda route: route.abort())  # a page that has not heard of the start yet
    with shared_server.app():
        lobby.start_session(class_session_id=session_id)
    _press(page, "#form")
    expect(page.locator(".notice[role=alert]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#pause")).to_be_focused()


@pytest.mark.nightly
def test_the_mouse_leaves_the_focus_alone(opened: tuple[Page, str]) -> None:
    page, _ = opened
    page.locator("#form").click()
    expect(page.locator("#form")).to_have_text("Form new tables")
    assert page.evaluate("document.activeElement === document.body")
