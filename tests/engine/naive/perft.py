"""Counts action sequences with the referee by playing each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .legality import legal_actions

if TYPE_CHECKING:
    from .referee import Referee


def perft(referee: Referee, depth: int) -> int:
    """Count the action sequences of a length from here; defined for automatic drawing.

    :raises ValueError: if a sequence reaches a reshuffle, whose order nothing decides.
    """
    if depth == 0:
        return 1
    if referee.reshuffle_due:
        msg = "perft is not defined across a reshuffle"
        raise ValueError(msg)
    total = 0
    for action in legal_actions(referee):
        after = referee.clone()
        after.apply(action)
        total += perft(after, depth - 1)
    return total
