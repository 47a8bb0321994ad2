"""The class screen, which the whole room can see. It reads neither hands nor answers.

Must not contain hands, misses, names of students who missed or are slow, or statistics of students.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from itertools import groupby
from math import ceil

from classroom import clock
from classroom.i18n import _, ngettext
from classroom.models import ClassSession, Face, Game, SessionState
from classroom.models.face import ROBOT, distinct_faces
from classroom.presenters.moments import time_text
from classroom.presenters.sessions.planned import LobbyTable, planned_table
from classroom.presenters.table.end import GameAtEnd, game_at_end, shown_outcome
from classroom.presenters.table.miniature import Miniature
from classroom.presenters.table.players import BOT, ShownPlayer
from classroom.presenters.table.shared import shared_table
from classroom.presenters.words import all_of
from classroom.services.attendance import present_students
from classroom.services.play.games import all_games, current_games
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.table_plans import table_plans_of
from classroom.services.settings import TableSettings

_FIT = ((1, 1), (2, 4), (3, 6), (4, 12))
"""Columns of names, and the maximum number of tables for each."""
WIDE, SQUARE = (1366, 716), (1024, 716)
"""Usable pixels of a wide and of an older projector; only their ratio matters."""
_ABOVE, _BESIDE = 48, 76
"""Pixels that faces and stars take above or beside a board."""
_NAMES_ABOVE, _NAMES_BESIDE = 96, 210
"""The same with names."""
MAX_COLUMNS = 6
_ROOMY = 4
"""Maximum number of tables with names; with more, the boards would be too small."""
_ROOMY_TABLE = 6
"""Maximum number of names at each of several tables, for the same reason."""
_LONGEST_WORD = 12
"""Letters that fit beside a face and a chip, with four tables in a row."""


class Stage(StrEnum):
    """What the screen shows."""

    JOINING = "joining"
    SEATED = "seated"
    """Tables are formed."""
    TABLES = "tables"
    """Games are in progress."""
    EYES_UP = "eyes_up"
    TICKET = "ticket"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ProjectedSide:
    """A team at a table."""

    team: str | None
    """None at a planned table that can't play yet."""
    name: str
    members: tuple[str, ...]
    faces: tuple[Face | None, ...] = ()
    """The members' faces, except after the games."""
    sequences: int = 0
    needed: int = 0
    has_won: bool = False

    def has_long_word(self, member: int) -> bool:
        """Return whether a word of a member's name is wider than a column of tables, where words don't break."""
        return any(len(word) > _LONGEST_WORD for word in re.split(r"[\s-]", self.members[member]))


