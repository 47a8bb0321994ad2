"""The lobby of a session: who is here, and the tables planned so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.learning.plans import Dealing
from classroom.live import presence
from classroom.presenters.decks import deck_name
from classroom.presenters.reports.words import list_text
from classroom.presenters.words import any_of, count
from classroom.services.class_sessions import attendances_of
from classroom.services.lobby import planned_tables
from classroom.services.settings import TableSettings
from classroom.services.tables import is_table_size, table_sizes
from engine import DrawMode, Layout, SolveMode, Team

if TYPE_CHECKING:
    from classroom.models import Attendance, ClassSession

PLAYING_CARDS = "Playing cards"
"""What the classic edition is called on a teacher's pages."""


@dataclass(frozen=True, slots=True)
class LobbyStudent:
    """Somebody who has joined."""

    id: str
    name: str
    is_connected: bool
    table_number: int | None
    team: str | None
    """The team of the seat planned; None without a seat, or at a table that cannot play."""


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table as planned."""

    number: int
    students: tuple[LobbyStudent, ...]
    problem: str | None
    """Why it cannot play, and what to do."""
    remedy: str
    """Sizes that it can be split into: "3 and 2"."""

    @property
    def needs_bot(self) -> bool:
        """Whether a bot will be the partner of one student alone."""
        return len(self.students) == 1


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Everybody who has joined, and where they will sit."""

    tables: tuple[LobbyTable, ...]
    unplaced: tuple[LobbyStudent, ...]
    """Who has no place yet: everybody, or whoever joined after the tables were formed."""
    absent: tuple[str, ...]
    """Names on the roster that have not joined."""
    table_size: int
    allowed_sizes: tuple[int, ...]
    rules: str
    """Cards and rules in a line."""

    @property
    def present(self) -> int:
        """How many have joined."""
        return len(self.unplaced) + sum(len(table.students) for table in self.tables)

    @property
    def next_number(self) -> int:
        """The number of a further table."""
        return 1 + max((table.number for table in self.tables), default=0)

    @property
    def problems(self) -> tuple[str, ...]:
        """What keeps the games from starting."""
        return tuple(table.problem for table in self.tables if table.problem)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many students each table will have, as far as it can play; without any, the size wished for."""
        planned = tuple(len(table.students) for table in self.tables if table.problem is None)
        return planned + self._further_sizes or (self.table_size,)

    @property
    def _further_sizes(self) -> tuple[int, ...]:
        present = len(self.unplaced)
        return tuple(table_sizes(present, self.table_size, self.allowed_sizes)) if present else ()

    @property
    def further_tables(self) -> str:
        """Where the start puts those who have no place yet."""
        sizes = self._further_sizes
        if not sizes:
            return ""
        tables = f"tables of {list_text([str(size) for size in sizes])}" if len(sizes) > 1 else f"a table of {sizes[0]}"
        return "a table with a bot" if sizes == (1,) else tables


def lobby_page(class_session: ClassSession) -> LobbyPage:
    """Read the lobby; the number of queries does not depend on who is there."""
    settings = TableSettings.from_json(class_session.settings)
    present = attendances_of(class_session_id=class_session.id)
    joined = {one.student_id for one in present}
    return LobbyPage(
        tables=tuple(_table(number, people, settings) for number, people in planned_tables(present).items()),
        unplaced=tuple(_student(one, None) for one in present if one.table_number is None),
        absent=tuple(one.name for one in class_session.school_class.students if one.id not in joined),
        table_size=settings.table_size,
        allowed_sizes=settings.table_sizes,
        rules=rules_text(settings),
    )


def rules_text(settings: TableSettings) -> str:
    """Cards and rules in a line, as far as they are not always the same."""
    tables = f"tables of {settings.table_size}"
    if settings.has_numbers:
        tries = {None: "any number of tries", 1: "1 try"}.get(settings.tries, f"{settings.tries} tries")
        if settings.solve is SolveMode.AHEAD:
            tries += " for each card, answered ahead on a number pad"
        parts = [deck_name(settings), f"board {settings.board.replace('x', ' × ')}", tables, tries]
    else:
        parts = [PLAYING_CARDS, tables]
    if settings.table_size in {6, 12} and settings.teams_of_six == 3:
        parts.append(f"three teams at {'six' if settings.table_size == 6 else 'twelve'}")
    if settings.has_numbers and settings.layout is Layout.MIXED:
        parts.append("numbers mixed")
    if settings.has_numbers and settings.dealing is not Dealing.SAME:
        parts.append(_dealing_text(settings))
    if settings.sequences_to_win is not None:
        parts.append(f"{count(settings.sequences_to_win, 'sequence')} to win")
    if settings.draw is DrawMode.MANUAL:
        parts.append("cards taken by hand")
    if settings.table_talk:
        parts.append("table-talk penalty")
    return f"{', '.join(parts)}."


def _dealing_text(settings: TableSettings) -> str:
    if settings.dealing is Dealing.BY_LEVEL:
        return "equations at the level set for each student"
    if settings.has_own_skills:
        return "equations at each student’s own level (the skills of the deck)"
    return f"equations at each student’s own level (grades {settings.lowest_grade} to {settings.highest_grade})"


def _table(number: int, people: list[Attendance], settings: TableSettings) -> LobbyTable:
    count = len(people)
    can_play = is_table_size(count, settings.table_sizes)
    teams = settings.teams_for(max(count, 2)) if can_play else 0
    order = tuple(Team)
    remedy = list_text([str(size) for size in table_sizes(count, settings.table_size, settings.table_sizes)])
    return LobbyTable(
        number=number,
        students=tuple(_student(one, order[seat % teams].value if teams else None) for seat, one in enumerate(people)),
        problem=None if can_play else _problem(number, count, remedy, settings.table_sizes),
        remedy=remedy,
    )


def _problem(number: int, count: int, remedy: str, allowed: tuple[int, ...]) -> str:
    why = "five cannot be split into even teams" if count == 5 else f"a table seats {any_of(allowed)}"
    return f"Table {number} has {count} players: {why}. Move somebody, or make it {remedy}."


def _student(attendance: Attendance, team: str | None) -> LobbyStudent:
    return LobbyStudent(
        id=attendance.student_id,
        name=attendance.student.name,
        is_connected=presence.is_connected(attendance.seen_at),
        table_number=attendance.table_number,
        team=team,
    )
