"""The exit ticket on the device that goes round at a table: covered until a student taps the own name.

No page for the table tells how anybody did, not even how many answers somebody gave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from classroom.models import ClassSession, ExitTicket, Game, SessionState, Student
from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.exit_ticket import (
    TicketQuestionPage,
    TicketStartPage,
    asking_page,
    ticket_to_show,
)
from classroom.presenters.words import isolated
from classroom.services.exit_tickets.writing import TicketProgress, progress_of
from classroom.services.play.seats import students_at
from classroom.services.play.tables import table_of
from engine import CLASSIC

_DONE = 2
"""After 0, not begun, and 1, begun: so far is somebody who writes no more."""

_SEATS = max(CLASSIC.player_counts)


@dataclass(frozen=True, slots=True)
class Writer:
    """A student of the table and how far the own ticket is."""

    student: Student
    writing: TicketProgress | None
    """None: not begun."""
    step: int
    """0: not begun, 1: begun, 2: done. Looked at once, so that a page and its version say the same."""

    @property
    def is_done(self) -> bool:
        """Whether nothing more can be written."""
        return self.step == _DONE


@dataclass(frozen=True, slots=True)
class TableTicket:
    """A table's exit ticket on its one device."""

    ticket: ExitTicket
    class_session: ClassSession
    student_id: str
    """Who is signed in on the device."""
    writers: dict[int, Writer]
    """By seat: who sat at the table when the games ended."""
    seats: int
    uncovered_seat: int | None
    """Whose questions the device shows; None: nobody's."""

    @property
    def version(self) -> PageVersion:
        """All that the device's page depends on."""
        progress = sum(one.step for one in self.writers.values()) + _DONE * (self.seats - len(self.writers))
        shown, answered = 0, 0
        if self.uncovered_seat is not None:
            writing = self.writers[self.uncovered_seat].writing
            shown, answered = 1 + self.uncovered_seat, writing.answered if writing else 0
        return PageVersion(self.ticket.id, (self.class_session.version, progress, shown, answered))

    @property
    def uncovered(self) -> str | None:
        """What the address says while somebody's questions are shown."""
        return None if self.uncovered_seat is None else address_of(self.ticket, self.uncovered_seat)

    @property
    def is_called(self) -> bool:
        """Whether somebody of the table has something to write."""
        is_open = self.class_session.state == SessionState.TICKET
        return is_open and any(not one.is_done for one in self.writers.values())


@dataclass(frozen=True, slots=True)
class ShownWriter:
    """A student of the table, by name."""

    name: str
    uncover: str
    """What the button gives back: it uncovers this student's questions, and of this ticket only."""
    has_begun: bool
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class CoveredTicketPage:
    """The table's ticket as everybody around the device may see it."""

    template: ClassVar[str] = "play/_ticket_covered.html"

    title: str
    text: str
    writers: tuple[ShownWriter, ...]
    is_written: bool
    """Whether somebody has begun and is not done, maybe on another device: the page has to look again."""
    is_closed: bool
    own_name: str | None
    """Who is signed in and may see the own result; None: that student is not done."""
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
    """The ticket to show on the device of a table; None: there is none, or it ended unwritten by whoever is signed in.

    :param game: the last one of the table.
    :param shown: the version of the page that asks: questions that it shows stay in view.
    :param uncover: whose questions are to be shown, as the address says.
    """
    ticket = ticket_to_show(class_session)
    if ticket is None:
        return None
    students = students_at(game)
    ids = [one.id for one in students.values()]
    writings = progress_of(ticket, ended_at=class_session.ended_at, student_ids=ids)
    if class_session.state == SessionState.ENDED and student_id not in writings:
        return None
    writers = {seat: _writer(student, writings.get(student.id)) for seat, student in students.items()}
    wanted = _address_in(shown) if uncover is None else uncover
    uncovered = [seat for seat in writers if address_of(ticket, seat) == wanted and not writers[seat].is_done]
    return TableTicket(
        ticket, class_session, student_id, writers, len(table_of(game).seated), uncovered[0] if uncovered else None
    )


def table_ticket_page(table: TableTicket, *, can_practice: bool, refusal: str | None = None) -> TableTicketPage:
    """Show a table's ticket: the questions of whoever took the device, else the names.

    :param can_practice: whether a game with a bot is offered once the lesson is over.
    :param refusal: the sentence for what was just refused.
    """
    if table.uncovered_seat is None:
        return _covered_page(table, can_practice=can_practice, refusal=refusal)
    writer = table.writers[table.uncovered_seat]
    return asking_page(table.ticket, writer.writing, refusal=refusal, holder=writer.student)


def _writer(student: Student, writing: TicketProgress | None) -> Writer:
    return Writer(student, writing, 0 if writing is None else _DONE if writing.is_over else 1)


def _covered_page(table: TableTicket, *, can_practice: bool, refusal: str | None) -> CoveredTicketPage:
    to_write = [seat for seat, one in table.writers.items() if not one.is_done]
    next_seat = min(to_write, key=lambda seat: (table.writers[seat].step, seat), default=None)
    is_closed = table.class_session.state == SessionState.ENDED
    title, text = _words(None if next_seat is None else table.writers[next_seat], is_closed=is_closed)
    own = next((one for one in table.writers.values() if one.student.id == table.student_id), None)
    return CoveredTicketPage(
        title=title,
        text=text,
        writers=tuple(
            ShownWriter(
                name=one.student.name,
                uncover=address_of(table.ticket, seat),
                has_begun=one.writing is not None,
                is_done=one.is_done,
                is_next=seat == next_seat,
            )
            for seat, one in table.writers.items()
        ),
        is_written=any(table.writers[seat].writing is not None for seat in to_write),
        is_closed=is_closed,
        own_name=own.student.name if own is not None and own.writing and own.is_done else None,
        can_practice=is_closed and can_practice,
        refusal=refusal,
    )


def _words(writer: Writer | None, *, is_closed: bool) -> tuple[str, str]:
    if is_closed:
        return "The session is over", "Well done today!"
    if writer is None:
        return "All of you are done", "Well done! Your teacher will go on in a moment."
    name = isolated(writer.student.name)
    title = f"{name} is writing" if writer.step else f"{name}’s turn"
    return title, "A few last questions, for each of you alone. Tap your own name; everybody else looks away."


def address_of(ticket: ExitTicket, seat: int) -> str:
    """What the address says to uncover the questions of a seat. It means nothing on another ticket, nor in a game."""
    return f"{ticket.id}.{seat}"


def _address_in(version: PageVersion | None) -> str | None:
    """The same, of the questions that a page shows."""
    if version is None or len(version.numbers) != 4:
        return None
    _, _, uncovered, _ = version.numbers
    return f"{version.what}.{uncovered - 1}" if 0 < uncovered <= _SEATS else None
