"""Let simulated students take exit tickets, each at their own pace."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

from classroom import clock
from classroom.database import transaction
from classroom.models import ExitTicket, TicketEntry
from classroom.services.attendance import attendances_of
from classroom.services.exit_tickets.answering import (
    answer_question,
    open_ticket,
    progress_of,
    question_at,
    start_entry,
    ticket_of,
)
from classroom.services.sample.simulated_students import SimulatedStudent

SECONDS = 60
_NUMBERS = tuple(str(number) for number in range(151))
_SHARE_OF_A_MOVE = 0.3
"""Time to type an answer, relative to the time for a move."""


def play_ticket(class_session_id: str, minds: Mapping[str, SimulatedStudent], *, at: datetime) -> None:
    """Let everyone take a complete exit ticket, starting now."""
    with transaction():  # one commit per class: one per answer would take longer than the answers
        with clock.frozen_at(at):
            ticket = open_ticket(class_session_id=class_session_id, seconds=SECONDS)
        for attendance in attendances_of(class_session_id=class_session_id):
            mind = minds[attendance.student_id]
            moment = at + timedelta(seconds=mind.seconds / 3)
            until = moment + timedelta(seconds=ticket.seconds)
            entry = None
            for answered in range(len(ticket.questions["facts"]) + 1):
                if moment >= until:
                    break
                with clock.frozen_at(moment):
                    if entry is None:
                        entry = start_entry(class_session_id=class_session_id, student_id=attendance.student_id)
                    else:
                        _answer(ticket, entry, answered, mind)
                moment += timedelta(seconds=_answer_seconds(mind, answered))


def answer_due(class_session_id: str, minds: Mapping[str, SimulatedStudent]) -> None:
    """Let each student start an open exit ticket, or give the next answer when it is due."""
    ticket = ticket_of(class_session_id=class_session_id)
    if ticket is None:
        return
    started = progress_of(ticket, ended_at=None)
    for attendance in attendances_of(class_session_id=class_session_id):
        mind = minds.get(attendance.student_id)
        if mind is None or not attendance.has_device:
            continue
        progress = started.get(attendance.student_id)
        if progress is None:
            if clock.now() - ticket.opened_at > timedelta(seconds=mind.seconds / 3):
                start_entry(class_session_id=class_session_id, student_id=attendance.student_id)
            continue
        spent = sum(_answer_seconds(mind, number) for number in range(progress.answered + 1))
        if not progress.is_over and clock.now() - progress.entry.started_at > timedelta(seconds=spent):
            _answer(ticket, progress.entry, progress.answered + 1, mind)


def _answer(ticket: ExitTicket, entry: TicketEntry, number: int, mind: SimulatedStudent) -> None:
    asked = question_at(ticket, entry, number)
    given = mind.answers(asked.equation, asked.answer, _NUMBERS, tries=1, key=f"ticket {asked.equation}")[0]
    answer_question(
        class_session_id=ticket.class_session_id, student_id=entry.student_id, number=number, given=int(given)
    )


def _answer_seconds(mind: SimulatedStudent, answered: int) -> float:
    """Return the time until the next answer, the same on every call."""
    return _SHARE_OF_A_MOVE * mind.thinking_seconds(Random(f"{mind.name} {answered}"))
