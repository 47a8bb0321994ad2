"""An end that a teacher sets some minutes ahead: the server ends the games then, also if it restarts meanwhile."""

from __future__ import annotations

import logging
from datetime import timedelta

from sqlalchemy import select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import UNDER_WAY, ClassSession
from classroom.services.locks import locked_lesson, locked_session
from classroom.services.notifications import note_change
from classroom.services.sessions.class_sessions import end_session

log = logging.getLogger(__name__)

MINUTES = (2, 5, 10)
"""How far ahead an end can be set."""


def end_in(*, class_session_id: str, minutes: int) -> None:
    """Set the games to end a number of minutes from now. Replaces an end set before.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        class_session.ends_at = clock.now() + timedelta(minutes=minutes)
        note_change(class_session)


def forget_end(*, class_session_id: str) -> None:
    """Let the games continue until the teacher ends them.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        if class_session.ends_at is not None:
            class_session.ends_at = None
            note_change(class_session)


def end_due_sessions() -> int:
    """End the sessions whose time has come; gives how many. One session's trouble does not stop the others."""
    due = select(ClassSession.id).where(ClassSession.ends_at <= clock.now(), ClassSession.state.in_(UNDER_WAY))
    ended = 0
    for class_session_id in db.session.execute(due).scalars().all():
        try:
            ended += end_if_due(class_session_id=class_session_id)
        except Exception:
            db.session.rollback()
            log.exception("session %s could not be ended", class_session_id)
    return ended


def end_if_due(*, class_session_id: str) -> bool:
    """End a session if its time has come, and no one has put that off or ended it meanwhile."""
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        ends_at = class_session.ends_at
        if class_session.state not in UNDER_WAY or ends_at is None or ends_at > clock.now():
            return False
        end_session(class_session_id=class_session_id)
        return True
