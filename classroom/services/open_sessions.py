"""The lesson that a class has now, and whether its students can sign in."""

from __future__ import annotations

from sqlalchemy import select

from classroom.database import db
from classroom.models import ClassSession, SchoolClass, SessionState


def open_session_of(*, class_id: str) -> ClassSession | None:
    """Return the class's lesson that has not ended, if there is one."""
    is_open = ClassSession.state != SessionState.ENDED
    return db.session.execute(
        select(ClassSession).where(ClassSession.class_id == class_id, is_open, ~ClassSession.is_practice)
    ).scalar_one_or_none()


def lets_students_in(school_class: SchoolClass) -> bool:
    """Whether students can sign in now: for a lesson, or to practice."""
    if school_class.archived_at is not None:
        return False
    return school_class.allows_practice or open_session_of(class_id=school_class.id) is not None
