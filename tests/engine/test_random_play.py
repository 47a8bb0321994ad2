"""The mean length of random games, which a change of the rules would shift.

The mean of n games is within z standard errors of the true mean, except in a proportion of runs that depends on z: 1 of
15,000 for z = 4. The seeds are fixed, so a test that passes continues to pass. z is how far a harmless change, such as
another order of moves, may shift the mean.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from engine import BUILT_IN_DECKS, Layout, Setup, classic_setup, legal_moves, numbers_setup, start, step

GAMES = 200
Z = 4.0


def numbers(rng: Random) -> Setup:
    return numbers_setup(deck=BUILT_IN_DECKS["mixed"], size="10x10", layout=Layout.IN_ORDER, players=2, rng=rng)


def classic(rng: Random) -> Setup:
    return classic_setup(players=2, rng=rng)


def steps_of(setup: Setup, rng: Random) -> int:
    """Count the moves of one game in which each legal move is equally likely."""
    position = start(setup)
    steps = 0
    while position.outcome is None:
        _, position = step(position, rng.choice(legal_moves(position)), rng)
        steps += 1
    return steps


@pytest.mark.nightly
@pytest.mark.parametrize(("table", "expected"), [(numbers, 60), (classic, 81)])
def test_the_mean_length_of_a_random_game(table: Callable[[Random], Setup], expected: int) -> None:
    lengths = []
    for seed in range(GAMES):
        rng = Random(seed)
        lengths.append(steps_of(table(rng), rng))
    # Expected means are rounded to whole steps, so allow half a step more.
    room = Z * stdev(lengths) / sqrt(GAMES) + 0.5
    assert abs(mean(lengths) - expected) < room
    assert room < expected / 8, "too few games to tell anything"
