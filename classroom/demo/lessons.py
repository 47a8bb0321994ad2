"""Open and end a session of the demo through the services, under a frozen clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from classroom import clock
from classroom.database import transaction
from classroom.demo.plans import Lesson
from classroom.services.seating.saved_tables import save_tables
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings


def open_lesson(class_id: str, lesson: Lesson, settings: TableSettings, present: Sequence[str]) -> str:
    """Open a session, let the students join, and deal. Return the session's ID."""
    with clock.frozen_at(lesson.opens_at), transaction():
        class_session = class_sessions.open_session(class_id=class_id, settings=settings)
        for student_id in present:
            class_sessions.join_session(class_session_id=class_session.id, student_id=student_id)
        if lesson.saved_as:
            lobby.arrange_tables(class_session_id=class_session.id, forming=lobby.Forming(lobby.FormingMethod.MIXED))
            save_tables(class_session_id=class_session.id, name=lesson.saved_as)
        lobby.start_session(class_session_id=class_session.id)
        return class_session.id


def end_lesson(class_session_id: str, *, at: datetime) -> None:
    """End the lesson: stop unfinished games."""
    with clock.frozen_at(at):
        class_sessions.end_session(class_session_id=class_session_id)
