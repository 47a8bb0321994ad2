"""The teacher's page during the exit ticket: who has not started, who is answering, who is done. No results yet."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models import ClassSession
from classroom.presenters.sessions.missing import Missing, missing_students
from classroom.services.attendance import present_students
from classroom.services.exit_tickets.answering import progress_of, ticket_of


@dataclass(frozen=True, slots=True)
class TicketRoomPage:
    """The names of everyone who has joined and is still in the class, by progress."""

    seconds: int
    """The time limit."""
    questions: int
    not_started: tuple[str, ...]
    answering: tuple[str, ...]
    done: tuple[str, ...]
    missing: Missing

    @property
    def present(self) -> int:
        return len(self.not_started) + len(self.answering) + len(self.done)


def ticket_room_page(class_session: ClassSession) -> TicketRoomPage:
    """Build the page. The number of queries is independent of attendance."""
    ticket = ticket_of(class_session_id=class_session.id)
    if ticket is None:
        raise ValueError("this session has no exit ticket")
    progress = progress_of(ticket, ended_at=class_session.ended_at)
    present = present_students(class_session_id=class_session.id)
    started = [one for one in present if one.student_id in progress]
    return TicketRoomPage(
        seconds=ticket.seconds,
        questions=len(ticket.questions["facts"]),
        not_started=tuple(one.student.name for one in present if one.student_id not in progress),
        answering=tuple(one.student.name for one in started if not progress[one.student_id].is_over),
        done=tuple(one.student.name for one in started if progress[one.student_id].is_over),
        missing=missing_students(class_session),
    )
