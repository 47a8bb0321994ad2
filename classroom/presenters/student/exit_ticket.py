"""The student's exit ticket: the start, one equation at a time, and the result.

A page contains no equation after the current one. Correct answers are shown only after the ticket is closed for
everyone, because all students get the same equations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from classroom.i18n import pgettext
from classroom.i18n.speech import spoken
from classroom.models import ClassSession, ExitTicket, Face, Game, SessionState, Student, TicketAnswer
from classroom.presenters.page_version import PageVersion
from classroom.services.exit_tickets.answering import (
    TicketProgress,
    answers_of,
    has_stopped,
    question_at,
    student_progress,
    ticket_of,
)

_LAST_STEP = 1_000_000


@dataclass(frozen=True, slots=True)
class OwnTicket:
    ticket: ExitTicket
    class_session: ClassSession
    progress: TicketProgress | None
    """None if not started."""
    has_stopped_game: bool = False

    @property
    def version(self) -> PageVersion:
        return PageVersion(self.ticket.id, (self.class_session.version, self._step))

    @property
    def is_called(self) -> bool:
        """Return whether the student still has problems to answer."""
        is_open = self.class_session.state == SessionState.TICKET
        return is_open and (self.progress is None or not self.progress.is_over)

    @property
    def _step(self) -> int:
        if self.progress is None:
            return 0
        return _LAST_STEP if self.progress.is_over else 1 + self.progress.answered


@dataclass(frozen=True, slots=True)
class TicketStartPage:
    """Before the student starts."""

    template: ClassVar[str] = "play/_ticket_start.html"

    refusal: str | None
    has_stopped_game: bool = False
    """Whether the ticket stopped the student's game, which the page then explains."""
    holder_id: str | None = None
    """The student whose ticket a shared device shows; None on a student's own device."""
    name: str | None = None
    """That student's name."""
    face: Face | None = None
    """That student's animal."""


@dataclass(frozen=True, slots=True)
class TicketQuestionPage:
    template: ClassVar[str] = "play/_ticket.html"

    number: int
    equation: str
    spoken: str
    milliseconds_left: int
    milliseconds: int
    refusal: str | None
    holder_id: str | None = None
    """Like in `TicketStartPage`."""
    name: str | None = None

    @property
    def asks(self) -> str:
        """Return a key that differs for each question."""
        return f"ticket-{self.number}"


@dataclass(frozen=True, slots=True)
class ToLookAt:
    """An equation that the student answered wrong."""

    equation: str
    given: str
    answer: str | None
    """None while others are still answering."""


@dataclass(frozen=True, slots=True)
class TicketDonePage:
    """The student's result, without comparisons."""

    template: ClassVar[str] = "play/_ticket_done.html"

    title: str
    right: int
    answered: int
    again: tuple[ToLookAt, ...]
    is_closed: bool
    """Whether everyone is done."""
    can_practice: bool
    refusal: str | None


TicketPage: TypeAlias = TicketStartPage | TicketQuestionPage | TicketDonePage


def ticket_to_show(class_session: ClassSession) -> ExitTicket | None:
    """Return the ticket of a session, open or closed; None if it has none."""
    if class_session.state not in {SessionState.TICKET, SessionState.ENDED} or class_session.is_practice:
        return None
    return ticket_of(class_session_id=class_session.id)


def own_ticket(class_session: ClassSession, *, student_id: str, game: Game | None = None) -> OwnTicket | None:
    """Return the student's ticket; None if there is none, or it closed before the student started.

    :param game: the student's last game.
    """
    ticket = ticket_to_show(class_session)
    if ticket is None:
        return None
    progress = student_progress(ticket, student_id=student_id, ended_at=class_session.ended_at)
    is_missed = progress is None and class_session.state == SessionState.ENDED
    return None if is_missed else OwnTicket(ticket, class_session, progress, has_stopped(ticket, game))


def ticket_page(own: OwnTicket, *, can_practice: bool, refusal: str | None = None) -> TicketPage:
    """Show a student their ticket.

    :param can_practice: whether a game with a bot is offered once the session is over.
    :param refusal: the message for an answer that was just rejected.
    """
    progress = own.progress
    if progress is not None and progress.is_over:
        return _done(own, progress, can_practice=can_practice, refusal=refusal)
    return asking_page(own.ticket, progress, refusal=refusal, has_stopped_game=own.has_stopped_game)


def asking_page(
    ticket: ExitTicket,
    progress: TicketProgress | None,
    *,
    refusal: str | None,
    holder: Student | None = None,
    has_stopped_game: bool = False,
) -> TicketStartPage | TicketQuestionPage:
    """Show the start, or the next question after it was pressed.

    :param holder: the student whose ticket it is, on a shared device.
    :param has_stopped_game: whether the ticket stopped the student's game.
    """
    holder_id, name = (holder.id, holder.name) if holder is not None else (None, None)
    if progress is None:
        return TicketStartPage(
            refusal, has_stopped_game, holder_id=holder_id, name=name, face=holder.face if holder is not None else None
        )
    asked = question_at(ticket, progress.entry, progress.answered + 1)
    return TicketQuestionPage(
        number=progress.answered + 1,
        equation=asked.equation,
        spoken=spoken(asked.equation),
        milliseconds_left=round(1000 * progress.seconds_left),
        milliseconds=1000 * progress.entry.seconds,
        refusal=refusal,
        holder_id=holder_id,
        name=name,
    )


def own_result(class_session: ClassSession, *, student_id: str) -> TicketDonePage | None:
    """Return a student's result; None before the student is done."""
    own = own_ticket(class_session, student_id=student_id)
    if own is None or own.progress is None or not own.progress.is_over:
        return None
    return _done(own, own.progress, can_practice=False, refusal=None)


def _done(own: OwnTicket, progress: TicketProgress, *, can_practice: bool, refusal: str | None) -> TicketDonePage:
    answers = answers_of(progress.entry)
    is_closed = own.class_session.state == SessionState.ENDED
    return TicketDonePage(
        title=pgettext("student", "You answered them all!")
        if progress.answered >= progress.questions
        else pgettext("student", "Time’s up!"),
        right=sum(answer.is_right for answer in answers),
        answered=len(answers),
        again=tuple(_to_look_at(answer, is_closed=is_closed) for answer in answers if not answer.is_right),
        is_closed=is_closed,
        can_practice=is_closed and can_practice,
        refusal=refusal,
    )


def _to_look_at(answer: TicketAnswer, *, is_closed: bool) -> ToLookAt:
    return ToLookAt(answer.equation, answer.given, answer.answer if is_closed else None)
