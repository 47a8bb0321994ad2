"""The lesson that a class has now, and whether its students can sign in."""

from __future__ import annotations

from sqlalchemy import select

from classroom.database import db
from classroom.models import ClassSession, PracticeAssignment, SchoolClass, SessionState, Student


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
    is_open = school_class.allows_practice or open_session_of(class_id=school_class.id) is not None
    return is_open or _has_assignments(school_class.id)


def may_practice(student: Student) -> bool:
    """Whether a student may play with a bot between lessons: all of the class may, or the student was assigned to."""
    return student.school_class.allows_practice or _has_assignments(student.class_id, student.id)


def _has_assignments(class_id: str, student_id: str | None = None) -> bool:
    open_ones = select(PracticeAssignment.id).where(
        PracticeAssignment.class_id == class_id, PracticeAssignment.ended_at.is_(None)
    )
    if student_id is not None:
        open_ones = open_ones.where(PracticeAssignment.student_id == student_id)
    return db.session.execute(open_ones.limit(1)).first() is not None
