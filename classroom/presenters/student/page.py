"""What a signed-in student sees: the waiting room, the table or the end of a game, whatever is true now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from classroom.database import db
from classroom.models import Attendance, ClassSession, Game, SessionState, Student
from classroom.presenters.student.end import EndPage, end_page
from classroom.presenters.student.exit_ticket import OwnTicket, TicketPage, own_ticket, ticket_page
from classroom.presenters.student.play import TablePage, table_page
from classroom.presenters.student.shared import CoveredPage, covered_page
from classroom.presenters.student.shared_ticket import TableTicket, TableTicketPage, table_ticket, table_ticket_page
from classroom.presenters.student.waiting import WaitingPage, waiting_page
from classroom.presenters.words import isolated
from classroom.reports.attendance import last_session_of
from classroom.services.open_sessions import open_session_of
from classroom.services.play.baselines import is_warm_up_due
from classroom.services.play.games import current_game_of
from classroom.services.play.moves import seat_of
from classroom.services.play.positions import position_of
from classroom.services.sessions.shared_devices import student_on_turn

StudentPage: TypeAlias = WaitingPage | TablePage | CoveredPage | EndPage | TicketPage | TableTicketPage
"""Each has a ``template``."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a student is."""

    student_id: str
    class_session: ClassSession | None
    """The session that the student joined last, going on or ended; None: none yet."""
    game: Game | None
    """The latest game at the table where the student sits, over or not; None: the student waits."""
    warms_up: bool = False
    """Whether a number is to be typed before the first card of the game is solved."""
    is_uncovered: bool = False
    """At a table with one device: whether it shows the hand of the student on turn."""
    ticket: OwnTicket | TableTicket | None = None
    """The exit ticket after the games, which the page shows in place of the last game."""

    @property
    def uncovered(self) -> str | None:
        """What the address says while the one device of a table shows somebody's hand or questions."""
        if isinstance(self.ticket, TableTicket):
            return self.ticket.uncovered
        return str(position_of(self.game).turn_number) if self.game is not None and self.is_uncovered else None

    @property
    def version(self) -> str:
        """All that the student's page depends on, in a word: "what.3.7". Later numbers are newer."""
        if self.class_session is None:
            return "none.0.0"
        if self.ticket is not None:
            return self.ticket.version
        if self.game is None:
            return f"{self.class_session.id}.{self.class_session.version}.0"
        shown = f"{self.game.id}.{self.game.version}.{self.class_session.version}.{int(not self.warms_up)}"
        return f"{shown}.{_cover(self.game, is_uncovered=self.is_uncovered)}" if self.game.is_shared else shown


def whereabouts(
    student_id: str, *, baselines_a_week: int = 0, shown: str = "", uncover: str | None = None
) -> Whereabouts:
    """Find a student.

    :param baselines_a_week: how often a student warms up at most; 0: never, as for whoever does not show the page.
    :param shown: the version of the page that asks: what it shows of somebody at a table with one device stays in view.
    :param uncover: the turn whose hand is to be shown there, or whose questions (`shared_ticket.address_of`).
    """
    class_session = last_session_of(student_id=student_id)
    if class_session is None:
        return Whereabouts(student_id, None, None)
    game = current_game_of(class_session_id=class_session.id, student_id=student_id)
    ticket = _ticket(class_session, game, student_id=student_id, shown=shown, uncover=uncover)
    if ticket is not None:
        return Whereabouts(student_id, class_session, game, ticket=ticket)
    if game is not None and game.is_shared:
        return Whereabouts(student_id, class_session, game, is_uncovered=_is_uncovered(game, shown, uncover))
    warms_up = game is not None and is_warm_up_due(game, student_id=student_id, a_week=baselines_a_week)
    return Whereabouts(student_id, class_session, game, warms_up)


def is_called(student_id: str, class_id: str) -> bool:
    """Whether there is something to play: the student's own game, or a session not joined yet."""
    where = whereabouts(student_id)
    if where.ticket is not None and where.ticket.is_called:
        return True
    if where.game is not None and where.game.over_at is None:
        return True
    open_session = open_session_of(class_id=class_id)
    return open_session is not None and open_session != where.class_session


def student_page(where: Whereabouts, *, refusal: str | None = None, tried_card: int | None = None) -> StudentPage:
    """Show a student where they are.

    :param refusal: the sentence for a move that was just refused.
    :param tried_card: the card of that move, which stays chosen.
    """
    student_id, class_session, game = where.student_id, where.class_session, where.game
    if where.ticket is not None:
        can_practise = db.session.get_one(Student, student_id).school_class.allows_practice
        if isinstance(where.ticket, TableTicket):
            return table_ticket_page(where.ticket, can_practise=can_practise, refusal=refusal)
        return ticket_page(where.ticket, can_practise=can_practise, refusal=refusal)
    has_stopped = class_session is not None and class_session.is_practice and class_session.state == SessionState.ENDED
    if game is None or class_session is None or has_stopped:
        attendance = db.session.get(Attendance, (class_session.id, student_id)) if class_session else None
        can_practise = db.session.get_one(Student, student_id).school_class.allows_practice
        return waiting_page(class_session, attendance, can_practise=can_practise)
    if game.is_shared and game.over_at is None:
        return _shared_table(where, game, refusal=refusal, tried_card=tried_card)
    seat = seat_of(game=game, student_id=student_id)
    if game.over_at is not None:
        return end_page(game, seat=seat, student_id=student_id)
    return table_page(
        game, seat=seat, student_id=student_id, warms_up=where.warms_up, refusal=refusal, tried_card=tried_card
    )


def _ticket(
    class_session: ClassSession, game: Game | None, *, student_id: str, shown: str, uncover: str | None
) -> OwnTicket | TableTicket | None:
    if game is not None and game.is_shared:
        return table_ticket(class_session, game, student_id=student_id, shown=shown, uncover=uncover)
    return own_ticket(class_session, student_id=student_id)


def _shared_table(where: Whereabouts, game: Game, *, refusal: str | None, tried_card: int | None) -> StudentPage:
    """What the one device of a table shows: the hand of the student on turn, if that student took it, else none."""
    holder_id = student_on_turn(game)
    if not where.is_uncovered or holder_id is None:
        return covered_page(game, refusal=refusal)
    page = table_page(game, seat=position_of(game).turn, student_id=holder_id, refusal=refusal, tried_card=tried_card)
    name = db.session.get_one(Student, holder_id).name
    return replace(page, holder_id=holder_id, turn=replace(page.turn, title=f"{isolated(name)}, your turn"))


def _is_uncovered(game: Game, shown: str, uncover: str | None) -> bool:
    """Whether the hand on turn is in view: in the turn it was uncovered in, and until the teacher changes something."""
    if student_on_turn(game) is None or not game.is_under_way:
        return False
    if uncover is not None:
        return uncover == str(position_of(game).turn_number)
    parts = shown.split(".")
    now = str(game.class_session.version), str(_cover(game, is_uncovered=True))
    return len(parts) == 5 and (parts[0], parts[2], parts[4]) == (game.id, *now)


def _cover(game: Game, *, is_uncovered: bool) -> int:
    """A number that grows with every turn, and within a turn when its hand is uncovered."""
    return 2 * position_of(game).turn_number + is_uncovered
