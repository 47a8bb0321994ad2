"""What a signed-in student sees now: the waiting room, the table, or the end of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from sqlalchemy.orm import joinedload

# Not functools.cached_property: until Python 3.12 it has a lock shared by all threads. A query that waits for a
# connection while holding it could deadlock with threads that have all connections and wait for the lock.
from werkzeug.utils import cached_property

from classroom.database import db, end_read
from classroom.i18n import pgettext
from classroom.models import Attendance, ClassSession, Game, SessionState, Student
from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.end import EndPage, end_page
from classroom.presenters.student.exit_ticket import OwnTicket, TicketPage, own_ticket, ticket_page
from classroom.presenters.student.play import TablePage, table_page
from classroom.presenters.student.shared import CoveredPage, covered_page
from classroom.presenters.student.shared_ticket import TableTicket, TableTicketPage, table_ticket, table_ticket_page
from classroom.presenters.student.waiting import WaitingPage, waiting_page
from classroom.presenters.table.announcement import announcement
from classroom.presenters.table.shared import SharedTable, kept_shared_table, shared_table
from classroom.presenters.words import isolated
from classroom.services.open_sessions import may_practice, open_session_of
from classroom.services.play.baselines import is_warm_up_due
from classroom.services.play.location import Location, find_location
from classroom.services.play.positions import kept_progress

StudentPage: TypeAlias = WaitingPage | TablePage | CoveredPage | EndPage | TicketPage | TableTicketPage
"""Each has a ``template``."""

_LOOKS = 3
"""How often to read a location again because the table has changed."""
_WITH_SESSION = joinedload(Game.class_session, innerjoin=True)


@dataclass(frozen=True)
class StudentLocation:
    """Where a student is."""

    student_id: str
    here: Location | None
    """None in no session."""
    warms_up: bool = False
    """Whether the warm-up comes before the game's first card."""
    is_uncovered: bool = False
    """On a shared device: whether it shows the active student's hand."""
    ticket: OwnTicket | TableTicket | None = None
    """The exit ticket after the games, shown instead of the last game."""
    found_table: SharedTable | None = None
    """The table of a game in progress, if already found."""

    @cached_property
    def class_session(self) -> ClassSession | None:
        """Return the session that the student joined last, open or ended; None without one."""
        if self.game is not None:
            return self.game.class_session
        return None if self.here is None else db.session.get(ClassSession, self.here.class_session_id)

    @cached_property
    def game(self) -> Game | None:
        """Return the latest game at the student's table, over or not; None if the student is waiting."""
        game_id = self.here.game_id if self.here else None
        return None if game_id is None else db.session.get(Game, game_id, options=[_WITH_SESSION])

    @cached_property
    def table(self) -> SharedTable:
        """Return the table of that game."""
        here = self.here
        if here is None or here.game_id is None:
            raise ValueError("this student sits at no table")
        if self.found_table is not None:
            return self.found_table
        kept = _kept_table(here, here.game_id)
        if kept is not None:
            return kept
        if self.game is None:
            raise LookupError(here.game_id)
        return shared_table(self.game)

    @property
    def is_silent(self) -> bool:
        """Return whether the teacher turned sounds off in this session."""
        return self.class_session is not None and bool(self.class_session.settings.get("silent"))

    @property
    def has_stopped_practice(self) -> bool:
        """Return whether the student last played practice, which is over."""
        return self.here is not None and self.here.is_practice and self.here.state == SessionState.ENDED

    @cached_property
    def introduction(self) -> int:
        """Return the progress in the introduction to the rules, which only waiting students see."""
        return db.session.get_one(Student, self.student_id).introduction

    @property
    def uncovered(self) -> str | None:
        """Return the query parameter while a shared device shows a hand or questions."""
        if isinstance(self.ticket, TableTicket):
            return self.ticket.uncovered
        return str(self.table.position.turn_number) if self.is_uncovered else None

    @cached_property
    def version(self) -> PageVersion:
        """Return everything that the page depends on. At a table: game, session, warm-up, and cover."""
        here = self.here
        if here is None:
            return PageVersion("none", (0, self.introduction))
        if self.ticket is not None:
            return self.ticket.version
        if here.game_id is None or self.has_stopped_practice:
            return PageVersion(here.class_session_id, (here.session_version, self.introduction))
        cover = (_cover(self.table, is_uncovered=self.is_uncovered),) if here.is_shared else ()
        numbers = (here.game_version, here.session_version, int(not self.warms_up), *cover)
        return PageVersion(here.game_id, numbers)


def student_location(
    student_id: str,
    here: Location | None,
    *,
    baselines_a_week: int = 0,
    shown: PageVersion | None = None,
    uncover: str | None = None,
) -> StudentLocation:
    """Return what a student sees.

    :param here: the student's location, as just read from the database.
    :param baselines_a_week: maximum number of warm-ups; 0 for callers that do not show the page.
    :param shown: the version of the requesting page; what it shows of a hand on a shared device stays visible.
    :param uncover: the turn whose hand to show there, or whose questions (`shared_ticket.address_of`).
    """
    here, table = _settled(here)
    where = StudentLocation(student_id, here, found_table=table)
    if here is None:
        return where
    if here.state in {SessionState.TICKET, SessionState.ENDED} and not here.is_practice:
        ticket = _ticket(where, shown=shown, uncover=uncover)
        if ticket is not None:
            return replace(where, ticket=ticket)
    if here.game_id is None:
        return where
    if here.is_shared:
        return replace(where, is_uncovered=_is_uncovered(where, here, shown, uncover))
    return replace(where, warms_up=True) if _warms_up(where, here, baselines_a_week, shown) else where


