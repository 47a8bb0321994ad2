"""Which sessions a student was in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from classroom.database import db
from classroom.models import Attendance, ClassSession, Student

if TYPE_CHECKING:
    from sqlalchemy import Select


def last_session_of(*, student_id: str) -> ClassSession | None:
    """The latest session of the present class that the student has joined, going on or ended."""
    return db.session.execute(_last_session_of(), {"student_id": student_id}).scalar_one_or_none()


@cache
def _last_session_of() -> Select[ClassSession]:
    """Built once: every page of a student asks it."""
    return (
        select(ClassSession)
        .join(Attendance)
        .join(Student, (Student.id == Attendance.student_id) & (Student.class_id == ClassSession.class_id))
        .where(Attendance.student_id == bindparam("student_id"))
        .order_by(ClassSession.opened_at.desc())
        .limit(1)
    )
