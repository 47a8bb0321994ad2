"""Students who have joined a session, for tests of what happens there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.database import transaction
from classroom.services.attendance import attendances_of
from classroom.services.seating.planning import planned_tables
from classroom.services.sessions.class_sessions import join_session
from tests.factories import make_students

if TYPE_CHECKING:
    from classroom.models import ClassSession, Student


def join(class_session: ClassSession, count: int) -> list[Student]:
    """Add this many students to the class, and let them join in one transaction."""
    students = make_students(count, school_class=class_session.school_class)
    with transaction():
        for student in students:
            join_session(class_session_id=class_session.id, student_id=student.id)
    return students


def plan_of(class_session: ClassSession) -> dict[int, list[str]]:
    """Return the planned tables: student IDs in seat order."""
    planned = planned_tables(attendances_of(class_session_id=class_session.id))
    return {number: [one.student_id for one in people] for number, people in planned.items()}
