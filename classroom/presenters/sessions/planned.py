"""Tables as planned in a lobby: who sits there, in which team, and what keeps a table from playing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from classroom.models import Attendance, TablePlan
from classroom.presenters.sessions.missing import absence
from classroom.presenters.table.teams import TeamLook, TeamStyles, team_look, worn
from classroom.presenters.words import all_of, any_of
from classroom.services.seating.sizes import is_table_size, table_sizes
from classroom.services.seating.table_choices import teams_at
from classroom.services.settings import TableSettings
from engine import Team


@dataclass(frozen=True, slots=True)
class LobbyStudent:
    """Somebody who has joined."""

    id: str
    name: str
    away: str
    """"away" without a page open, "no device" where none is needed; else empty."""
    table_number: int | None
    team: TeamLook | None
    """The team of the seat planned; None without a seat, or at a table that cannot play."""


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table as planned."""

    number: int
    worn: dict[str, str]
    """Attributes that paint the teams (`teams.worn`)."""
    is_named: bool
    """Whether a teacher chose names or colors."""
    teams: tuple[TeamLook, ...]
    """Those at the table; none at one that cannot play."""
    is_shared: bool
    """Whether one device goes round."""
    students: tuple[LobbyStudent, ...]
    problem: str | None
    """Why it cannot play, and what to do."""
    remedy: str
    """Sizes that it can be split into: "3 and 2"."""

    @property
    def needs_bot(self) -> bool:
        """Whether a bot will be the partner of one student alone."""
        return len(self.students) == 1


def planned_table(
    number: int, people: list[Attendance], settings: TableSettings, plans: Mapping[int, TablePlan]
) -> LobbyTable:
    """Show a table of the plan, with its people in seat order."""
    count = len(people)
    can_play = is_table_size(count, settings.table_sizes)
    looks = teams_at(plans, number)
    teams = _teams(settings.teams_for(max(count, 2)) if can_play else 0, looks)
    remedy = all_of([str(size) for size in table_sizes(count, settings.table_size, settings.table_sizes)])
    is_shared = number in plans and plans[number].is_shared
    return LobbyTable(
        number=number,
        worn=worn(looks),
        is_named=bool(looks),
        teams=teams,
        is_shared=is_shared,
        students=tuple(
            planned_student(one, teams[seat % len(teams)] if teams else None, is_sharing=is_shared)
            for seat, one in enumerate(people)
        ),
        problem=None if can_play else _problem(number, count, remedy, settings.table_sizes),
        remedy=remedy,
    )


def _teams(count: int, looks: TeamStyles) -> tuple[TeamLook, ...]:
    return tuple(team_look(looks, team.value) for team in tuple(Team)[:count])


def _problem(number: int, count: int, remedy: str, allowed: tuple[int, ...]) -> str:
    why = "five cannot be split into even teams" if count == 5 else f"a table seats {any_of(allowed)}"
    return f"Table {number} has {count} players: {why}. Move somebody, or make it {remedy}."


def planned_student(attendance: Attendance, team: TeamLook | None, *, is_sharing: bool = False) -> LobbyStudent:
    """Show somebody who has joined.

    :param is_sharing: whether one device goes round at the table: nobody there needs an own one
    """
    return LobbyStudent(
        id=attendance.student_id,
        name=attendance.student.name,
        away=absence(attendance, is_sharing=is_sharing),
        table_number=attendance.table_number,
        team=team,
    )
