"""Forms about a student or a class that someone else deletes at the same moment, on PostgreSQL: not found."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Student
from classroom.services.classes.deleting import delete_class, delete_student
from tests.classroom.services.meeting import second_comes_before_the_commit
from tests.factories import make_cast
from tests.page_client import PageClient
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

pytestmark = pytest.mark.postgres

OF_STUDENT: dict[str, dict[str, str]] = {
    "students.archive": {},
    "students.rename": {"name": "Zoe"},
    "students.revoke_card": {},
}
OF_CLASS: dict[str, dict[str, str]] = {
    "classes.rename": {"name": "8A"},
    "classes.change_code": {},
    "classes.add_students": {"names": "Zed"},
}


@pytest.fixture
def app(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> Flask:
    return make_postgres_app()


@pytest.mark.parametrize(
    "endpoint", nightly_except({"students.archive", "classes.add_students"}, [*OF_STUDENT, *OF_CLASS])
)
def test_a_form_that_comes_during_the_deletion_finds_nothing(app: Flask, endpoint: str) -> None:
    with app.app_context():
        cast = make_cast()
        page = PageClient(app).sign_in(cast.alice)
        student_id, class_id = cast.bob.id, cast.class_7b.id
        if endpoint in OF_STUDENT:
            deleting = partial(delete_student, student_id=student_id)
            posting = partial(page.post, endpoint, OF_STUDENT[endpoint], student_id=student_id, status=404)
        else:
            deleting = partial(delete_class, class_id=class_id)
            posting = partial(page.post, endpoint, OF_CLASS[endpoint], class_id=class_id, status=404)
        assert second_comes_before_the_commit(app, deleting, posting) == []
        assert db.session.get(Student, student_id) is None
