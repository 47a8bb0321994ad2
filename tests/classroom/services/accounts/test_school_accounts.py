"""The link to a school account when its student moves, is deleted, or is exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.models import LinkRequest, Student
from classroom.services.classes import deleting
from classroom.services.classes.moving_students import move_to_class
from tests.factories import make_school_class, make_student

if TYPE_CHECKING:
    from tests.factories import Cast

ACCOUNT = "https://school.example child-4"


def linked(name: str, cast: Cast) -> Student:
    return make_student(name, school_class=cast.class_7b, oidc_subject=ACCOUNT)


def test_the_link_moves_with_the_student(cast: Cast) -> None:
    ana, other = linked("Ana", cast), make_school_class("8A", teacher=cast.alice)
    move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=[ana.id])
    assert (ana.class_id, ana.oidc_subject) == (other.id, ACCOUNT)


def test_the_link_stays_with_the_student_who_already_has_it(cast: Cast) -> None:
    ana, other = linked("Ana", cast), make_school_class("8A", teacher=cast.alice)
    there = make_student("Ana S", school_class=other, oidc_subject=ACCOUNT)
    move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=[ana.id])
    assert (ana.oidc_subject, there.oidc_subject) == (None, ACCOUNT)


def test_the_link_is_deleted_with_the_student(cast: Cast) -> None:
    ana = linked("Ana", cast)
    db.session.add(LinkRequest(class_id=cast.class_7b.id, oidc_subject="another", name="Ana"))
    db.session.commit()
    deleting.delete_student(student_id=ana.id)
    assert db.session.execute(select(Student).where(Student.oidc_subject == ACCOUNT)).first() is None
    assert db.session.execute(select(LinkRequest)).first() is None
