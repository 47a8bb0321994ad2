"""Names and colors of a table's teams. Records call them blue, green, and red, whatever a teacher chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from classroom.i18n import lazy_pgettext, ngettext
from classroom.presenters.words import isolated
from engine import View

TeamStyles: TypeAlias = "Mapping[str, Any] | None"
"""As stored with a game: `name` and `colour` by team, if a teacher chose them; None for no choice."""


_COLOR_NAMES: Mapping[str, str] = {
    "blue": lazy_pgettext("team", "Blue"),
    "green": lazy_pgettext("team", "Green"),
    "red": lazy_pgettext("team", "Red"),
    "violet": lazy_pgettext("team", "Violet"),
    "teal": lazy_pgettext("team", "Teal"),
    "yellow": lazy_pgettext("team", "Yellow"),
}
"""Names of teams without a name of their own."""


def color_name(color: str) -> str:
    """Return the name of a color, as a team's name."""
    return str(_COLOR_NAMES[color])


_CHIPS: Mapping[str, str] = {
    "blue": lazy_pgettext("chip", "%(team)s circle"),
    "green": lazy_pgettext("chip", "%(team)s square"),
    "red": lazy_pgettext("chip", "%(team)s triangle"),
}
"""The shape depends on the team's place at the table, not on its color (`templates/macros/board.html`)."""


def chip_name(team: str, name: str) -> str:
    """Return the name of a team's chips: "Blue circle".

    :param name: the team's name, for a sentence.
    """
    return str(_CHIPS[team]) % {"team": name}


@dataclass(frozen=True, slots=True)
class TeamLook:
    """A team's display name and color."""

    team: str
    """As in the record; determines the shape of its chips."""
    name: str
    """For a sentence."""
    color: str


@dataclass(frozen=True, slots=True)
class ShownTeam:
    team: str
    name: str
    sequences: int
    needed: int


def team_look(looks: TeamStyles, team: str) -> TeamLook:
    """Return the name and color of a team; by default, those of its color."""
    chosen = (looks or {}).get(team, {})
    color = chosen.get("colour", team)
    name = chosen.get("name")
    return TeamLook(team, isolated(name) if name else color_name(color), color)


def team_name(looks: TeamStyles, team: str) -> str:
    """Return the name of a team in a game."""
    return team_look(looks, team).name


def color_attributes(looks: TeamStyles) -> dict[str, str]:
    """Return the attributes with which a style sheet (paints.css) colors the teams' chips."""
    shown = (team_look(looks, team) for team in looks or {})
    return {f"data-{one.team}": one.color for one in shown if one.color != one.team}


def shown_teams(seen: View, looks: TeamStyles = None) -> tuple[ShownTeam, ...]:
    made = [sequence.team for sequence in seen.sequences]
    needed = seen.rules.sequences_to_win
    teams = seen.seats[: len(seen.chips)]
    return tuple(ShownTeam(team.value, team_name(looks, team.value), made.count(team), needed) for team in teams)


def teams_text(teams: Iterable[ShownTeam]) -> str:
    """Return how many sequences the teams have, for screen readers."""
    return " ".join(
        ngettext("%(team)s: %(num)d sequence.", "%(team)s: %(num)d sequences.", one.sequences, team=one.name)
        for one in teams
    )
