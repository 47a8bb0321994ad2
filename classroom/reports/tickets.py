"""Exit tickets: the number of correct answers, and their rate per minute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Integer, cast, func, select

from classroom.database import db
from classroom.learning.ticket_kinds import Content, content_of
from classroom.models import ClassSession, ExitTicket, Student, TicketAnswer, TicketEntry
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from classroom.sorting import by_name
from engine.equations import dealt_equation

LEAST_SECONDS = 15
"""Minimum time for a rate; for example, the teacher may end a ticket at once."""


@dataclass(frozen=True, slots=True)
class TicketLine:
    class_session_id: str
    opened_at: datetime
    student_id: str
    name: str
    answers: Proportion
    seconds: float
    """Their own time limit; less if they answered all questions or the teacher ended the ticket."""
    limit: float
    """Their own time limit; less if the teacher ended the ticket before they answered all questions."""
    questions: Sequence[Mapping[str, Any]] = field(repr=False)
    """The questions of the ticket, as stored."""

    @property
    def content(self) -> Content:
        """Return what the ticket asks for."""
        return content_of(
            dealt_equation(one["equation"], int(one["answer"]), one.get("skill") or "") for one in self.questions
        )

    @property
    def per_minute(self) -> float | None:
        """Return correct answers per minute; None if the time was too short."""
        return 60 * self.answers.right / self.seconds if self.seconds >= LEAST_SECONDS else None


class _Ticket(NamedTuple):
    """Data shared by all entries of a ticket."""

    class_session_id: str
    opened_at: datetime
    ended_at: datetime | None
    questions: Sequence[Mapping[str, Any]]


class _Written(NamedTuple):
    """An entry with counts of its answers."""

    ticket_id: str
    student_id: str
    started_at: datetime
    seconds: int
    name: str
    sort_key: str
    answered: int
    right: int
    last_at: datetime | None


def ticket_lines(span: DateRange, *, student_id: str | None = None) -> list[TicketLine]:
    """Return every ticket in the span, by the class or a student, newest first, then by name, in two queries."""
    tickets = _tickets(span, student_id)
    is_its = (TicketAnswer.ticket_id == TicketEntry.ticket_id) & (TicketAnswer.student_id == TicketEntry.student_id)
    entry = (TicketEntry.ticket_id, TicketEntry.student_id, TicketEntry.started_at, TicketEntry.seconds)
    query = (
        select(
            *entry,
            Student.name,
            Student.sort_key,
            func.count(TicketAnswer.number).label("answered"),
            func.coalesce(func.sum(cast(TicketAnswer.is_right, Integer)), 0).label("right"),
            func.max(TicketAnswer.at).label("last_at"),
        )
        .join_from(TicketEntry, Student)
        .outerjoin(TicketAnswer, is_its)
        .where(TicketEntry.ticket_id.in_(list(tickets)))
        .group_by(*entry, Student.name, Student.sort_key)
    )
    if student_id is not None:
        query = query.where(TicketEntry.student_id == student_id)
    written = sorted((_Written(*row) for row in db.session.execute(query)), key=by_name)
    lines = [_line(tickets[one.ticket_id], one) for one in written]
    return sorted(lines, key=lambda line: line.opened_at, reverse=True)


def _line(ticket: _Ticket, one: _Written) -> TicketLine:
    end = one.started_at + timedelta(seconds=one.seconds)
    if ticket.ended_at is not None:
        end = min(end, ticket.ended_at)
    limit = (end - one.started_at).total_seconds()
    if one.answered == len(ticket.questions) and one.last_at is not None:
        end, limit = one.last_at, one.seconds
    return TicketLine(
        class_session_id=ticket.class_session_id,
        opened_at=ticket.opened_at,
        student_id=one.student_id,
        name=one.name,
        answers=Proportion(one.right, one.answered),
        seconds=(end - one.started_at).total_seconds(),
        limit=limit,
        questions=ticket.questions,
    )


def _tickets(span: DateRange, student_id: str | None) -> dict[str, _Ticket]:
    query = select(
        ExitTicket.id, ClassSession.id, ClassSession.opened_at, ClassSession.ended_at, ExitTicket.questions
    ).join_from(ExitTicket, ClassSession)
    if student_id is not None:  # without a class, the span covers the whole school
        query = query.join(TicketEntry).where(TicketEntry.student_id == student_id)
    return {
        ticket_id: _Ticket(class_session_id, opened_at, ended_at, questions["facts"])
        for ticket_id, class_session_id, opened_at, ended_at, questions in db.session.execute(
            span.narrow_sessions(query)
        )
    }
