"""All tables of a session at a glance: whose turn, sequences, the last miss, and which table needs a visit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import timedelta
from functools import cached_property

from classroom import clock
from classroom.models import Attendance, ClassSession, SessionState
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.moments import how_long
from classroom.presenters.sessions.attention import (
    ANSWERS_LOOKED_AT,
    Reason,
    ShownVisit,
    attention_list,
    reasons_to_visit,
)
from classroom.presenters.sessions.missing import AWAY, MissingStudent, absence, missing_students
from classroom.presenters.sessions.planned import OfferedFit, offered_fits
from classroom.presenters.sessions.seats import (
    FreeSeat,
    SeatedStudent,
    ShownSeat,
    connections,
    free_seats,
    seated_students,
    shown_seats,
)
from classroom.presenters.table.end import shown_outcome
from classroom.presenters.table.miniature import Miniature
from classroom.presenters.table.players import name_of
from classroom.presenters.table.shared import SharedTable, shared_table
from classroom.presenters.table.teams import ShownTeam
from classroom.reports.live import RecentAnswer, recent_answers
from classroom.services.attendance import RosterEntry, class_roster
from classroom.services.play.game_row import TableRow, latest_tables
from classroom.services.play.tables import Table, keep_tables
from classroom.services.sessions.class_sessions import who_gets_a_table
from classroom.services.sessions.late_students import bots_beside, tables_with_room
from classroom.services.settings import TableSettings

_TILE = "tile"
NEXT_GAME = "next-"
"""Before a table's number, where a place is chosen: join it with its next game."""


@dataclass(frozen=True, slots=True)
class ShownMiss:
    """A wrong answer."""

    name: str
    equation: str
    given: str | None
    """The label chosen; None: the card was called dead."""


