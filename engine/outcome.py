"""How a game ends."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.seats import Team
from engine.sequences import CompletedSequence


class OutcomeReason(StrEnum):
    """Why a game is over."""

    SEQUENCES = "sequences"
    """A team has the sequences it needs."""
    STALLED = "stalled"
    """Every seat's latest turn ended in a pass (D3)."""
    STOPPED = "stopped"
    """The host ended it."""


class Outcome(NamedTuple):
    """How a game ended."""

    reason: OutcomeReason
    winner: Team | None
    """None: a draw."""
    sequences: tuple[CompletedSequence, ...]
    """Those of all teams, in the order of making."""


def leading_team(sequences: Iterable[CompletedSequence]) -> Team | None:
    """Name the team with the most sequences, if it has more than every other (D9)."""
    made = [sequence.team for sequence in sequences]
    counts = sorted(((made.count(team), team) for team in set(made)), reverse=True)
    if not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return None
    return counts[0][1]
