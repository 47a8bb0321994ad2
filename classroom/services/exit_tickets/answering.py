"""Exit tickets: after the games, everyone answers the same questions alone, against their own clock.

They measure fluency without the influence of boards, partners, or choice of cards. Time runs from the student's start,
by the server's clock. Students see what was correct only at their end.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, func, select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import (
    UNDER_WAY,
    Attendance,
    ClassSession,
    ExitTicket,
    Game,
    SessionState,
    Student,
    TicketAnswer,
    TicketEntry,
)
from classroom.rng import rng
from classroom.services.errors import ServiceError, SessionErrorCode, TicketErrorCode
from classroom.services.exit_tickets.questions import Question, questions_for
from classroom.services.locks import locked_row, locked_session
from classroom.services.notifications import note_change, notify
from classroom.services.play.game_log import notify_table
from classroom.services.play.games import current_game_of, current_games, stop_game
from classroom.services.sessions.class_sessions import join_session
from classroom.services.settings import TableSettings
from engine import OutcomeReason

LENGTHS = (60, 90, 120)
"""Available lengths of a ticket, in seconds."""


@dataclass(frozen=True, slots=True)
class TicketProgress:
    entry: TicketEntry
    questions: int
    answered: int
    ended_at: datetime | None
    """When the session ended, if it did."""

    @property
    def due_at(self) -> datetime:
        """Return when the student's time is over."""
        return self.entry.started_at + timedelta(seconds=self.entry.seconds)

    @property
    def seconds_left(self) -> float:
        """Return the student's remaining time."""
        return max(0.0, (self.due_at - clock.now()).total_seconds())

    @property
    def is_over(self) -> bool:
        """Return whether the student can no longer answer."""
        return self.ended_at is not None or self.answered >= self.questions or not self.seconds_left


def open_ticket(*, class_session_id: str, seconds: int) -> ExitTicket:
    """Stop the games and open the ticket. Idempotent: a second call returns the same ticket.

    :raises ServiceError: TICKET_LENGTH, NO_TICKET (playing cards), SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    if seconds not in LENGTHS:
        raise ServiceError(TicketErrorCode.TICKET_LENGTH)
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        ticket = ticket_of(class_session_id=class_session_id)
        if ticket is not None and class_session.state == SessionState.TICKET:
            return ticket
        _check_can_open(class_session)
        opened_at = clock.now()
        for game in current_games(class_session_id=class_session_id):
            stop_game(game_id=game.id)
        facts = [question._asdict() for question in questions_for(class_session, seconds=seconds)]
        ticket = ExitTicket(
            class_session_id=class_session_id, seconds=seconds, questions={"facts": facts}, opened_at=opened_at
        )
        session.add(ticket)
        class_session.state = SessionState.TICKET
        class_session.paused_at = class_session.ends_at = None
        note_change(class_session)
        return ticket


def start_entry(*, class_session_id: str, student_id: str) -> TicketEntry:
    """Start a student's ticket, even for a student who just joined. Idempotent.

    The attendance of students who have joined does not change, even if they are recorded as having no device.

    :raises ServiceError: TICKET_CLOSED.
    """
    with transaction() as session:
        locked_session(session, class_session_id)  # only one starts at a time, and none while the ticket ends
        ticket = _open_ticket(class_session_id)
        if session.get(Attendance, (class_session_id, student_id)) is None:
            join_session(class_session_id=class_session_id, student_id=student_id)
        entry = session.get(TicketEntry, (ticket.id, student_id))
        if entry is not None:
            return entry
        order = list(range(len(ticket.questions["facts"])))
        rng.shuffle(order)
        seconds = round(ticket.seconds * session.get_one(Student, student_id).time_factor)
        entry = TicketEntry(ticket_id=ticket.id, student_id=student_id, seconds=seconds, order={"facts": order})
        session.add(entry)
        session.flush()
        _notify_pages(class_session_id, student_id)
        return entry


def answer_question(*, class_session_id: str, student_id: str, number: int, given: int) -> None:
    """Record the answer to question `number` (from 1). Idempotent: the first answer wins.

    :raises ServiceError: TICKET_CLOSED, TICKET_NOT_STARTED, TICKET_TIME_UP, or TICKET_PAGE_OLD (not yet asked).
    """
    with transaction() as session:
        ticket = _open_ticket(class_session_id)
        entry = locked_row(session, TicketEntry, (ticket.id, student_id))  # one page at a time
        if entry is None:
            raise ServiceError(TicketErrorCode.TICKET_NOT_STARTED)
        progress = _progress(ticket, entry, ended_at=None)
        if number <= progress.answered:
            return
        if number > progress.answered + 1:
            raise ServiceError(TicketErrorCode.TICKET_PAGE_OLD)
        if progress.is_over:
            raise ServiceError(TicketErrorCode.TICKET_TIME_UP)
        asked, now = question_at(ticket, entry, number), clock.now()
        took = now - (_last_answer_at(entry) or entry.started_at)
        session.add(
            TicketAnswer(
                ticket_id=ticket.id,
                student_id=student_id,
                number=number,
                equation=asked.equation,
                answer=asked.answer,
                skill=asked.skill,
                given=str(given),
                is_right=str(given) == asked.answer,
                milliseconds=round(took / timedelta(milliseconds=1)),
                at=now,
            )
        )
        if number == progress.questions:
            _notify_pages(class_session_id, student_id)


def ticket_of(*, class_session_id: str) -> ExitTicket | None:
    """Return a session's ticket, if it has one."""
    return db.session.execute(
        select(ExitTicket).where(ExitTicket.class_session_id == class_session_id)
    ).scalar_one_or_none()


