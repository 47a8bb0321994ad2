"""Seats and teams: the only people the engine knows."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 … n-1, clockwise."""

MOST_SEATS = 12


class Team(StrEnum):
    """A side of the table; the order is the order in which seats are given to teams."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"


def seats_for(players: int, teams: int) -> tuple[Team, ...]:
    """Give every seat its team: the members of a team sit alternately."""
    order = tuple(Team)
    return tuple(order[seat % teams] for seat in range(players))
