"""Names and colors of the teams of a table, or of all tables, chosen by a teacher."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from classroom.i18n import _, lazy_gettext
from classroom.models import ClassSession
from classroom.presenters.table.teams import team_name
from classroom.services.attendance import attendances_of
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.sizes import is_table_size
from classroom.services.seating.table_plans import EVERY_TABLE, Color, table_plans_of, teams_at
from classroom.services.settings import TableSettings
from engine import Team

_SHAPES = {
    Team.BLUE: lazy_gettext("Round chips"),
    Team.GREEN: lazy_gettext("Square chips"),
    Team.RED: lazy_gettext("Triangle chips"),
}
_COLOR_LABELS = {
    Team.BLUE: lazy_gettext("Color of the round chips"),
    Team.GREEN: lazy_gettext("Color of the square chips"),
    Team.RED: lazy_gettext("Color of the triangle chips"),
}


@dataclass(frozen=True, slots=True)
class OfferedColor:
    value: str
    text: str
    color_attributes: dict[str, str]
    """The attribute with the color of the team's chip."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TeamFields:
    team: str
    shape: str
    """The shape of its chips, in any color."""
    color_label: str
    name: str
    """As typed; "" for the name of its color."""
    colors: tuple[OfferedColor, ...]


@dataclass(frozen=True, slots=True)
class TeamChoice:
    number: int
    """The table's number; `EVERY_TABLE` for all."""
    teams: tuple[TeamFields, ...]

    @property
    def title(self) -> str:
        return (
            _("Teams at all tables") if self.number == EVERY_TABLE else _("Teams at table %(table)d", table=self.number)
        )


def team_choice(class_session: ClassSession, number: int, typed: Mapping[str, tuple[str, str]]) -> TeamChoice | None:
    """Build the page with the saved or just typed choices; None if there is no such table."""
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


def _team(team: Team, name: str, color: str) -> TeamFields:
    colors = tuple(
        OfferedColor(
            value=one.value,
            text=team_name({team.value: {"colour": one.value}}, team.value),
            color_attributes={f"data-{team}": one.value} if one != team.value else {},
            is_chosen=one == color,
        )
        for one in Color
    )
    return TeamFields(team.value, str(_SHAPES[team]), str(_COLOR_LABELS[team]), name, colors)
