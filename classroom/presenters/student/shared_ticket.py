"""The exit ticket on a shared device: covered until a student taps their name.

Pages for the whole table show no student's result or number of answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from classroom.i18n import pgettext
from classroom.models import ClassSession, ExitTicket, Face, Game, SessionState, Student
from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.exit_ticket import (
    TicketQuestionPage,
    TicketStartPage,
    asking_page,
    ticket_to_show,
)
from classroom.presenters.words import isolated
from classroom.services.exit_tickets.answering import TicketProgress, has_stopped, progress_of
from classroom.services.play.seats import students_at
from classroom.services.play.tables import table_of
from engine import CLASSIC

_DONE = 2
"""The step of a student who is done, after 0 (not started) and 1 (started)."""

_SEATS = max(CLASSIC.player_counts)


@dataclass(frozen=True, slots=True)
class SeatProgress:
    """A student at the table and their progress."""

    student: Student
    progress: TicketProgress | None
    """None if not started."""
    step: int
    """0: not started, 1: started, 2: done. Read once, so that a page and its version agree."""

    @property
    def is_done(self) -> bool:
        return self.step == _DONE


@dataclass(frozen=True, slots=True)
class TableTicket:
    """A table's exit ticket on its shared device."""

    ticket: ExitTicket
    class_session: ClassSession
    student_id: str
    """The student signed in on the device."""
    by_seat: dict[int, SeatProgress]
    """By seat: the students at the table at the end of the games."""
    seats: int
    has_stopped_game: bool
    uncovered_seat: int | None
    """The student whose questions are shown; None while the device is covered."""

    @property
    def version(self) -> PageVersion:
        """Return everything that the device's page depends on."""
        steps = sum(one.step for one in self.by_seat.values()) + _DONE * (self.seats - len(self.by_seat))
        shown, answered = 0, 0
        if self.uncovered_seat is not None:
            progress = self.by_seat[self.uncovered_seat].progress
            shown, answered = 1 + self.uncovered_seat, progress.answered if progress else 0
        return PageVersion(self.ticket.id, (self.class_session.version, steps, shown, answered))

    @property
    def uncovered(self) -> str | None:
        """Return the query parameter while a student's questions are shown."""
        return None if self.uncovered_seat is None else address_of(self.ticket, self.uncovered_seat)

    @property
    def is_called(self) -> bool:
        """Return whether a student at the table still has problems to answer."""
        is_open = self.class_session.state == SessionState.TICKET
        return is_open and any(not one.is_done for one in self.by_seat.values())


@dataclass(frozen=True, slots=True)
class ShownStudent:
    """A student of the table, by name."""

    name: str
    face: Face
    uncover: str
    """The button's value, which uncovers this student's questions on this ticket only."""
    has_begun: bool
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class CoveredTicketPage:
    """The table's ticket as everyone around the device may see it."""

    template: ClassVar[str] = "play/_ticket_covered.html"

    title: str
    text: str
    has_stopped_game: bool
    """Whether the ticket stopped the table's game and no one has started yet, which the page then explains."""
    students: tuple[ShownStudent, ...]
    is_answering: bool
    """Whether a student has started and is not done, maybe on another device, so the page must poll."""
    is_closed: bool
    own_name: str | None
    """The signed-in student, who may see their result; None until that student is done."""
    can_practice: bool
    refusal: str | None


TableTicketPage: TypeAlias = CoveredTicketPage | TicketStartPage | TicketQuestionPage


