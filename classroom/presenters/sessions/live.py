"""All tables of a session at a glance: turns, sequences, the last miss, and which tables need attention."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from classroom import clock
from classroom.database import SaveProblem, save_problem
from classroom.i18n import current_language
from classroom.models import Attendance, ClassSession, SessionState
from classroom.prepared_statements import one_connection
from classroom.presenters.ending import shown_ending
from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.attention import ANSWERS_LOOKED_AT
from classroom.presenters.sessions.live_bar import LiveBar, live_bar
from classroom.presenters.sessions.live_tables import LiveTable, People, Person, ShownTable, live_table
from classroom.presenters.sessions.missing import Absence, Missing, absence, missing_students
from classroom.presenters.sessions.planned import OfferedFit, offered_fits
from classroom.presenters.sessions.seats import FreeSeat, SeatedStudent, connections
from classroom.presenters.table.shared import SharedTable, shared_table
from classroom.presenters.words import short_names
from classroom.reports.live import RecentAnswer, recent_answers
from classroom.services.attendance import RosterEntry, class_roster
from classroom.services.play.game_row import TableRow, latest_tables
from classroom.services.play.tables import UNUSED_TABLE_TIME, keep_tables
from classroom.services.sessions.class_sessions import who_gets_a_table
from classroom.services.sessions.late_students import bots_beside, expected_students, next_tables, tables_with_room
from classroom.services.sessions.taught_session import TaughtSession
from classroom.services.settings import TableSettings

_CACHE_SIZE = 500
"""Pages, with up to 100 kB each."""
NEXT_GAME = "next-"
"""Prefix of a table's number in a form: join the table with its next game."""


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
        return f"{NEXT_GAME}{self.number}"


@dataclass(frozen=True)
class LivePage:
    """A session in progress. An unchanged page is the same object."""

    bar: LiveBar
    tables: tuple[ShownTable, ...]
    """Tables to visit, most urgent first; those in progress; finished ones."""
    waiting: tuple[ShownWaiting, ...]
    """Students without a table."""
    joining: int
    """How many of them get a seat with the next games, by themselves."""
    without_room: int
    """How many of those who are here get none, unless the teacher assigns one."""
    room: tuple[TableWithRoom, ...]
    """The tables that one of them can join with the next game."""
    new_tables: tuple[OfferedFit, ...]
    free_seats: tuple[FreeSeat, ...] = field(repr=False)  # `tables` includes both
    seated: tuple[SeatedStudent, ...] = field(repr=False)
    """Students who can swap seats."""
    missing: Missing
    save_problem: SaveProblem | None
    """Why nothing can be saved now."""

    @cached_property
    def version(self) -> PageVersion:
        """Return the page's version, a digest of its content."""
        return PageVersion.of_content("live", self)

    @property
    def is_paused(self) -> bool:
        return self.bar.is_paused

    @property
    def all_waiting_are_away(self) -> bool:
        """Return whether all students without a table seem to have left, so there is no hurry."""
        return bool(self.waiting) and all(one.absence is Absence.AWAY for one in self.waiting)

    @property
    def table_numbers(self) -> tuple[int, ...]:
        return tuple(sorted(table.number for table in self.tables))

    @property
    def has_shared_device(self) -> bool:
        return any(table.is_shared for table in self.tables)

    @property
    def to_visit(self) -> tuple[ShownTable, ...]:
        """Return the tables that need attention, most urgent first."""
        return tuple(table for table in self.tables if table.reason)


class _Kept(NamedTuple):
    """A page as last shown."""

    page: LivePage
    tables: Mapping[str, LiveTable]
    """By game ID."""
    at: datetime


_lock = threading.Lock()
_kept: OrderedDict[tuple[str, str, bool], _Kept] = OrderedDict()
"""By session, language, and whether misses are hidden; the most recently used last."""


def _kept_page(key: tuple[str, str, bool]) -> _Kept | None:
    with _lock:
        return _kept.get(key)


