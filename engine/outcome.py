"""Outcomes of games."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.seats import Team
from engine.sequences import CompletedSequence


class OutcomeReason(StrEnum):
    SEQUENCES = "sequences"
    """A team has enough sequences."""
    STALLED = "stalled"
    """Every seat's latest turn ended in a pass (D3)."""
    STOPPED = "stopped"
    """The host ended it."""


class Outcome(NamedTuple):
    """How a game ended."""

    reason: OutcomeReason
    winner: Team | None
    """None for a draw."""
    sequences: tuple[CompletedSequence, ...]
    """The sequences of all teams, in order of completion."""


def leading_team(sequences: Iterable[CompletedSequence]) -> Team | None:
    """Return the team with more sequences than every other team, or None (D9)."""
    made = [sequence.team for sequence in sequences]
    counts = sorted(((made.count(team), team) for team in set(made)), reverse=True)
    if not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return None
    return counts[0][1]
