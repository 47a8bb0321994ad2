"""Who has joined a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from classroom.database import db
from classroom.models import Attendance, ClassSession, Student
from classroom.sorting import by_name

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select


def attendances_of(*, class_session_id: str) -> list[Attendance]:
    """Everybody who has joined, by name; also who has left the class since."""
    return _by_name(_attendances(class_session_id))


def present_students(*, class_session_id: str, besides: Select[str | None] | None = None) -> list[Attendance]:
    """Everybody who has joined, and not left the class since, by name.

    :param besides: a query for the ids of students who are left out.
    """
    present = _attendances(class_session_id).where(_is_in_class(class_session_id))
    return _by_name(present if besides is None else present.where(Attendance.student_id.not_in(besides)))


def _attendances(class_session_id: str) -> Select[Attendance]:
    return (
        select(Attendance)
        .where(Attendance.class_session_id == class_session_id)
        .options(joinedload(Attendance.student))
    )


def _is_in_class(class_session_id: str) -> ColumnElement[bool]:
    """That whoever has joined is in the class still, and not archived."""
    of_class = select(ClassSession.class_id).where(ClassSession.id == class_session_id).scalar_subquery()
    return Attendance.student.has(Student.archived_at.is_(None) & (Student.class_id == of_class))


def _by_name(found: Select[Attendance]) -> list[Attendance]:
    return sorted(db.session.execute(found).scalars(), key=lambda one: by_name(one.student))
