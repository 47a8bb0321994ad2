"""The lobby on a phone: its start button is always in sight, and covers nothing that can't be scrolled into view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.windows import NARROW, open_window
from tests.factories import make_attendance, make_class_session, make_school_class, make_student, make_teacher
from tests.over_http.stage import Person, cookie_of
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

COVERED = """() => {
  const one = document.activeElement, {x, y, width, height} = one.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return one === document.body || one.contains(top) || top?.contains(one) ? null : one.outerHTML;
}"""
OVER_FOOT = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  return document.querySelector(".foot").getBoundingClientRect().bottom
    - document.getElementById("start").getBoundingClientRect().top;
}"""


@pytest.mark.parametrize("is_formed", nightly_except({True}, [True, False]))
def test_games_can_be_started_at_once(browser: Browser, shared_server: SharedServer, *, is_formed: bool) -> None:
    with shared_server.app() as app:
        teacher = make_teacher()
        class_session = make_class_session(make_school_class(teacher=teacher))
        for place in range(6):
            student = make_student(school_class=class_session.school_class)
            seat = {"table_number": 1 + place // 3, "place": place % 3} if is_formed else {}
            make_attendance(class_session, student, **seat)
        person = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
        session_id = class_session.id
    window = open_window(browser, shared_server.server, person, viewport=NARROW)
    page = window.page
    page.goto(f"{window.address}/sessions/{session_id}")
    start = page.get_by_role("button", name="Start games")
    expect(start).to_be_in_viewport(ratio=1)
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(COVERED) is None
        expect(start).to_be_in_viewport(ratio=1)
    assert page.evaluate(OVER_FOOT) <= 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    window.close()
