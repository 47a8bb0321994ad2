"""Class sessions and attendance."""

from __future__ import annotations

from typing import Any

from classroom import clock
from classroom.models import Attendance, ClassSession, SchoolClass, SessionState, Student
from classroom.services.settings import TableSettings
from tests.factories.people import make_school_class, make_student
from tests.factories.saving import save


def make_class_session(
    school_class: SchoolClass | None = None,
    *,
    state: SessionState = SessionState.LOBBY,
    settings: TableSettings | None = None,
    **values: Any,
) -> ClassSession:
    """Create a session; by default in its lobby, with default settings."""
    if state is not SessionState.LOBBY:
        values.setdefault("started_at", clock.now())
    if state is SessionState.ENDED:
        values.setdefault("ended_at", clock.now())
    class_id = (school_class or make_school_class()).id
    return save(
        ClassSession(class_id=class_id, state=state, settings=(settings or TableSettings()).to_json(), **values)
    )


def make_attendance(
    class_session: ClassSession | None = None, student: Student | None = None, **values: Any
) -> Attendance:
    """Add a student to a session; by default a new one of its class."""
    class_session = class_session or make_class_session()
    student = student or make_student(school_class=class_session.school_class)
    return save(Attendance(class_session_id=class_session.id, student_id=student.id, **values))