def has_stopped(ticket: ExitTicket, game: Game | None) -> bool:
    """Return whether opening the ticket stopped this game."""
    if game is None or game.over_at is None:
        return False
    return game.outcome_reason == OutcomeReason.STOPPED and game.over_at >= ticket.opened_at


def student_progress(ticket: ExitTicket, *, student_id: str, ended_at: datetime | None) -> TicketProgress | None:
    """Return a student's progress; None if not started."""
    entry = db.session.get(TicketEntry, (ticket.id, student_id))
    return None if entry is None else _progress(ticket, entry, ended_at=ended_at)


def progress_of(
    ticket: ExitTicket, *, ended_at: datetime | None, student_ids: Collection[str] | None = None
) -> dict[str, TicketProgress]:
    """Return the progress of everyone who has started, or of these students, by student, in one query."""
    is_its = (TicketAnswer.ticket_id == TicketEntry.ticket_id) & (TicketAnswer.student_id == TicketEntry.student_id)
    answered = select(func.count()).select_from(TicketAnswer).where(is_its).scalar_subquery()
    query = select(TicketEntry, answered).where(TicketEntry.ticket_id == ticket.id)
    if student_ids is not None:
        query = query.where(TicketEntry.student_id.in_(student_ids))
    questions = len(ticket.questions["facts"])
    return {
        entry.student_id: TicketProgress(entry, questions, count, ended_at)
        for entry, count in db.session.execute(query)
    }


def question_at(ticket: ExitTicket, entry: TicketEntry, number: int) -> Question:
    """Return the question with this number, in the student's own order."""
    return Question(**ticket.questions["facts"][entry.order["facts"][number - 1]])


def answers_of(entry: TicketEntry) -> list[TicketAnswer]:
    """Return a student's answers in order."""
    return list(db.session.execute(_answers(entry)).scalars())


def _answers(entry: TicketEntry) -> Select[TicketAnswer]:
    own = (TicketAnswer.ticket_id == entry.ticket_id) & (TicketAnswer.student_id == entry.student_id)
    return select(TicketAnswer).where(own).order_by(TicketAnswer.number)


def _progress(ticket: ExitTicket, entry: TicketEntry, *, ended_at: datetime | None) -> TicketProgress:
    answered = db.session.execute(select(func.count()).select_from(_answers(entry).subquery())).scalar_one()
    return TicketProgress(entry, len(ticket.questions["facts"]), answered, ended_at)


def _last_answer_at(entry: TicketEntry) -> datetime | None:
    own = (TicketAnswer.ticket_id == entry.ticket_id) & (TicketAnswer.student_id == entry.student_id)
    return db.session.execute(select(func.max(TicketAnswer.at)).where(own)).scalar_one()


def _notify_pages(class_session_id: str, student_id: str) -> None:
    """After the commit, notify the pages that show the student's progress: the student's and shared devices'."""
    game = current_game_of(class_session_id=class_session_id, student_id=student_id)
    if game is not None and game.is_shared:
        notify_table(game)
    else:
        notify(class_session_id, [student_id])


def _check_can_open(class_session: ClassSession) -> None:
    if class_session.state == SessionState.ENDED:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    if class_session.state not in UNDER_WAY or class_session.is_practice:
        raise ServiceError(SessionErrorCode.SESSION_NOT_RUNNING)
    if not TableSettings.from_json(class_session.settings).has_numbers:
        raise ServiceError(TicketErrorCode.NO_TICKET)


def _open_ticket(class_session_id: str) -> ExitTicket:
    is_open = (
        select(ExitTicket)
        .join(ClassSession)
        .where(ExitTicket.class_session_id == class_session_id, ClassSession.state == SessionState.TICKET)
    )
    ticket = db.session.execute(is_open).scalar_one_or_none()
    if ticket is None:
        raise ServiceError(TicketErrorCode.TICKET_CLOSED)
    return ticket
