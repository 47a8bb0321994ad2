"""What teams are called and wear at a table. The record calls them blue, green and red whatever a teacher chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from classroom.presenters.words import count, isolated
from engine import View

TeamStyles: TypeAlias = "Mapping[str, Any] | None"
"""As a game keeps it: by team `name` and `colour`, where a teacher chose them. None: nothing was chosen."""


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
    """How a team of a game is shown: a name of its own, else that of its color."""
    chosen = (looks or {}).get(team, {})
    color = chosen.get("colour", team)
    name = chosen.get("name")
    return TeamLook(team, isolated(name) if name else str(color).capitalize(), color)


def team_name(looks: TeamStyles, team: str) -> str:
    """What a team of a game is called."""
    return team_look(looks, team).name


def worn(looks: TeamStyles) -> dict[str, str]:
    """Attributes for whatever holds a table: its style sheet paints the chips of the teams by them (board.css)."""
    shown = (team_look(looks, team) for team in looks or {})
    return {f"data-{one.team}": one.color for one in shown if one.color != one.team}


def shown_teams(seen: View, looks: TeamStyles = None) -> tuple[ShownTeam, ...]:
    """The teams of a table and their sequences."""
    made = [sequence.team for sequence in seen.sequences]
    needed = seen.rules.sequences_to_win
    teams = seen.seats[: len(seen.chips)]
    return tuple(ShownTeam(team.value, team_name(looks, team.value), made.count(team), needed) for team in teams)


def teams_text(teams: Iterable[ShownTeam]) -> str:
    """What the teams have reached, for whoever cannot see the board."""
    return " ".join(f"{one.name}: {count(one.sequences, 'sequence')}." for one in teams)
