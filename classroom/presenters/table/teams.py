"""Names and colors of the teams at a table. The record calls them blue, green, and red, whatever a teacher chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from classroom.i18n import lazy_pgettext, ngettext
from classroom.presenters.words import isolated
from engine import View

TeamStyles: TypeAlias = "Mapping[str, Any] | None"
"""As a game keeps it: by team `name` and `colour`, where a teacher chose them. None: nothing was chosen."""


_COLOR_NAMES: Mapping[str, str] = {
    "blue": lazy_pgettext("team", "Blue"),
    "green": lazy_pgettext("team", "Green"),
    "red": lazy_pgettext("team", "Red"),
    "violet": lazy_pgettext("team", "Violet"),
    "teal": lazy_pgettext("team", "Teal"),
    "yellow": lazy_pgettext("team", "Yellow"),
}
"""Teams without a name of their own are called so."""


def color_name(color: str) -> str:
    """Name a color as the name of a team."""
    return str(_COLOR_NAMES[color])


_CHIPS: Mapping[str, str] = {
    "blue": lazy_pgettext("chip", "%(team)s circle"),
    "green": lazy_pgettext("chip", "%(team)s square"),
    "red": lazy_pgettext("chip", "%(team)s triangle"),
}
"""The shape goes by the team's place at the table, whatever color it wears (`templates/macros/board.html`)."""


def chip_name(team: str, name: str) -> str:
    """Name the chips of a team: "Blue circle".

    :param name: the team's, as in a sentence.
    """
    return str(_CHIPS[team]) % {"team": name}


@dataclass(frozen=True, slots=True)
class TeamLook:
    """A team as it is shown."""

    team: str
    """As in the record; the shape of its chips goes by it."""
    name: str
    """As in a sentence."""
    color: str


@dataclass(frozen=True, slots=True)
class ShownTeam:
    """A side of the table and what it has reached."""

    team: str
    name: str
    sequences: int
    needed: int


def team_look(looks: TeamStyles, team: str) -> TeamLook:
    """Find the name and color of a team: by default, both those of its color."""
    chosen = (looks or {}).get(team, {})
    color = chosen.get("colour", team)
    name = chosen.get("name")
    return TeamLook(team, isolated(name) if name else color_name(color), color)


def team_name(looks: TeamStyles, team: str) -> str:
    """Name a team of a game."""
    return team_look(looks, team).name


def worn(looks: TeamStyles) -> dict[str, str]:
    """Give the attributes by which a style sheet (paints.css) paints the chips of the teams."""
    shown = (team_look(looks, team) for team in looks or {})
    return {f"data-{one.team}": one.color for one in shown if one.color != one.team}


def shown_teams(seen: View, looks: TeamStyles = None) -> tuple[ShownTeam, ...]:
    """Show the teams of a table and their sequences."""
    made = [sequence.team for sequence in seen.sequences]
    needed = seen.rules.sequences_to_win
    teams = seen.seats[: len(seen.chips)]
    return tuple(ShownTeam(team.value, team_name(looks, team.value), made.count(team), needed) for team in teams)


def teams_text(teams: Iterable[ShownTeam]) -> str:
    """Tell how many sequences the teams have, for readers who cannot see the board."""
    return " ".join(
        ngettext("%(team)s: %(num)d sequence.", "%(team)s: %(num)d sequences.", one.sequences, team=one.name)
        for one in teams
    )
