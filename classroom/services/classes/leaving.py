"""Leaving a class in the middle of things: what goes on there goes on without the student."""

from __future__ import annotations

from sqlalchemy import select

from classroom.database import transaction
from classroom.models import Attendance, ClassSession, SessionState, Student
from classroom.services.locks import lock_lesson_of
from classroom.services.play.seats import vacate_seats
from classroom.services.sessions import lobby
from classroom.services.sessions.class_sessions import end_practices


def leave_open_sessions(*, student_id: str) -> None:
    """Let bots take over the student's seats; practice alone ends, and no lobby waits for the student."""
    with transaction() as session:
        class_id = session.get_one(Student, student_id).class_id
        lock_lesson_of(session, class_id)  # else a seat given at this moment would be the student's for good
        end_practices(class_id=class_id, student_id=student_id)
        vacate_seats(student_id=student_id)
        waits_in = (
            select(ClassSession.id)
            .join(Attendance)
            .where(Attendance.student_id == student_id, ClassSession.state == SessionState.LOBBY)
        )
        for class_session_id in session.execute(waits_in).scalars().all():
            lobby.leave_session(class_session_id=class_session_id, student_id=student_id)