def table_ticket(
    class_session: ClassSession,
    game: Game,
    *,
    student_id: str,
    shown: PageVersion | None = None,
    uncover: str | None = None,
) -> TableTicket | None:
    """Return the ticket for a shared device; None if there is none to show.

    A ticket that ended before the signed-in student started is not shown.

    :param game: the table's last game.
    :param shown: the version of the requesting page, whose questions stay visible.
    :param uncover: whose questions to show, according to the address.
    """
    ticket = ticket_to_show(class_session)
    if ticket is None:
        return None
    students = students_at(game)
    ids = [one.id for one in students.values()]
    progress = progress_of(ticket, ended_at=class_session.ended_at, student_ids=ids)
    if class_session.state == SessionState.ENDED and student_id not in progress:
        return None
    by_seat = {seat: _seat_progress(student, progress.get(student.id)) for seat, student in students.items()}
    wanted = _address_in(shown) if uncover is None else uncover
    uncovered = [seat for seat in by_seat if address_of(ticket, seat) == wanted and not by_seat[seat].is_done]
    return TableTicket(
        ticket,
        class_session,
        student_id,
        by_seat,
        len(table_of(game).seated),
        has_stopped(ticket, game),
        uncovered[0] if uncovered else None,
    )


def table_ticket_page(table: TableTicket, *, can_practice: bool, refusal: str | None = None) -> TableTicketPage:
    """Show a table's ticket: the questions of the student who took the device, or the names.

    :param can_practice: whether a game with a bot is offered once the session is over.
    :param refusal: the message for a request that was just rejected.
    """
    if table.uncovered_seat is None:
        return _covered_page(table, can_practice=can_practice, refusal=refusal)
    own = table.by_seat[table.uncovered_seat]
    return asking_page(table.ticket, own.progress, refusal=refusal, holder=own.student)


def _seat_progress(student: Student, progress: TicketProgress | None) -> SeatProgress:
    return SeatProgress(student, progress, 0 if progress is None else _DONE if progress.is_over else 1)


def _covered_page(table: TableTicket, *, can_practice: bool, refusal: str | None) -> CoveredTicketPage:
    unfinished = [seat for seat, one in table.by_seat.items() if not one.is_done]
    next_seat = min(unfinished, key=lambda seat: (table.by_seat[seat].step, seat), default=None)
    is_closed = table.class_session.state == SessionState.ENDED
    title, text = _words(None if next_seat is None else table.by_seat[next_seat], is_closed=is_closed)
    own = next((one for one in table.by_seat.values() if one.student.id == table.student_id), None)
    return CoveredTicketPage(
        title=title,
        text=text,
        has_stopped_game=table.has_stopped_game
        and not is_closed
        and all(one.step == 0 for one in table.by_seat.values()),
        students=tuple(
            ShownStudent(
                name=one.student.name,
                face=one.student.face,
                uncover=address_of(table.ticket, seat),
                has_begun=one.progress is not None,
                is_done=one.is_done,
                is_next=seat == next_seat,
            )
            for seat, one in table.by_seat.items()
        ),
        is_answering=any(table.by_seat[seat].progress is not None for seat in unfinished),
        is_closed=is_closed,
        own_name=own.student.name if own is not None and own.progress and own.is_done else None,
        can_practice=is_closed and can_practice,
        refusal=refusal,
    )


def _words(following: SeatProgress | None, *, is_closed: bool) -> tuple[str, str]:
    if is_closed:
        return pgettext("student", "The games are over"), pgettext("student", "Great work, everyone!")
    if following is None:
        return pgettext("student", "You are all done!"), pgettext("student", "Well done! Wait for your teacher.")
    name = isolated(following.student.name)
    title = (
        pgettext("student", "Now answering: %(name)s", name=name)
        if following.step
        else pgettext("student", "Next: %(name)s", name=name)
    )
    return title, pgettext("student", "Exit ticket: tap your name. Everyone else, look away.")


def address_of(ticket: ExitTicket, seat: int) -> str:
    """Return the query parameter that uncovers a seat's questions, on this ticket only."""
    return f"{ticket.id}.{seat}"


def _address_in(version: PageVersion | None) -> str | None:
    """Return the query parameter for the questions that a page shows."""
    if version is None or len(version.numbers) != 4:
        return None
    _, _, uncovered, _ = version.numbers
    return f"{version.what}.{uncovered - 1}" if 0 < uncovered <= _SEATS else None
