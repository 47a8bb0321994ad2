"""All tables of a session at a glance: turns, sequences, the last miss, and which tables need attention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from functools import cached_property
from hashlib import blake2b
from math import ceil
from typing import NamedTuple

from classroom import clock
from classroom.database import SaveProblem, save_problem
from classroom.i18n import _, ngettext
from classroom.models import Attendance, ClassSession, SessionState
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.sessions.attention import (
    ANSWERS_LOOKED_AT,
    Reason,
    by_urgency,
    reasons_to_visit,
)
from classroom.presenters.sessions.missing import Absence, MissingStudent, absence, missing_students
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
from classroom.presenters.words import short_names
from classroom.reports.live import RecentAnswer, recent_answers
from classroom.services.attendance import RosterEntry, class_roster
from classroom.services.play.game_row import TableRow, latest_tables
from classroom.services.play.tables import Table, keep_tables
from classroom.services.sessions.class_sessions import who_gets_a_table
from classroom.services.sessions.late_students import bots_beside, tables_with_room
from classroom.services.settings import TableSettings

_TILE, _CALLED = "tile", "called"
_MINUTE = 60
NEXT_GAME = "next-"
"""Prefix of a table's number in a form: join the table with its next game."""


@dataclass(frozen=True, slots=True)
class ShownMiss:
    """A wrong answer."""

    name: str
    equation: str
    given: str | None
    """The label chosen; None if the card was traded in by mistake."""


@dataclass(frozen=True, eq=False, repr=False)
class ShownTable:
    """A table. An unchanged table is the same object, so its cached markup is found at once."""

    number: int
    game_id: str
    round: int
    is_shared: bool
    """Whether its students share one device."""
    worn: tuple[tuple[str, str], ...] = field(repr=False)
    """Attributes with the teams' colors (`teams.worn`)."""
    board: Miniature = field(repr=False)
    drawn: str
    """A digest of `worn`, `board`, and `sides`, for the version of the page."""
    seats: tuple[ShownSeat, ...]
    sides: tuple[ShownTeam, ...] = field(repr=False)
    has_misses: bool
    """Whether there are answers; with playing cards, there are none."""
    miss: ShownMiss | None
    reasons: tuple[Reason, ...]
    """Why the teacher should visit it, most urgent first."""
    turn_number: int
    is_paused: bool
    """Whether this table is paused individually."""
    outcome: str | None
    """How the game ended; None during the game."""
    can_deal: bool
    """Whether a student is left for a next game."""

    def __repr__(self) -> str:
        """Return everything that the version of a page depends on."""
        return self._content

    @cached_property
    def _content(self) -> str:
        return repr([getattr(self, one.name) for one in fields(self) if one.repr])

    @cached_property
    def digest(self) -> str:
        """Return a digest of its tile."""
        return blake2b(self._content.encode(), digest_size=6).hexdigest()

    @property
    def reason(self) -> Reason | None:
        """Return the most urgent reason to visit it."""
        return None if self.is_paused or not self.reasons else self.reasons[0]

    @property
    def more_reasons(self) -> int:
        """Return the number of further reasons, shown on its page."""
        return max(0, len(self.reasons) - 1)

    @property
    def skips(self) -> int | None:
        """Return the number of the turn that a bot can play for an absent student."""
        return self.turn_number if self.reason and self.reason.is_away else None

    @property
    def has_form(self) -> bool:
        """Return whether the tile has a form, which needs its reader's token."""
        return self.is_paused or self.can_deal or self.skips is not None


@dataclass(frozen=True, slots=True)
class ShownWaiting:
    """A student without a table."""

    student_id: str
    name: str
    absence: Absence
    next_table: int | None
    """The table that the student joins with its next game."""

    @property
    def away(self) -> str:
        """Return why the student has no page open, as the text of a badge, or ""."""
        return self.absence.text


