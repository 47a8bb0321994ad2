"""The end of an exit ticket that no teacher ends: all who are there are done, or no one has begun for long enough."""

from __future__ import annotations

import logging
from datetime import timedelta

from sqlalchemy import select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import ClassSession, ExitTicket, SessionState
from classroom.services.attendance import present_students
from classroom.services.exit_tickets.writing import progress_of, ticket_of
from classroom.services.locks import locked_session
from classroom.services.sessions.class_sessions import end_session

log = logging.getLogger(__name__)

OPEN_FOR = timedelta(minutes=10)
"""So long after it was opened, or after the last student began, the server ends a ticket that no one has ended. Six who
write one after the other on one device so have all the time they need."""


def end_due_tickets() -> int:
    """End the sessions whose ticket is written; gives how many. One session's trouble does not stop the others."""
    written = select(ClassSession.id).where(ClassSession.state == SessionState.TICKET)
    ended = 0
    for class_session_id in db.session.execute(written).scalars().all():
        try:
            ended += end_if_written(class_session_id=class_session_id)
        except Exception:
            db.session.rollback()
            log.exception("the exit ticket of session %s could not be ended", class_session_id)
    return ended


def end_if_written(*, class_session_id: str) -> bool:
    """End a session when no one is answering its ticket anymore."""
    with transaction() as session:
        class_session = locked_session(session, class_session_id)  # anyone who wants to begin waits
        if class_session.state != SessionState.TICKET:
            return False
        ticket = ticket_of(class_session_id=class_session_id)
        if ticket is not None and not _is_written(ticket):
            return False
        end_session(class_session_id=class_session_id)
        return True


def _is_written(ticket: ExitTicket) -> bool:
    """Whether all who have joined the session, and not left the class since, are done, or no one can be writing."""
    writings = progress_of(ticket, ended_at=None)
    last_begun = max((writing.entry.started_at for writing in writings.values()), default=ticket.opened_at)
    if clock.now() - last_begun >= OPEN_FOR:
        return True
    if any(not writing.is_over for writing in writings.values()):
        return False
    present = present_students(class_session_id=ticket.class_session_id)
    return bool(writings) and all(one.student_id in writings for one in present)
