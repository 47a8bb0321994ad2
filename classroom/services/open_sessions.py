"""A class's open lesson, and whether its students can sign in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import exists, or_, select

from classroom.database import db
from classroom.models import ClassSession, PracticeAssignment, SchoolClass, SessionState, Student
from classroom.permissions import taught_by
from engine import NUMBERS


def open_session_of(*, class_id: str) -> ClassSession | None:
    """Return the class's open lesson, if there is one."""
    is_open = ClassSession.state != SessionState.ENDED
    return db.session.execute(
        select(ClassSession).where(ClassSession.class_id == class_id, is_open, ~ClassSession.is_practice)
    ).scalar_one_or_none()


def sessions_with_deck(*, teacher_id: str, deck_id: str) -> list[ClassSession]:
    """Return open lessons in the teacher's classes that play a copy of a deck, by class name."""
    open_ones = (
        select(ClassSession)
        .join(ClassSession.school_class)
        .where(taught_by(teacher_id), ClassSession.state != SessionState.ENDED, ~ClassSession.is_practice)
        .order_by(SchoolClass.name)
    )
    found = db.session.execute(open_ones).scalars()
    return [one for one in found if (one.settings["edition"], one.settings["deck"]) == (NUMBERS.key, deck_id)]


def has_had_lesson(*, teacher_id: str | None, student_id: str | None, since: datetime) -> bool:
    """Return whether a class of the teacher, or the student's class, has an open lesson, or one that ended lately.

    :param teacher_id: None to ask about a student.
    """
    is_theirs = (
        taught_by(teacher_id)
        if teacher_id is not None
        else SchoolClass.id.in_(select(Student.class_id).where(Student.id == student_id))
    )
    is_on = exists().where(
        ClassSession.class_id == SchoolClass.id,
        or_(ClassSession.state != SessionState.ENDED, ClassSession.ended_at > since),
        ~ClassSession.is_practice,
        is_theirs,
    )
    return bool(db.session.execute(select(is_on)).scalar())


def lets_students_in(school_class: SchoolClass) -> bool:
    """Return whether students can sign in now, for a lesson or to practice."""
    if school_class.archived_at is not None:
        return False
    is_open = school_class.allows_practice or open_session_of(class_id=school_class.id) is not None
    return is_open or _has_assignments(school_class.id)


def may_practice(student: Student) -> bool:
    """Return whether a student may play with a bot between lessons: the class may, or the student has an assignment."""
    return student.school_class.allows_practice or _has_assignments(student.class_id, student.id)


def _has_assignments(class_id: str, student_id: str | None = None) -> bool:
    open_ones = select(PracticeAssignment.id).where(
        PracticeAssignment.class_id == class_id, PracticeAssignment.ended_at.is_(None)
    )
    if student_id is not None:
        open_ones = open_ones.where(PracticeAssignment.student_id == student_id)
    return db.session.execute(open_ones.limit(1)).first() is not None
