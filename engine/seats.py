"""Seats and teams: the engine knows no people."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 … n-1, clockwise."""

MOST_SEATS = 12


class Team(StrEnum):
    """A team; seats are assigned to teams in this order."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"


def seats_for(players: int, teams: int) -> tuple[Team, ...]:
    """Assign teams to seats, alternating between teams."""
    order = tuple(Team)
    return tuple(order[seat % teams] for seat in range(players))
