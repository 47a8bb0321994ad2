"""What a teacher chooses from for the teams of a table, or of all tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from classroom.models import ClassSession
from classroom.services.attendance import attendances_of
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.sizes import is_table_size
from classroom.services.seating.table_plans import EVERY_TABLE, Color, table_plans_of, teams_at
from classroom.services.settings import TableSettings
from engine import Team

_SHAPES = {Team.BLUE: "Round chips", Team.GREEN: "Square chips", Team.RED: "Triangles"}


@dataclass(frozen=True, slots=True)
class OfferedColor:
    """A color that a team can wear."""

    value: str
    worn: dict[str, str]
    """The attribute that paints the team's chip so."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TeamToDress:
    """A team, and what it is called and wears now."""

    team: str
    shape: str
    """What its chips are like whatever their color."""
    name: str
    """As typed; empty: as its color is called."""
    colors: tuple[OfferedColor, ...]


@dataclass(frozen=True, slots=True)
class TeamChoice:
    """The page of a table."""

    number: int
    """`EVERY_TABLE`: of all tables."""
    teams: tuple[TeamToDress, ...]

    @property
    def title(self) -> str:
        """What the page is about."""
        return "Teams at all tables" if self.number == EVERY_TABLE else f"Teams at table {self.number}"


def team_choice(class_session: ClassSession, number: int, typed: Mapping[str, tuple[str, str]]) -> TeamChoice | None:
    """Show what was chosen, or what was just typed; None if there is no such table."""
    settings = TableSettings.from_json(class_session.settings)
    planned = planned_tables(attendances_of(class_session_id=class_session.id))
    if number != EVERY_TABLE and number not in planned:
        return None
    sizes = [len(people) for at, people in planned.items() if number in {EVERY_TABLE, at}]
    can_play = [size for size in sizes if is_table_size(size, settings.table_sizes)] or [settings.table_size]
    count = max(settings.teams_for(max(size, 2)) for size in can_play)
    looks = teams_at(table_plans_of(class_session_id=class_session.id), number)
    chosen = {team.value: looks.get(team.value, {}) for team in Team}
    now = {team: (look.get("name", ""), look.get("colour", team)) for team, look in chosen.items()} | dict(typed)
    return TeamChoice(number, tuple(_team(team, *now[team.value]) for team in tuple(Team)[:count]))


def _team(team: Team, name: str, color: str) -> TeamToDress:
    colors = tuple(
        OfferedColor(one.value, {f"data-{team}": one.value} if one != team.value else {}, one == color) for one in Color
    )
    return TeamToDress(team.value, _SHAPES[team], name, colors)
