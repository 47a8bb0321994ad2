"""Co-teachers may do everything that the class owner may, except what needs `OWN`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.database import db
from classroom.models import Teacher
from tests.guards.matrix import read_table, set_scene
from tests.guards.test_permission_matrix import arguments_of, send_request

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page_client import PageClient

OWNERS_ONLY = {
    *("classes.add_teacher", "classes.delete", "classes.give", "classes.remove_sample", "students.remove"),
    *("reports.class_data", "reports.student_data"),
}
CLASS_ARGUMENTS = {"class_id", "student_id", "class_session_id", "game_id"}
LAST = {"classes.disconnect_lms", "classes.remove_teacher"}
"""These delete objects that other requests need: the course in the LMS, and the co-teacher."""


def test_co_teachers_may_do_all_that_owners_may_except_a_few_actions(app: Flask, cast: Cast, page: PageClient) -> None:
    scene = set_scene(cast)
    co_teacher = db.session.get(Teacher, scene.values["teacher_id"])
    assert co_teacher is not None
    page.sign_in(co_teacher)
    rows = [
        row
        for row, statuses in read_table().items()
        if statuses["teacher"] != "404"
        and statuses["other_teacher"] == "404"
        and arguments_of(app, row) & CLASS_ARGUMENTS
    ]
    rows.sort(key=lambda row: (row[0] in LAST, row[1]))
    refused = {row[0] for row in rows if send_request(app, row, scene, page).status_code == 404}
    assert refused == OWNERS_ONLY
    assert len(rows) > 60
    page.get("classes.show", class_id=cast.class_7b.id, status=404)
