"""A session on the projector: what the whole room may see. It reads neither hands nor answers.

Whoever adds to it: no hand, no miss, no name of who missed or of who is slow, no figure about a student.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from math import ceil

from classroom import clock
from classroom.models import ClassSession, Game, SessionState
from classroom.presenters.sessions.planned import LobbyTable, planned_table
from classroom.presenters.table.end import GameAtEnd, game_at_end, shown_outcome
from classroom.presenters.table.miniature import Miniature
from classroom.presenters.table.players import BOT
from classroom.presenters.table.shared import shared_table
from classroom.presenters.words import all_of, count
from classroom.services.attendance import present_students
from classroom.services.play.games import all_games, current_games
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.table_plans import table_plans_of
from classroom.services.settings import TableSettings

_FIT = ((1, 1), (2, 4), (3, 6), (4, 12))
"""So many columns, for so many tables at most."""


class Stage(StrEnum):
    """What fills the screen."""

    JOINING = "joining"
    SEATED = "seated"
    """The tables are formed."""
    TABLES = "tables"
    """The games go on."""
    EYES_UP = "eyes_up"
    TICKET = "ticket"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ProjectedSide:
    """A team at a table."""

    team: str | None
    """None at a table that is planned and cannot be played at yet."""
    name: str
    members: tuple[str, ...]
    sequences: int = 0
    needed: int = 0
    has_won: bool = False


@dataclass(frozen=True, slots=True)
class ProjectedTable:
    """A table as everybody may see it."""

    number: int
    sides: tuple[ProjectedSide, ...]
    worn: dict[str, str]
    """Attributes that paint the teams (`teams.worn`)."""
    board: Miniature | None = None
    result: str = ""
    """How its game ended, or, afterwards, all of its games."""


@dataclass(frozen=True, slots=True)
class ProjectorPage:
    """The whole screen."""

    stage: Stage
    class_name: str
    tables: tuple[ProjectedTable, ...] = ()
    present: int = 0
    expected: int = 0
    ends: str | None = None
    """When the games end, and how long that is; None if nobody has said so."""

    @property
    def template(self) -> str:
        """The part that shows the stage."""
        return f"sessions/_projector_{self.stage}.html"

    @property
    def columns(self) -> int:
        """How many tables stand beside each other, so that all are as large as can be."""
        number = len(self.tables)
        return 3 if number == 3 else next((columns for columns, most in _FIT if number <= most), 5)

    @property
    def rows(self) -> int:
        """How many rows that makes."""
        return ceil(len(self.tables) / self.columns)

    @property
    def lines(self) -> int:
        """How many names, one a line, the fullest tables need room for: 4, 6 or 12."""
        longest = max((sum(len(side.members) for side in table.sides) for table in self.tables), default=0)
        return next((lines for lines in (4, 6) if longest <= lines), 12)


def projector_page(class_session: ClassSession) -> ProjectorPage:
    """Read what the room may see. The number of queries does not depend on the tables."""
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
        tables=tuple(ProjectedTable(table.number, tuple(_planned_sides(table)), table.worn) for table in tables),
        present=len(joined),
        expected=len(joined | listed),
    )


def _planned_sides(table: LobbyTable) -> Iterable[ProjectedSide]:
    names: dict[str | None, list[str]] = defaultdict(list)
    for student in table.students:
        names[student.team.team if student.team else None].append(student.name)
    if table.needs_bot:
        names[table.teams[-1].team].append(BOT)
    called = {look.team: look.name for look in table.teams}
    return (ProjectedSide(team, called.get(team or "", ""), tuple(members)) for team, members in names.items())


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
    members: dict[str, list[str]] = defaultdict(list)
    for player in table.players:
        members[player.team].append(player.name)
    return ProjectedTable(
        number=game.table_number,
        sides=tuple(
            ProjectedSide(
                team=side.team,
                name=side.name,
                members=tuple(members[side.team]),
                sequences=side.sequences,
                needed=side.needed,
                has_won=side.team == game.winner,
            )
            for side in table.teams
        ),
        worn=table.worn,
        board=table.miniature,
        result=shown_outcome(game, table.seen) or "",
    )


def _ends(class_session: ClassSession) -> str | None:
    """Say when the games end by the clock, and in how many minutes."""
    if class_session.ends_at is None:
        return None
    left = max(0, ceil((class_session.ends_at - clock.now()).total_seconds() / 60))
    at = clock.local_time(class_session.ends_at)
    return f"{count(left, 'minute')} left, until {at.hour}:{at:%M}"


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
    """Tell what came of a table's games, in the order of its teams and not of their success."""
    last = games[-1]
    wins = Counter(side.team for game in games for side in game.sides if side.has_won)
    if len(games) == 1:
        result = last.ending
    else:
        lines = [f"{side.name} won {wins[side.team]}" for side in last.sides]
        result = f"{count(len(games), 'game')}: {all_of(lines)}"
    sides = tuple(ProjectedSide(side.team, side.name, side.members) for side in last.sides)
    return ProjectedTable(number, sides, last.worn, result=result)


def _name(class_session: ClassSession) -> str:
    return class_session.school_class.name