@dataclass(frozen=True, slots=True)
class TableWithRoom:
    """A table that a late student can join with its next game."""

    number: int
    students: int
    """The number of players it will have."""
    has_bot: bool
    """Whether a bot plays there, too."""

    @property
    def value(self) -> str:
        """Return the value in a form."""
        return f"{NEXT_GAME}{self.number}"


@dataclass(frozen=True, slots=True)
class LivePage:
    """A session in progress."""

    is_paused: bool
    ending: ShownEnding | None
    """When the games end by schedule."""
    tables: tuple[ShownTable, ...]
    """Tables to visit, most urgent first; those in progress; finished ones."""
    waiting: tuple[ShownWaiting, ...]
    """Students without a table."""
    room: tuple[TableWithRoom, ...]
    """The tables that one of them can join with the next game."""
    new_tables: tuple[OfferedFit, ...]
    """The new tables that can be opened for all of them."""
    free_seats: tuple[FreeSeat, ...] = field(repr=False)  # `tables` includes both
    seated: tuple[SeatedStudent, ...] = field(repr=False)
    """Students who can swap seats."""
    absent: tuple[MissingStudent, ...]
    """Students on the roster who have not joined."""
    locked_out: tuple[MissingStudent, ...]
    """Students who are locked out."""
    wrong_tries: int
    """Wrong PINs of the last hour, if someone seems to be guessing; otherwise 0."""
    on_several_devices: tuple[MissingStudent, ...]
    """Students who are signed in on more than one device."""
    unlinked_accounts: int
    """The number of school accounts that wait for a teacher to link them."""
    save_problem: SaveProblem | None
    """Why nothing can be saved now."""

    @property
    def all_waiting_are_away(self) -> bool:
        """Return whether all students without a table seem to have left, so there is no hurry."""
        return bool(self.waiting) and all(one.absence is Absence.AWAY for one in self.waiting)

    @property
    def ends(self) -> str:
        """Return when the games end by schedule; "" without one."""
        if self.ending is None:
            return ""
        if self.ending.seconds < _MINUTE:
            return _("Ends at %(time)s, in less than a minute", time=self.ending.at)
        minutes = ceil(self.ending.seconds / _MINUTE)
        return ngettext(
            "Ends at %(time)s, in %(num)d minute", "Ends at %(time)s, in %(num)d minutes", minutes, time=self.ending.at
        )

    @property
    def table_numbers(self) -> tuple[int, ...]:
        """Return the tables' numbers in order."""
        return tuple(sorted(table.number for table in self.tables))

    @property
    def games_over(self) -> int:
        """Return the number of tables whose game is over."""
        return sum(table.outcome is not None for table in self.tables)

    @property
    def can_deal(self) -> bool:
        """Return whether the next game can start at a table."""
        return any(table.can_deal for table in self.tables)

    @property
    def has_shared_device(self) -> bool:
        """Return whether a table shares one device."""
        return any(table.is_shared for table in self.tables)

    @property
    def to_visit(self) -> tuple[ShownTable, ...]:
        """Return the tables that need attention, most urgent first."""
        return tuple(table for table in self.tables if table.reason)

    @property
    def in_need(self) -> int:
        """Return the number of tables that need attention."""
        return len(self.to_visit)

    @property
    def in_need_openly(self) -> int:
        """Return the number of them with a reason that students may read."""
        return sum(table.reason is not None and not table.reason.is_private for table in self.tables)


def live_page(class_session: ClassSession, *, hides_misses: bool = False) -> LivePage:
    """Build the page of a session in progress. The number of queries is independent of its tables and past sessions.

    :param hides_misses: whether students can see the page: then neither texts nor the order of tables reveal missed
        answers.
    """
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
    short = short_names({one.student_id: one.name for one in roster})
    found = [
        _table(game, table, _Readers(connected, in_class, short, hides_misses), is_paused=is_paused)
        for game, table in zip(games, shared, strict=True)
    ]
    tables = tuple(table for table, _ in sorted(found, key=_place_on_page))
    seated = {seat.student_id for table in tables for seat in table.seats}
    waiting = [one for one in present if one.student_id not in seated]
    settings = TableSettings.from_json(class_session.settings)
    room = tables_with_room(games, waiting, settings) if waiting else {}
    return LivePage(
        is_paused=is_paused,
        ending=shown_ending(class_session),
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
        on_several_devices=missing.on_several_devices,
        unlinked_accounts=missing.unlinked_accounts,
        save_problem=save_problem(),
    )


