"""Every level of bots beats the one below it: a few games here, `make ladder` plays thousands."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from time import process_time

import pytest

from engine import BUILT_IN_DECKS, BotLevel, Layout, choose, numbers_setup, view
from engine.bots.table import own_labels, play_out

from .ladder import PAIRS, Score, play_pair, total

GAMES = 240
TOLERANCE = 3 * 0.5 / sqrt(GAMES)
"""Three standard errors: an unchanged level fails with one of 700 seeds."""
MEASURED = [0.88, 0.637, 0.619]
"""The rates of 3,000 games, as in docs/bots.md."""


def test_each_pair_has_adjacent_levels() -> None:
    assert PAIRS == [
        (BotLevel.FIRST_STEPS, BotLevel.EASY),
        (BotLevel.EASY, BotLevel.GOOD),
        (BotLevel.GOOD, BotLevel.STRONG),
    ]


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize(("pair", "measured"), list(zip(PAIRS, MEASURED, strict=True)))
def test_the_higher_level_wins_as_often_as_measured(pair: tuple[BotLevel, BotLevel], measured: float) -> None:
    assert total(play_pair(*pair, GAMES, seed=3)).rate > measured - TOLERANCE


@pytest.mark.nightly
def test_a_level_wins_half_against_itself() -> None:
    scores = play_pair(BotLevel.EASY, BotLevel.EASY, 80, seed=3)
    assert {board: score.games for board, score in scores.items()} == dict.fromkeys(scores, 20)
    # The same deal and the same chance, seats swapped: what one wins, the other wins too.
    assert total(scores).rate == pytest.approx(0.5)


def test_the_interval() -> None:
    assert str(Score(games=100, points=60)) == " 60.0 % ± 9.6 (100 games)"


def test_a_strong_move_takes_at_most_a_millisecond() -> None:
    """Measured against plain work of the same run, so that a busy or slow machine does not matter.

    On the machine where a strong move on this board took 0.32 ms, the plain work took 1.1 ms.
    """
    rng = Random(5)
    setup = numbers_setup(deck=BUILT_IN_DECKS["mixed"], size="10x10", layout=Layout.IN_ORDER, players=2, rng=rng)
    steps = play_out(setup, [BotLevel.GOOD] * 2, rng, most_turns=25)
    seen = [(view(after, after.turn), own_labels(after)) for _, after in steps if after.outcome is None]

    def choosing() -> None:
        for one, labels in seen:
            choose(one, labels, BotLevel.STRONG, Random(1))

    def plain_work() -> None:
        sum((number * 2_654_435_761 & 0xFFFF).bit_count() for number in range(10_000))

    cost, unit = _best_of(choosing) / len(seen), _best_of(plain_work)
    assert cost < 0.8 * unit


def _best_of(work: Callable[[], None]) -> float:
    """Time the processor's share of some work, the best of several rounds."""
    times = []
    for _ in range(7):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)
