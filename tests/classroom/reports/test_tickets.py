"""Exit tickets in numbers: right answers per minute of the student's actual time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from classroom import clock
from classroom.database import db
from classroom.models import ClassSession, ExitTicket, SessionState, Student, TicketAnswer, TicketEntry
from classroom.reports.spans import DateRange, Period
from classroom.reports.statistics import Proportion
from classroom.reports.tickets import TicketLine, ticket_lines
from tests.factories import Cast, make_class_session, make_student

QUESTIONS = {"facts": [{"equation": f"{number} + 1", "answer": str(number + 1)} for number in range(10)]}


def make_ticket(
    cast: Cast,
    *,
    days_ago: float = 0,
    lasted: float | None = 600,
    questions: dict[str, list[dict[str, str]]] = QUESTIONS,
) -> ExitTicket:
    """Create a ticket of 60 seconds with ten questions; its session ended this many seconds after it was opened."""
    opened_at = clock.now() - timedelta(days=days_ago)
    ended_at = None if lasted is None else opened_at + timedelta(seconds=lasted)
    state = SessionState.TICKET if lasted is None else SessionState.ENDED
    class_session = make_class_session(cast.class_7b, state=state, opened_at=opened_at, ended_at=ended_at)
    ticket = ExitTicket(class_session_id=class_session.id, seconds=60, questions=questions, opened_at=opened_at)
    db.session.add(ticket)
    db.session.commit()
    return ticket


def write(ticket: ExitTicket, student: Student, marks: str, *, every: float = 3, seconds: int = 60) -> None:
    """Let a student answer at regular intervals: "+" correctly, "-" wrongly."""
    started_at = ticket.opened_at
    db.session.add(
        TicketEntry(
            ticket_id=ticket.id, student_id=student.id, started_at=started_at, seconds=seconds, order={"facts": []}
        )
    )
    db.session.flush()
    for number, mark in enumerate(marks, start=1):
        db.session.add(
            TicketAnswer(
                ticket_id=ticket.id,
                student_id=student.id,
                number=number,
                equation="1 + 1",
                answer="2",
                given="2" if mark == "+" else "3",
                is_right=mark == "+",
                milliseconds=round(1000 * every),
                at=started_at + timedelta(seconds=every * number),
            )
        )
    db.session.commit()


def line_of(cast: Cast) -> TicketLine:
    """Return the only line of the class."""
    (line,) = ticket_lines(DateRange(cast.class_7b.id))
    return line


def test_right_and_wrong_answers_and_the_rate_are_counted(cast: Cast) -> None:
    write(make_ticket(cast), cast.bob, "++-+")
    line = line_of(cast)
    assert (line.name, line.answers, line.seconds, line.per_minute) == ("Bob", Proportion(3, 4), 60, 3)


def test_extra_time_lowers_the_rate(cast: Cast) -> None:
    write(make_ticket(cast), cast.bob, "+++", seconds=120)
    assert line_of(cast).per_minute == 1.5


def test_the_used_time_counts_if_all_is_answered(cast: Cast) -> None:
    write(make_ticket(cast), cast.bob, "+" * 10)
    assert (line_of(cast).seconds, line_of(cast).per_minute, line_of(cast).limit) == (30, 20, 60)


def test_a_ticket_ended_early_counts_the_time_until_then(cast: Cast) -> None:
    write(make_ticket(cast, lasted=20), cast.bob, "++")
    assert (line_of(cast).seconds, line_of(cast).per_minute, line_of(cast).limit) == (20, 6, 20)


def test_too_little_time_gives_no_rate(cast: Cast) -> None:
    write(make_ticket(cast, lasted=14), cast.bob, "++")
    assert line_of(cast).per_minute is None


def test_students_without_answers_are_listed(cast: Cast) -> None:
    write(make_ticket(cast), cast.bob, "")
    assert (line_of(cast).answers, line_of(cast).per_minute) == (Proportion(), 0)


def test_the_newest_first_then_by_name(cast: Cast) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    for days_ago in (3, 1):
        ticket = make_ticket(cast, days_ago=days_ago)
        for student in (cast.bob, ana):
            write(ticket, student, "+")
    lines = ticket_lines(DateRange(cast.class_7b.id))
    assert [line.name for line in lines] == ["Ana", "Bob", "Ana", "Bob"]
    assert lines[0].opened_at > lines[2].opened_at
    assert {line.name for line in ticket_lines(DateRange(cast.class_7b.id), student_id=ana.id)} == {"Ana"}


def test_only_the_tickets_of_one_student_are_read(cast: Cast) -> None:
    write(make_ticket(cast), cast.bob, "+")
    make_ticket(cast, days_ago=1).questions = {}  # reading it would fail
    db.session.commit()
    assert [line.name for line in ticket_lines(DateRange(None), student_id=cast.bob.id)] == ["Bob"]


@pytest.mark.parametrize(("days_ago", "is_in"), [(13, True), (14, False)])
def test_only_tickets_in_the_range_are_counted(cast: Cast, days_ago: int, is_in: bool) -> None:
    write(make_ticket(cast, days_ago=days_ago), cast.bob, "+")
    assert bool(ticket_lines(DateRange(cast.class_7b.id, Period.TWO_WEEKS))) is is_in
    assert ticket_lines(DateRange(cast.class_8c.id)) == []


def test_tickets_of_one_session_can_be_counted(cast: Cast) -> None:
    for days_ago in (2, 1):
        write(make_ticket(cast, days_ago=days_ago), cast.bob, "+")
    first = db.session.execute(db.select(ClassSession).order_by(ClassSession.opened_at)).scalars().first()
    assert first is not None
    assert len(ticket_lines(DateRange(cast.class_7b.id, class_session_id=first.id))) == 1
