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
from tests.browser.windows import Window, open_window
from tests.factories import make_teacher
from tests.over_http.stage import Person, cookie_of
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer
pytestmark = pytest.mark.slow


@pytest.fixture
def opened(browser: Browser, shared_server: SharedServer) -> Iterator[tuple[Window, str]]:
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
    yield window, session_id
    window.close()


def _press(page: Page, selector: str) -> None:
    page.locator(selector).focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_the_focus_returns_to_the_control(opened: tuple[Window, str]) -> None:
    window, _ = opened
    page = window.page
    for control, text in (("#form", "Form new tables"), ("#share-1", "Shared device")):
        _press(page, control)
        expect(page.locator(control)).to_be_focused()
        expect(page.locator(control)).to_contain_text(text)
    page.wait_for_selector("html[data-stream=live]")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.partition("?")[0].rpartition("/")[2])

    def answer_late(route: Route) -> None:
        before = len(window.proxy.received)
        answer = route.fetch(max_redirects=0)
        wait_until(lambda: b"event: poke" in b"".join(data for _, data in window.proxy.received[before:]))
        page.wait_for_timeout(1000)
        page.remove_listener("request", note)
        route.fulfill(response=answer)

    page.route("**/start", answer_late)
    page.on("request", note)
    # The next update is due, and the time for which a form holds it back does not pass, however slow the test is.
    page.evaluate("const at = Date.now() + 60_000; Date.now = () => at")
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


def test_a_message_gets_the_focus(opened: tuple[Window, str], shared_server: SharedServer) -> None:
    window, session_id = opened
    page = window.page
    page.route("**/fragment*", lambda route: route.abort())  # a page that has not heard of the start yet
    with shared_server.app():
        lobby.start_session(class_session_id=session_id)
    _press(page, "#form")
    expect(page.locator(".notice[role=alert]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#pause")).to_be_focused()


@pytest.mark.nightly
def test_the_mouse_leaves_the_focus_alone(opened: tuple[Window, str]) -> None:
    page = opened[0].page
    page.locator("#form").click()
    expect(page.locator("#form")).to_have_text("Form new tables")
    assert page.evaluate("document.activeElement === document.body")
