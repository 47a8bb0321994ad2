"""Names on the class screen: no word of a name breaks, however many tables have names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db, transaction
from classroom.models import Student, Teacher
from classroom.services.sessions.class_sessions import join_session, open_session
from classroom.services.sessions.lobby import arrange_tables
from classroom.services.settings import TableSettings
from tests.browser.frame import BROKEN_WORDS
from tests.browser.windows import open_in_font, open_window
from tests.factories import make_school_class, make_student
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

OUTSIDE = """() => [...document.querySelectorAll(".front-about bdi, .front-about .stars, .mini")].flatMap((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const name = one.textContent.trim() || one.getAttribute("class");
  return isInside ? [] : [[name, left, top, right, bottom].join(" ")];
})"""
NAMES = ("Amara Nwosu", "Fatima Z.", "Diego Fernández-Ibarra", "Oisín O’Dea")


SCREENS = ((1366, 768), (1366, 600), (1024, 768), (1920, 1080))


TABLES_AND_SIZES = [(1, 4), (2, 4), (3, 4), (4, 4), (1, 8), (1, 12), (2, 12), (3, 12)]


@pytest.mark.parametrize("tables_and_size", nightly_except({(4, 4)}, TABLES_AND_SIZES), ids=str)
def test_no_word_of_a_name_breaks(
    browser: Browser, shared_server: SharedServer, tables_and_size: tuple[int, int]
) -> None:
    tables, size = tables_and_size
    settings = TableSettings(deck="times-tables", board="8x8", table_size=4)
    if size > 4:
        settings = TableSettings(edition="classic", table_size=size)
    stage = shared_server.stage(students=size * tables, settings=settings)
    with shared_server.app(), transaction() as session:
        for number, person in enumerate(stage.students):
            session.get_one(Student, person.id).name = NAMES[number % len(NAMES)]
    teacher = open_window(browser, shared_server.server, stage.teacher)
    open_in_font(teacher.page, f"{teacher.address}/sessions/{stage.class_session_id}/projector")
    assert teacher.page.locator(".front-member bdi").count() == size * tables
    for width, height in SCREENS:
        teacher.page.set_viewport_size({"width": width, "height": height})
        assert teacher.page.locator(".front-member bdi").evaluate_all(BROKEN_WORDS) == [], (width, height)
        assert teacher.page.evaluate(OUTSIDE) == [], (width, height)
    teacher.close()


def test_no_word_of_a_name_breaks_where_students_find_their_tables(
    browser: Browser, shared_server: SharedServer
) -> None:
    """The longest words are cut off, so that the others stay large."""
    names = ("Oluwaseunfunmi", "Wolfeschlegelsteinhausenbergerdorff", "-", *NAMES)
    teacher = shared_server.teacher()
    with shared_server.app():
        school_class = make_school_class(teacher=db.session.get_one(Teacher, teacher.id))
        session_id = open_session(class_id=school_class.id, settings=TableSettings()).id
        for number in range(28):
            student = make_student(names[number] if number < len(names) else f"Ana {number}", school_class=school_class)
            join_session(class_session_id=session_id, student_id=student.id)
        arrange_tables(class_session_id=session_id)
    window = open_window(browser, shared_server.server, teacher, viewport={"width": 1366, "height": 768})
    open_in_font(window.page, f"{window.address}/sessions/{session_id}/projector")
    shown = window.page.locator(".front-names [dir]")
    assert shown.count() == 28
    assert shown.evaluate_all(BROKEN_WORDS) == []
    assert shown.filter(has_text=names[0]).evaluate("(name) => name.scrollWidth <= name.clientWidth"), "it is whole"
    window.close()
