"""Co-teachers may do everything that the class owner may, except what needs `OWN`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.database import db
from classroom.models import Teacher
from tests.guards.matrix import read_table, set_scene
from tests.guards.test_permission_matrix import _ask, _parts

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page_client import PageClient

OWNERS_ALONE = {
    *("classes.add_teacher", "classes.delete", "classes.give", "classes.remove_sample", "students.remove"),
    *("reports.class_data", "reports.student_data"),
}
OF_A_CLASS = {"class_id", "student_id", "class_session_id", "game_id"}
LAST = {"classes.disconnect_lms", "classes.remove_teacher"}
"""They take away what others need: the course in the LMS, and the scene's further teacher."""


def test_every_route_of_a_class(app: Flask, cast: Cast, page: PageClient) -> None:
    scene = set_scene(cast)
    further = db.session.get(Teacher, scene.values["teacher_id"])
    assert further is not None
    page.sign_in(further)
    rows = [
        row
        for row, statuses in read_table().items()
        if statuses["teacher"] != "404" and statuses["other_teacher"] == "404" and _parts(app, row) & OF_A_CLASS
    ]
    rows.sort(key=lambda row: (row[0] in LAST, row[1]))
    refused = {row[0] for row in rows if _ask(app, row, scene, page).status_code == 404}
    assert refused == OWNERS_ALONE
    assert len(rows) > 60
    page.get("classes.show", class_id=cast.class_7b.id, status=404)
