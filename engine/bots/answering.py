"""The number that a bot gives for a card to be solved ahead (D10)."""

from __future__ import annotations

from random import Random

from engine.cards import LARGEST_ANSWER

_SLIPS = (1, 2, 10)


def number_given(right: int, miss_rate: float, rng: Random) -> int:
    """Answer rightly, or now and then with a number near by.

    :param miss_rate: the share of answers that are wrong
    """
    if rng.random() >= miss_rate:
        return right
    return (right + rng.choice(_SLIPS)) % (LARGEST_ANSWER + 1)
