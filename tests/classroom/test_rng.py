from __future__ import annotations

import subprocess
import sys

from classroom.rng import Rng, seeded

rng = Rng()


def draws() -> tuple[list[int], float, float, float]:
    cards = list(range(60))
    rng.shuffle(cards)
    return cards, rng.uniform(1, 2), rng.random(), rng.gauss(0, 1)


def test_a_seed_repeats_every_kind_of_draw() -> None:
    with seeded(7):
        first = draws()
    with seeded(7):
        assert draws() == first
    with seeded(8):
        assert draws() != first


def test_draws_differ_without_a_seed() -> None:
    with seeded(7):
        first = draws()
    assert draws() != first
    assert draws() != draws()


def test_games_use_system_randomness() -> None:
    code = "from classroom import rng; print(type(rng._unseeded).__name__, rng.rng.random())"
    printed = {subprocess.check_output([sys.executable, "-c", code], text=True) for _ in range(2)}
    assert len(printed) == 2
    assert all(one.startswith("SystemRandom ") for one in printed)
