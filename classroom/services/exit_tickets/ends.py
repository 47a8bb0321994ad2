"""End exit tickets that no teacher ends: everyone present has finished, or no one has started for long enough."""

from __future__ import annotations

import logging
from datetime import timedelta

from sqlalchemy import select

from classroom import clock
from classroom.database import db, end_read, transaction
from classroom.models import ClassSession, ExitTicket, SessionState
from classroom.services.attendance import present_students
from classroom.services.exit_tickets.writing import progress_of, ticket_of
from classroom.services.locks import locked_session
from classroom.services.sessions.class_sessions import end_session

log = logging.getLogger(__name__)

OPEN_FOR = timedelta(minutes=10)
"""The server ends a ticket this long after it was opened or the last student started. So six students who share a
device, one after the other, have enough time."""


def end_due_tickets() -> int:
    """End sessions whose exit ticket is finished; return their number. An error in one does not stop the others."""
    written = select(ClassSession.id).where(ClassSession.state == SessionState.TICKET)
    ended = 0
    for class_session_id in db.session.execute(written).scalars().all():
        try:
            ended += end_if_written(class_session_id=class_session_id)
        except Exception:
            end_read()
            log.exception("the exit ticket of session %s could not be ended", class_session_id)
    return ended


def end_if_written(*, class_session_id: str) -> bool:
    """End a session if no one is answering its ticket anymore."""
    with transaction() as session:
        class_session = locked_session(session, class_session_id)  # students who start now have to wait
        if class_session.state != SessionState.TICKET:
            return False
        ticket = ticket_of(class_session_id=class_session_id)
        if ticket is not None and not _is_written(ticket):
            return False
        end_session(class_session_id=class_session_id)
        return True


def _is_written(ticket: ExitTicket) -> bool:
    """Return whether all students present have finished, or no one can still be answering."""
    writings = progress_of(ticket, ended_at=None)
    last_begun = max((writing.entry.started_at for writing in writings.values()), default=ticket.opened_at)
    if clock.now() - last_begun >= OPEN_FOR:
        return True
    if any(not writing.is_over for writing in writings.values()):
        return False
    present = present_students(class_session_id=ticket.class_session_id)
    return bool(writings) and all(one.student_id in writings for one in present)
