"""Wide tables on a sheet of paper and on a phone: nothing of them is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Student
from tests.browser.gallery.playing import make_class
from tests.browser.windows import NARROW
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_teacher
from tests.over_http.server import LiveServer
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page, ViewportSize

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

ANSWERS = (
    "3 + 2 = 5, 9 − 3 = 6, 5 + 50 = 55, 80 − 30 = 50, 8 + 8 = 16, 16 − 6 = 10, 30 + 30 = 60, 32 + 29 = 61, "
    "75 − 25 = 50, 70 − 69 = 1, 7 × 5 = 35, 10 × 10 = 100, 36 ÷ 6 = 6, 5 × 20 = 100, 5 × 18 = 90, 486 ÷ 6 = 81"
)
ACROSS: ViewportSize = {"width": 960, "height": 720}
"""A sheet of US Letter across, without margins, in CSS pixels."""
CUT = "(selector) => { const box = document.querySelector(selector); return box.scrollWidth - box.clientWidth; }"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, str, str]]:
    """A server whose only class has answers to many skills, the teacher's cookie, and the path of the report.

    The shared server would leave out these answers if it had already counted later ones.
    """
    server = LiveServer(tmp_path_factory.mktemp("paper"))
    with hosted_app(instance_path=server.folder) as app, app.app_context():
        teacher = make_teacher()
        school_class, ids = make_class(teacher, "4A", 2)
        for student in (db.session.get_one(Student, one) for one in ids):
            lesson = Lesson(school_class, days_ago=3)
            for one in ANSWERS.split(", "):
                equation, answer = one.split(" = ")
                lesson.answer(student, equation, answer)
        db.session.commit()
        cookie, path = cookie_of(app, teacher_id=teacher.id), f"/classes/{school_class.id}/report"
    server.start()
    yield server, cookie, path
    server.stop()


@pytest.fixture
def report(context: BrowserContext, school: tuple[LiveServer, str, str]) -> tuple[Page, str]:
    """A teacher's page, and the address of the report."""
    server, cookie, path = school
    context.add_cookies([{"name": "classroom", "value": cookie, "url": server.address}])
    return context.new_page(), f"{server.address}{path}"


@pytest.mark.nightly
def test_all_skills_are_on_the_sheet(report: tuple[Page, str]) -> None:
    page, address = report
    page.goto(f"{address}/skills")
    assert page.locator(".skill-matrix thead th").count() > 12
    page.set_viewport_size(ACROSS)
    page.emulate_media(media="print")
    assert page.evaluate(CUT, "html") <= 0
    assert page.locator(".skill-matrix").evaluate("(matrix) => matrix.getBoundingClientRect().right") <= ACROSS["width"]


@pytest.mark.nightly
def test_the_tables_up_to_ten_fit_a_phone(report: tuple[Page, str]) -> None:
    page, address = report
    page.set_viewport_size(NARROW)
    page.goto(f"{address}/facts?period=all&operation=times")
    assert page.locator(".matrix thead th").count() == 11
    assert page.evaluate(CUT, ".matrix-box") <= 0


@pytest.mark.nightly
def test_entries_of_the_activity_log_fit_a_phone(context: BrowserContext, shared_server: SharedServer) -> None:
    address = f"{shared_server.server.address}/admin/activity"
    with shared_server.app() as app:
        cookie = cookie_of(app, teacher_id=make_teacher(is_administrator=True).id)
    context.add_cookies([{"name": "classroom", "value": cookie, "url": address}])
    page = context.new_page()
    page.set_viewport_size(NARROW)
    assert page.request.get(f"{address}.csv").ok  # is an entry itself
    page.goto(address)
    assert page.locator(".log tbody tr").count() >= 1
    assert page.evaluate(CUT, ".table-box") <= 0