def _keep_page(key: tuple[str, str, bool], kept: _Kept) -> None:
    with _lock:
        _kept[key] = kept
        _kept.move_to_end(key)
        while len(_kept) > _CACHE_SIZE or kept.at - next(iter(_kept.values())).at > UNUSED_TABLE_TIME:
            _kept.popitem(last=False)


def live_page(class_session: ClassSession | TaughtSession, *, hides_misses: bool = False) -> LivePage:
    """Build the page of a session in progress. The number of queries is independent of its tables and past sessions.

    :param hides_misses: whether students can see the page: then neither texts nor the order of tables reveal missed
        answers.
    """
    key = (class_session.id, current_language().tag, hides_misses)
    before = _kept_page(key)
    with one_connection():
        games = latest_tables(class_session.id)
        roster = class_roster(class_session_id=class_session.id)
        missing = missing_students(class_session, roster)
    people = _people(roster)
    tables = _live_tables(games, people, {} if before is None else before.tables, hides_misses=hides_misses)
    shown = tuple(one.shown for one in sorted(tables, key=attrgetter("place")))
    seated = tuple(chain.from_iterable(one.seated for one in tables))
    with_table = {one.student_id for one in seated}
    waiting = [one for one in roster if one.has_joined and one.student_id not in with_table]
    is_paused = class_session.state == SessionState.PAUSED
    expected = expected_students(waiting)
    joining = _joining(games, expected, class_session) if expected else 0
    page = LivePage(
        bar=live_bar(shown, shown_ending(class_session), is_paused=is_paused),
        tables=shown,
        waiting=shown_waiting(waiting),
        joining=joining,
        without_room=sum(one.next_table is None for one in expected) - joining,
        room=_room(games, waiting, class_session) if waiting else (),
        new_tables=_new_tables(waiting, class_session) if waiting else (),
        free_seats=tuple(chain.from_iterable(one.free_seats for one in tables)),
        seated=seated,
        missing=missing,
        save_problem=save_problem(),
    )
    if before is not None and before.page == page:
        page = before.page
    _keep_page(key, _Kept(page, {one.game.id: one for one in tables}, clock.now()))
    return page


def _people(roster: Sequence[RosterEntry]) -> People:
    connected = connections(roster)
    short = _short_names(tuple((one.student_id, one.name) for one in roster))
    return {student_id: Person(name, connected[student_id]) for student_id, name in short.items()}


@lru_cache(maxsize=_CACHE_SIZE)
def _short_names(named: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return short_names(dict(named))


def _live_tables(
    games: Sequence[TableRow], people: People, before: Mapping[str, LiveTable], *, hides_misses: bool
) -> list[LiveTable]:
    """Build all tables. Unchanged ones are neither read nor built again."""
    now = clock.now()
    changed = [one for one in games if one.id not in before or not before[one.id].is_as(one, people, now=now)]
    keep_tables(changed)
    shared = [shared_table(game) for game in changed]
    _read_answers(shared)
    built = {
        game.id: live_table(game, table, people, hides_misses=hides_misses, before=before.get(game.id))
        for game, table in zip(changed, shared, strict=True)
    }
    return [built.get(game.id) or before[game.id] for game in games]


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


def _joining(
    games: Sequence[TableRow], expected: Sequence[RosterEntry], class_session: ClassSession | TaughtSession
) -> int:
    settings = TableSettings.from_json(class_session.settings)
    return len(next_tables(games, expected, class_session_id=class_session.id, settings=settings))


def _room(
    games: Sequence[TableRow], waiting: Sequence[RosterEntry], class_session: ClassSession | TaughtSession
) -> tuple[TableWithRoom, ...]:
    settings = TableSettings.from_json(class_session.settings)
    room = tables_with_room(games, waiting, settings)
    return tuple(
        TableWithRoom(number, students, bool(bots_beside(students, settings))) for number, students in room.items()
    )


def _new_tables(waiting: Sequence[RosterEntry], class_session: ClassSession | TaughtSession) -> tuple[OfferedFit, ...]:
    return offered_fits(len(who_gets_a_table(waiting)), TableSettings.from_json(class_session.settings))