def _settled(here: Location | None) -> tuple[Location | None, SharedTable | None]:
    """Read the location again while this process can't show the table as of that time.

    Return the location, and the table if a game is in progress.
    """
    for _ in range(_LOOKS):
        if here is None or here.game_id is None or here.is_over:
            break
        table = _table_as_of(here, here.game_id)
        if table is not None:
            return here, table
        end_read()
        here = find_location(here.student_id)
    return here, None


def _table_as_of(here: Location, game_id: str) -> SharedTable | None:
    """Return the table as of a location's versions, from the cache or the database; None if neither has them."""
    known = kept_progress(game_id)
    if known is not None and known.version > here.game_version:
        return None
    kept = _kept_table(here, game_id)
    if kept is not None:
        return kept
    game = db.session.get(Game, game_id, options=[_WITH_SESSION])
    if game is None or (game.version, game.class_session.version) != (here.game_version, here.session_version):
        return None
    return shared_table(game)


def _kept_table(here: Location, game_id: str) -> SharedTable | None:
    return kept_shared_table(game_id, version=here.game_version, session_version=here.session_version)


def is_called(student_id: str, class_id: str, here: Location | None) -> bool:
    """Return whether there is something to play: the student's own game, or a session to join."""
    where = student_location(student_id, here)
    if where.ticket is not None and where.ticket.is_called:
        return True
    here = where.here
    if here is not None and here.game_id is not None and not here.is_over:
        return True
    open_session = open_session_of(class_id=class_id)
    return open_session is not None and (here is None or open_session.id != here.class_session_id)


def student_page(
    where: StudentLocation, *, refusal: str | None = None, tried_card: int | None = None, asks: int | None = None
) -> StudentPage:
    """Build the student's current page.

    :param refusal: the message for a move that was just rejected.
    :param tried_card: the card of that move, which stays selected.
    :param asks: the card that the student chose for the number pad.
    """
    student_id, here = where.student_id, where.here
    if where.ticket is not None:
        can_practice = may_practice(db.session.get_one(Student, student_id))
        if isinstance(where.ticket, TableTicket):
            return table_ticket_page(where.ticket, can_practice=can_practice, refusal=refusal)
        return ticket_page(where.ticket, can_practice=can_practice, refusal=refusal)
    if here is None or here.game_id is None or where.has_stopped_practice:
        attendance = db.session.get(Attendance, (here.class_session_id, student_id)) if here else None
        return waiting_page(where.class_session, attendance, db.session.get_one(Student, student_id))
    if where.table.position.outcome is not None:
        reader = "" if here.is_shared else student_id
        end = end_page(db.session.get_one(Game, here.game_id), seat=here.seat, student_id=student_id)
        return replace(end, announcement=announcement(where.table, reader=reader, since=None))
    if here.is_shared:
        return _shared_table(where, here, refusal=refusal, tried_card=tried_card, asks=asks)
    return table_page(
        where.table,
        here,
        seat=here.seat,
        student_id=student_id,
        warms_up=where.warms_up,
        refusal=refusal,
        tried_card=tried_card,
        asks=asks,
    )


def _ticket(
    where: StudentLocation, *, shown: PageVersion | None, uncover: str | None
) -> OwnTicket | TableTicket | None:
    class_session, game = where.class_session, where.game
    if class_session is None:
        return None
    if game is not None and game.is_shared:
        return table_ticket(class_session, game, student_id=where.student_id, shown=shown, uncover=uncover)
    return own_ticket(class_session, student_id=where.student_id, game=game)


def _warms_up(where: StudentLocation, here: Location, a_week: int, shown: PageVersion | None) -> bool:
    if a_week <= 0 or here.is_over or here.game_id is None or here.started_at is None:
        return False
    is_past = shown is not None and shown.what == here.game_id and shown.numbers[2:] == (1,)
    if is_past or not where.table.solves_ahead:
        return False
    return is_warm_up_due(game_id=here.game_id, started_at=here.started_at, student_id=where.student_id, a_week=a_week)


def _holder_on_turn(table: SharedTable) -> str | None:
    """Return the active student; None for a bot's turn, and when the game is over."""
    if table.position.outcome is not None:
        return None
    return next(one.student_id for one in table.table.seated if one.seat == table.position.turn)


def _shared_table(
    where: StudentLocation, here: Location, *, refusal: str | None, tried_card: int | None, asks: int | None
) -> StudentPage:
    """Build the page of a shared device: with the active player's hand if uncovered, otherwise without a hand."""
    table = where.table
    holder_id = _holder_on_turn(table)
    if not where.is_uncovered or holder_id is None:
        return covered_page(table, here, refusal=refusal)
    seat = table.position.turn
    page = table_page(table, here, seat=seat, student_id=holder_id, refusal=refusal, tried_card=tried_card, asks=asks)
    name = next(player.name for player in table.players if player.seat == seat)
    return replace(
        page,
        holder_id=holder_id,
        turn=page.turn._replace(title=pgettext("student", "%(name)s, your turn", name=isolated(name))),
    )


def _is_uncovered(where: StudentLocation, here: Location, shown: PageVersion | None, uncover: str | None) -> bool:
    """Return whether the active hand is visible: in the turn it was uncovered, until the teacher changes something."""
    if not here.is_under_way or _holder_on_turn(where.table) is None:
        return False
    if uncover is not None:
        return uncover == str(where.table.position.turn_number)
    if shown is None or shown.what != here.game_id or len(shown.numbers) != 4:
        return False
    _, session_version, _, cover = shown.numbers
    return (session_version, cover) == (here.session_version, _cover(where.table, is_uncovered=True))


def _cover(table: SharedTable, *, is_uncovered: bool) -> int:
    """Return a number that increases with every turn, and within a turn when its hand is uncovered."""
    return 2 * table.position.turn_number + is_uncovered
