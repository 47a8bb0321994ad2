"""The teacher's page while the exit ticket is written: who has not begun, who writes, who is done. No results yet."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models import ClassSession
from classroom.presenters.sessions.missing import MissingStudent, missing_students
from classroom.services.attendance import present_students
from classroom.services.exit_tickets.writing import progress_of, ticket_of


@dataclass(frozen=True, slots=True)
class TicketRoomPage:
    """Names of all who have joined and are in the class still, by how far they are."""

    seconds: int
    """How long the ticket takes."""
    questions: int
    not_begun: tuple[str, ...]
    writing: tuple[str, ...]
    done: tuple[str, ...]
    locked_out: tuple[MissingStudent, ...]
    """Who cannot sign in, or not again."""
    wrong_tries: int
    """Wrong PINs of the last hour, if somebody seems to guess; else 0."""

    @property
    def present(self) -> int:
        """How many have joined."""
        return len(self.not_begun) + len(self.writing) + len(self.done)


def ticket_room_page(class_session: ClassSession) -> TicketRoomPage:
    """Read how far everybody is; the number of queries does not depend on who is there."""
    ticket = ticket_of(class_session_id=class_session.id)
    if ticket is None:
        raise ValueError("this session has no exit ticket")
    writings = progress_of(ticket, ended_at=class_session.ended_at)
    present = present_students(class_session_id=class_session.id)
    missing = missing_students(class_session)
    begun = [one for one in present if one.student_id in writings]
    return TicketRoomPage(
        seconds=ticket.seconds,
        questions=len(ticket.questions["facts"]),
        not_begun=tuple(one.student.name for one in present if one.student_id not in writings),
        writing=tuple(one.student.name for one in begun if not writings[one.student_id].is_over),
        done=tuple(one.student.name for one in begun if writings[one.student_id].is_over),
        locked_out=missing.locked_out,
        wrong_tries=missing.wrong_tries,
    )