def _read_answers(tables: Sequence[SharedTable]) -> None:
    """Read the latest answers at tables that have changed since such a page was last built."""
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
    """Build the students without a table."""
    return tuple(ShownWaiting(one.student_id, one.name, absence(one), one.next_table) for one in waiting)


class _Readers(NamedTuple):
    """Data shared by all tables."""

    connected: Mapping[str, bool]
    """Whether students have a page open, by student ID."""
    in_class: Container[str]
    """IDs of students who are still in the class."""
    short: Mapping[str, str]
    """Students' names on the page, by ID."""
    hides_misses: bool


def _table(
    game: TableRow, table: SharedTable, common: _Readers, *, is_paused: bool
) -> tuple[ShownTable, tuple[Reason, ...]]:
    """Build a table. Also return its reasons separately: their urgency grows while the table stays equal."""
    answers = table.answers or ()
    is_in_progress = table.seen.outcome is None
    can_move = is_in_progress and not is_paused and game.paused_at is None
    idle = clock.now() - game.moved_at if can_move else timedelta()
    seats = _called(shown_seats(table, common.connected), table, common.short)
    reasons = _reasons(seats, idle, answers, common, can_move=can_move) if is_in_progress else ()
    can_deal = not is_in_progress and any(
        one.student_id in common.in_class for one in table.table.seated if one.student_id
    )
    looks_like = (seats, reasons, game.paused_at is None, can_deal, common.hides_misses)
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
        has_misses=table.has_numbers and not common.hides_misses,
        miss=None if common.hides_misses else _last_miss(table.table, answers, common.short),
        reasons=reasons,
        turn_number=table.seen.turn_number,
        is_paused=is_in_progress and game.paused_at is not None,
        outcome=shown_outcome(game, table.seen),
        can_deal=can_deal,
    )
    table.kept[_TILE] = looks_like, shown
    return shown, reasons


def _called(seats: tuple[ShownSeat, ...], table: SharedTable, short: Mapping[str, str]) -> tuple[ShownSeat, ...]:
    """Use students' short names; return the same object if nothing changes."""
    names = tuple(short.get(seat.student_id or "", seat.name) for seat in seats)
    kept: tuple[tuple[ShownSeat, ...], tuple[str, ...], tuple[ShownSeat, ...]] | None = table.kept.get(_CALLED)
    if kept is not None and kept[0] is seats and kept[1] == names:
        return kept[2]
    called = tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
    table.kept[_CALLED] = seats, names, called
    return called


def _reasons(
    seats: tuple[ShownSeat, ...],
    idle: timedelta,
    answers: Sequence[RecentAnswer],
    common: _Readers,
    *,
    can_move: bool,
) -> tuple[Reason, ...]:
    reasons = reasons_to_visit(seats, idle, answers, can_move=can_move)
    shown = (reason for reason in reasons if not (reason.is_private and common.hides_misses))
    return tuple(sorted(shown, key=by_urgency))


def _place_on_page(found: tuple[ShownTable, tuple[Reason, ...]]) -> tuple[int, tuple[int, float], int]:
    """Sort tables: to visit, in progress, finished."""
    table, reasons = found
    if table.reason:
        return 0, by_urgency(reasons[0]), table.number
    return (1 if table.outcome is None else 2), (0, 0), table.number


def _last_miss(table: Table, answers: Sequence[RecentAnswer], short: Mapping[str, str]) -> ShownMiss | None:
    miss = next((answer for answer in reversed(answers) if not answer.is_right), None)
    if miss is None:
        return None
    names = {one.student_id: name_of(table, one) for one in table.tenures}
    return ShownMiss(short.get(miss.student_id, names[miss.student_id]), miss.equation, miss.given)
