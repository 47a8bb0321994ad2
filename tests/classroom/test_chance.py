from __future__ import annotations

import subprocess
import sys

from classroom.chance import Chance, seeded

chance = Chance()


def draws() -> tuple[list[int], float, float, float]:
    cards = list(range(60))
    chance.shuffle(cards)
    return cards, chance.uniform(1, 2), chance.random(), chance.gauss(0, 1)


def test_a_seed_repeats_every_kind_of_draw() -> None:
    with seeded(7):
        first = draws()
    with seeded(7):
        assert draws() == first
    with seeded(8):
        assert draws() != first


def test_without_a_seed_nothing_repeats_itself() -> None:
    with seeded(7):
        first = draws()
    assert draws() != first
    assert draws() != draws()


def test_people_play_with_the_chance_of_the_system() -> None:
    code = "from classroom import chance; print(type(chance._unseeded).__name__, chance.chance.random())"
    told = {subprocess.check_output([sys.executable, "-c", code], text=True) for _ in range(2)}
    assert len(told) == 2
    assert all(one.startswith("SystemRandom ") for one in told)