@dataclass(frozen=True, eq=False, repr=False)
class ShownTable:
    """One table. One that looks as before is the same object, so that its markup is found at once."""

    number: int
    game_id: str
    round: int
    is_shared: bool
    """Whether one device goes round."""
    worn: tuple[tuple[str, str], ...] = field(repr=False)
    """Attributes that paint the teams (`teams.worn`)."""
    board: Miniature = field(repr=False)
    drawn: str
    """Tells `worn`, `board` and `sides` from others: in the version of the page it stands for them."""
    seats: tuple[ShownSeat, ...]
    sides: tuple[ShownTeam, ...] = field(repr=False)
    idle: str
    """How long nobody has moved; empty if that is not long, the game is over or the session is paused."""
    has_misses: bool
    """Whether there are answers to miss; with playing cards there are none."""
    miss: ShownMiss | None
    reasons: tuple[Reason, ...]
    """Why the teacher should go there."""
    is_paused: bool
    """Whether this table alone is paused."""
    outcome: str | None
    """How the game ended; None while it goes on."""
    can_deal: bool
    """Whether a next game there is for anybody."""

    def __repr__(self) -> str:
        """Tell all that the version of a page depends on."""
        return self._told

    @cached_property
    def _told(self) -> str:
        return repr([getattr(self, one.name) for one in fields(self) if one.repr])

    @property
    def needs_visit(self) -> bool:
        """Whether there is a reason to go there."""
        return bool(self.reasons)

    @property
    def has_form(self) -> bool:
        """Whether something can be sent from the tile, which needs a token of its reader."""
        return self.is_paused or self.can_deal

    @property
    def needs_openly(self) -> int:
        """How many of the reasons students may read."""
        return sum(not reason.is_private for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class ShownWaiting:
    """A student without a table."""

    student_id: str
    name: str
    away: str
    """`AWAY` without a page open, "no device" where none is to be expected; else empty."""
    next_table: int | None
    """The table that the student joins with its next game."""


@dataclass(frozen=True, slots=True)
class TableWithRoom:
    """A table that a late student can join with its next game."""

    number: int
    students: int
    """How many it has then."""
    has_bot: bool
    """Whether a bot plays there too."""

    @property
    def value(self) -> str:
        """What a form sends for it."""
        return f"{NEXT_GAME}{self.number}"


@dataclass(frozen=True, slots=True)
class LivePage:
    """A session under way."""

    is_paused: bool
    ending: ShownEnding | None
    """When the games end by themselves."""
    attention: tuple[ShownVisit, ...]
    """The students and tables to go to first."""
    tables: tuple[ShownTable, ...]
    waiting: tuple[ShownWaiting, ...]
    """Those without a table."""
    room: tuple[TableWithRoom, ...]
    """The tables that one of them can join with the next game."""
    new_tables: tuple[OfferedFit, ...]
    """What new tables for all of them would be like."""
    free_seats: tuple[FreeSeat, ...] = field(repr=False)  # `tables` tell both
    seated: tuple[SeatedStudent, ...] = field(repr=False)
    """Who can swap seats."""
    absent: tuple[MissingStudent, ...]
    """Those on the roster who have not joined."""
    locked_out: tuple[MissingStudent, ...]
    """Who cannot sign in, or not again."""
    wrong_tries: int
    """Wrong PINs of the last hour, if somebody seems to guess; else 0."""

    @property
    def waits_for_nobody(self) -> bool:
        """Whether those without a table have all gone, as far as one can see: no reason to hurry."""
        return bool(self.waiting) and all(one.away == AWAY for one in self.waiting)

    @property
    def table_numbers(self) -> tuple[int, ...]:
        """The tables in order."""
        return tuple(table.number for table in self.tables)

    @property
    def games_over(self) -> int:
        """How many tables have finished their game."""
        return sum(table.outcome is not None for table in self.tables)

    @property
    def can_deal(self) -> bool:
        """Whether there is a table at which the next game can be dealt."""
        return any(table.can_deal for table in self.tables)

    @property
    def has_shared_device(self) -> bool:
        """Whether there is a table at which nobody needs a device of their own."""
        return any(table.is_shared for table in self.tables)

    @property
    def in_need(self) -> int:
        """How many need a visit, students and tables: as many as are marked."""
        return sum(len(table.reasons) for table in self.tables)

    @property
    def in_need_openly(self) -> int:
        """How many of them are marked while misses are hidden."""
        return sum(table.needs_openly for table in self.tables)


def live_page(class_session: ClassSession) -> LivePage:
    """Read a session under way. The number of queries depends neither on its tables nor on past sessions."""
    games = latest_tables(class_session.id)
    roster = class_roster(class_session_id=class_session.id)
    present = [one for one in roster if one.has_joined]
    connected = connections(present)
    missing = missing_students(class_session, roster)
    in_class = {one.student_id for one in roster}
    is_paused = class_session.state == SessionState.PAUSED
    keep_tables(games)
    shared = [shared_table(game) for game in games]
    _read_answers(shared)
    found = [
        _table(game, table, connected, in_class, is_paused=is_paused) for game, table in zip(games, shared, strict=True)
    ]
    tables = tuple(table for table, _ in found)
    seated = {seat.student_id for table in tables for seat in table.seats}
    waiting = [one for one in present if one.student_id not in seated]
    settings = TableSettings.from_json(class_session.settings)
    room = tables_with_room(games, waiting, settings) if waiting else {}
    return LivePage(
        is_paused=is_paused,
        ending=shown_ending(class_session),
        attention=attention_list((table.game_id, table.number, reasons) for table, reasons in found),
        tables=tables,
        waiting=shown_waiting(waiting),
        room=tuple(
            TableWithRoom(number, students, bool(bots_beside(students, settings))) for number, students in room.items()
        ),
        new_tables=offered_fits(len(who_gets_a_table(waiting)), settings),
        free_seats=free_seats(games),
        seated=seated_students(games),
        absent=missing.absent,
        locked_out=missing.locked_out,
        wrong_tries=missing.wrong_tries,
    )


def _read_answers(tables: Sequence[SharedTable]) -> None:
    """Read the latest answers at the tables that have moved on since a page like this was shown."""
    unread = [table for table in tables if table.answers is None]
    if not unread:
        return
    by_game: dict[str, list[RecentAnswer]] = defaultdict(list)
    ids = [table.table.game_id for table in unread]
    for answer in recent_answers(game_ids=ids, of_each_student=ANSWERS_LOOKED_AT):
        by_game[answer.game_id].append(answer)
    for table in unread:
        table.answers = tuple(by_game[table.table.game_id])


def shown_waiting(waiting: Iterable[Attendance | RosterEntry]) -> tuple[ShownWaiting, ...]:
    """Students without a table."""
    return tuple(ShownWaiting(one.student_id, one.name, absence(one), one.next_table) for one in waiting)


def _table(
    game: TableRow, table: SharedTable, connected: Mapping[str, bool], in_class: Container[str], *, is_paused: bool
) -> tuple[ShownTable, tuple[Reason, ...]]:
    """Show one table. Gives the reasons to go there apart as well: their urgency grows while all else stays.

    :param in_class: the students who have not left the class since.
    """
    answers = table.answers or ()
    is_going_on = table.seen.outcome is None
    can_move = is_going_on and not is_paused and game.paused_at is None
    idle = clock.now() - game.moved_at if can_move else timedelta()
    seats = shown_seats(table, connected)
    reasons = reasons_to_visit(seats, idle, answers, can_move=can_move) if is_going_on else ()
    shown_idle = how_long(idle)
    can_deal = not is_going_on and any(one.student_id in in_class for one in table.table.seated if one.student_id)
    looks_like = (seats, shown_idle, reasons, game.paused_at is None, can_deal)
    kept: tuple[object, ShownTable] | None = table.kept.get(_TILE)
    if kept is not None and kept[0] == looks_like:
        return kept[1], reasons
    shown = ShownTable(
        number=game.table_number,
        game_id=game.id,
        round=game.round,
        is_shared=game.is_shared,
        worn=tuple(table.worn.items()),
        board=table.miniature,
        drawn=table.drawn,
        seats=seats,
        sides=table.teams,
        idle=shown_idle,
        has_misses=table.has_numbers,
        miss=_last_miss(table.table, answers),
        reasons=reasons,
        is_paused=is_going_on and game.paused_at is not None,
        outcome=shown_outcome(game, table.seen),
        can_deal=can_deal,
    )
    table.kept[_TILE] = looks_like, shown
    return shown, reasons


def _last_miss(table: Table, answers: Sequence[RecentAnswer]) -> ShownMiss | None:
    miss = next((answer for answer in reversed(answers) if not answer.is_right), None)
    if miss is None:
        return None
    names = {one.student_id: name_of(table, one) for one in table.tenures}
    return ShownMiss(names[miss.student_id], miss.equation, miss.given)