@dataclass(frozen=True)
class ProjectedTable:
    """A table as everyone may see it."""

    number: int
    sides: tuple[ProjectedSide, ...]
    color_attributes: tuple[tuple[str, str], ...]
    board: Miniature | None = None
    result: str = ""
    """How its game ended; after the session, how all of its games ended."""

    @property
    def players(self) -> int:
        return sum(len(side.members) for side in self.sides)

    @property
    def is_crowded(self) -> bool:
        """Return whether there are more players than a table has room for."""
        return self.players > _ROOMY_TABLE

    @cached_property
    def digest(self) -> str:
        """Return a digest of its part of the screen."""
        return blake2b(repr(self).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Grid:
    """The layout of boards on a screen."""

    columns: int
    is_beside: bool
    """Whether faces and stars are beside the board rather than above it."""

    @property
    def name(self) -> str:
        """Return the suffix of its class in the style sheet (projector.css)."""
        return f"{self.columns}-{'beside' if self.is_beside else 'above'}"


@dataclass(frozen=True, slots=True)
class BoardFit:
    """The best grid for each kind of screen."""

    wide: Grid
    square: Grid


@dataclass(frozen=True, slots=True)
class ProjectorPage:
    """The whole screen."""

    stage: Stage
    class_name: str
    tables: tuple[ProjectedTable, ...] = ()
    present: int = 0
    expected: int = 0
    arrived: tuple[Face, ...] = ()
    """Faces of the students present, until they have tables."""
    ends: str | None = None
    """When the games end, and the time left; None without a schedule."""

    @property
    def template(self) -> str:
        return f"sessions/_projector_{self.stage}.html"

    @property
    def fit(self) -> BoardFit:
        """Return the grids that make the boards as large as possible."""
        number = len(self.tables)
        wide, square = (best_grid(number, *size, has_names=self.has_names) for size in (WIDE, SQUARE))
        return BoardFit(wide, square)

    @property
    def has_names(self) -> bool:
        """Return whether there is room for names beside the boards."""
        is_roomy = len(self.tables) <= _ROOMY and not any(table.is_crowded for table in self.tables)
        return len(self.tables) == 1 or is_roomy

    @property
    def has_free_cell(self) -> bool:
        """Return whether the grid of a wide screen has room for the class code."""
        return len(self.tables) > _ROOMY and len(self.tables) % self.fit.wide.columns > 0

    @property
    def columns(self) -> int:
        """Return the number of columns for tables with names that makes them as large as possible."""
        number = len(self.tables)
        return 3 if number == 3 else next((columns for columns, most in _FIT if number <= most), 5)

    @property
    def rows(self) -> int:
        return ceil(len(self.tables) / self.columns)

    @property
    def lines(self) -> int:
        """Return the number of lines for names at the fullest table: 4, 6, or 12."""
        longest = max((table.players for table in self.tables), default=0)
        return next((lines for lines in (4, 6) if longest <= lines), 12)


def best_grid(tables: int, width: int, height: int, *, has_names: bool) -> Grid:
    """Return the grid with the largest square boards; of equal ones, the one with fewer columns.

    >>> [best_grid(tables, 1366, 716, has_names=True).name for tables in (1, 2, 3, 4)]
    ['1-beside', '2-above', '3-above', '2-beside']
    >>> best_grid(7, 1366, 716, has_names=False).name
    '4-above'
    """
    above, beside = (_NAMES_ABOVE, _NAMES_BESIDE) if has_names else (_ABOVE, _BESIDE)
    grids = [Grid(columns, is_beside) for columns in range(1, MAX_COLUMNS + 1) for is_beside in (False, True)]

    def board(grid: Grid) -> float:
        across, down = width / grid.columns, height / ceil(tables / grid.columns)
        return min(across - beside, down) if grid.is_beside else min(across, down - above)

    return max(grids, key=board)


def projector_page(class_session: ClassSession) -> ProjectorPage:
    """Build the class screen. The number of queries is independent of the tables."""
    match SessionState(class_session.state):
        case SessionState.LOBBY:
            return _lobby(class_session)
        case SessionState.PLAYING:
            return _tables(class_session)
        case SessionState.PAUSED:
            return ProjectorPage(Stage.EYES_UP, _name(class_session))
        case SessionState.TICKET:
            return ProjectorPage(Stage.TICKET, _name(class_session))
        case SessionState.ENDED:
            return _over(class_session)


def _lobby(class_session: ClassSession) -> ProjectorPage:
    settings = TableSettings.from_json(class_session.settings)
    present = present_students(class_session_id=class_session.id)
    plans = table_plans_of(class_session_id=class_session.id)
    tables = [planned_table(number, people, settings, plans) for number, people in planned_tables(present).items()]
    joined = {one.student_id for one in present}
    listed = {one.id for one in class_session.school_class.students if one.archived_at is None}
    return ProjectorPage(
        stage=Stage.SEATED if tables else Stage.JOINING,
        class_name=_name(class_session),
        tables=tuple(
            ProjectedTable(table.number, tuple(_planned_sides(table)), _attributes(table.color_attributes))
            for table in tables
        ),
        present=len(joined),
        expected=len(joined | listed),
        arrived=() if tables else tuple(one.student.face for one in present),
    )


def _planned_sides(table: LobbyTable) -> Iterable[ProjectedSide]:
    faces = distinct_faces(student.face for student in table.students)
    members: dict[str | None, list[tuple[str, Face]]] = defaultdict(list)
    for student, face in zip(table.students, faces, strict=True):
        members[student.team.team if student.team else None].append((student.name, face))
    if table.needs_bot:
        members[table.teams[-1].team].append((str(BOT), ROBOT))
    team_names = {look.team: look.name for look in table.teams}
    return (
        ProjectedSide(
            team,
            team_names.get(team or "", ""),
            members=tuple(name for name, _face in people),
            faces=tuple(face for _name, face in people),
        )
        for team, people in members.items()
    )


def _tables(class_session: ClassSession) -> ProjectorPage:
    games = current_games(class_session_id=class_session.id)
    return ProjectorPage(
        stage=Stage.TABLES,
        class_name=_name(class_session),
        tables=tuple(map(_table, games)),
        present=len(present_students(class_session_id=class_session.id)),
        ends=_ends(class_session),
    )


def _table(game: Game) -> ProjectedTable:
    table = shared_table(game)
    members: dict[str, list[ShownPlayer]] = defaultdict(list)
    for player in table.players:
        members[player.team].append(player)
    return ProjectedTable(
        number=game.table_number,
        sides=tuple(
            ProjectedSide(
                team=side.team,
                name=side.name,
                members=tuple(player.name for player in members[side.team]),
                faces=tuple(player.face for player in members[side.team]),
                sequences=side.sequences,
                needed=side.needed,
                has_won=side.team == game.winner,
            )
            for side in table.teams
        ),
        color_attributes=_attributes(table.color_attributes),
        board=table.miniature,
        result=shown_outcome(game, table.seen) or "",
    )


def _ends(class_session: ClassSession) -> str | None:
    """Return when the games end by schedule, and in how many minutes."""
    if class_session.ends_at is None:
        return None
    left = max(0, ceil((class_session.ends_at - clock.now()).total_seconds() / 60))
    return ngettext(
        "%(num)d minute left, until %(time)s",
        "%(num)d minutes left, until %(time)s",
        left,
        time=time_text(class_session.ends_at),
    )


def _over(class_session: ClassSession) -> ProjectorPage:
    settings = TableSettings.from_json(class_session.settings)
    games = [game_at_end(game, settings) for game in all_games(class_session_id=class_session.id)]
    tables = groupby(games, key=lambda game: game.table_number)
    return ProjectorPage(
        stage=Stage.OVER,
        class_name=_name(class_session),
        tables=tuple(_played(number, list(played)) for number, played in tables),
    )


def _played(number: int, games: list[GameAtEnd]) -> ProjectedTable:
    """Summarize a table's games, by team rather than by success."""
    last = games[-1]
    wins = Counter(side.team for game in games for side in game.sides if side.has_won)
    if len(games) == 1:
        result = last.ending
    else:
        lines = [_("%(team)s won %(wins)d", team=side.name, wins=wins[side.team]) for side in last.sides]
        result = ngettext("%(num)d game: %(wins)s", "%(num)d games: %(wins)s", len(games), wins=all_of(lines))
    sides = tuple(ProjectedSide(side.team, side.name, side.members) for side in last.sides)
    return ProjectedTable(number, sides, _attributes(last.color_attributes), result=result)


def _attributes(color_attributes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(color_attributes.items())


def _name(class_session: ClassSession) -> str:
    return class_session.school_class.name
