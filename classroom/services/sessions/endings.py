"""Scheduled ends: a teacher sets one some minutes ahead, and the server ends the games then, also after a restart."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import UNDER_WAY, ClassSession
from classroom.services.each import work_on_each
from classroom.services.locks import locked_lesson, locked_session
from classroom.services.notifications import note_change
from classroom.services.sessions.class_sessions import end_session

MINUTES = (2, 5, 10)
"""How far ahead an end can be scheduled."""


def end_in(*, class_session_id: str, minutes: int) -> None:
    """Schedule the end of the games, replacing an earlier schedule.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        class_session.ends_at = clock.now() + timedelta(minutes=minutes)
        note_change(class_session)


def forget_end(*, class_session_id: str) -> None:
    """Cancel the scheduled end.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        if class_session.ends_at is not None:
            class_session.ends_at = None
            note_change(class_session)


def end_due_sessions() -> int:
    """End the sessions that are due; return their number. An error in one session does not stop the others."""
    due = select(ClassSession.id).where(ClassSession.ends_at <= clock.now(), ClassSession.state.in_(UNDER_WAY))
    return work_on_each(
        db.session.execute(due).scalars().all(),
        lambda one: end_if_due(class_session_id=one),
        failure="session %s could not be ended",
    )


def end_if_due(*, class_session_id: str) -> bool:
    """End a session if it is due, unless the end was changed or the session ended in the meantime."""
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        ends_at = class_session.ends_at
        if class_session.state not in UNDER_WAY or ends_at is None or ends_at > clock.now():
            return False
        end_session(class_session_id=class_session_id)
        return True
