"""Which sessions a student was in."""

from __future__ import annotations

from sqlalchemy import select

from classroom.database import db
from classroom.models import Attendance, ClassSession


def last_session_of(*, student_id: str) -> ClassSession | None:
    """The latest session that the student has joined, going on or ended."""
    return db.session.execute(
        select(ClassSession)
        .join(Attendance)
        .where(Attendance.student_id == student_id)
        .order_by(ClassSession.opened_at.desc())
        .limit(1)
    ).scalar_one_or_none()
