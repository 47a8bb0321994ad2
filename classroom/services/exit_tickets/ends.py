"""End exit tickets that no teacher ends: everyone present has finished, or no one has started for long enough."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import ClassSession, ExitTicket, SessionState
from classroom.services.attendance import present_students
from classroom.services.each import work_on_each
from classroom.services.exit_tickets.answering import progress_of, ticket_of
from classroom.services.locks import locked_session
from classroom.services.sessions.class_sessions import end_session

OPEN_FOR = timedelta(minutes=10)
"""The server ends a ticket this long after it was opened or the last student started. So six students who share a
device, one after the other, have enough time."""


def end_due_tickets() -> int:
    """End sessions whose exit ticket is finished; return their number. An error in one does not stop the others."""
    opened = select(ClassSession.id).where(ClassSession.state == SessionState.TICKET)
    return work_on_each(
        db.session.execute(opened).scalars().all(),
        lambda one: end_if_finished(class_session_id=one),
        failure="the exit ticket of session %s could not be ended",
    )


def end_if_finished(*, class_session_id: str) -> bool:
    """End a session if no one is answering its ticket anymore."""
    with transaction() as session:
        class_session = locked_session(session, class_session_id)  # students who start now have to wait
        if class_session.state != SessionState.TICKET:
            return False
        ticket = ticket_of(class_session_id=class_session_id)
        if ticket is not None and not _is_finished(ticket):
            return False
        end_session(class_session_id=class_session_id)
        return True


def _is_finished(ticket: ExitTicket) -> bool:
    """Return whether all students present have finished, or no one can still be answering."""
    progress = progress_of(ticket, ended_at=None)
    last_begun = max((one.entry.started_at for one in progress.values()), default=ticket.opened_at)
    if clock.now() - last_begun >= OPEN_FOR:
        return True
    if any(not one.is_over for one in progress.values()):
        return False
    present = present_students(class_session_id=ticket.class_session_id)
    return bool(progress) and all(one.student_id in progress for one in present)
