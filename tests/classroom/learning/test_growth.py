from __future__ import annotations

import math
from datetime import date, timedelta
from random import Random

import pytest

from classroom.learning.growth import (
    BLOCK_DAYS,
    Answered,
    Change,
    block_of,
    growth_of,
    ticket_growth,
)

TODAY = date.fromordinal(BLOCK_DAYS * 26_420 + 5)
START = 2.0


def answers(levels: tuple[float, float], *, each: int, rng: Random) -> list[Answered]:
    """Return first answers in the last two finished blocks, at these levels."""
    found = []
    for number, level in enumerate(levels):
        first = TODAY - timedelta(days=5 + BLOCK_DAYS * (2 - number))
        for place in range(each):
            hard = rng.uniform(-1, 2)
            is_right = rng.random() < 1 / (1 + math.exp(hard - level))
            found.append(Answered(first + timedelta(days=place % BLOCK_DAYS), hard, is_right))
    return found


def test_blocks_are_finished_and_equally_long() -> None:
    assert block_of(TODAY) - block_of(TODAY - timedelta(days=5 + BLOCK_DAYS)) == 1
    growth = growth_of(answers((2.0, 2.0), each=60, rng=Random(1)), today=TODAY, start=START)
    assert growth.answers == (60, 60)


def test_too_few_answers_give_no_growth() -> None:
    growth = growth_of(answers((2.0, 4.0), each=59, rng=Random(1)), today=TODAY, start=START)
    assert growth.change is Change.TOO_FEW
    assert growth.earlier is None
    assert ticket_growth([0, 1, 2, 3, 4, 5, 6], [9, 10, 11, 12, 13, 14, 15]).change is Change.TOO_FEW


@pytest.mark.parametrize(("step", "least", "most"), [(0.0, 0, 8), (1.0, 60, 100), (-1.0, 0, 0)])
def test_how_often_growth_is_found(step: float, least: int, most: int) -> None:
    """100 students who do not change, who improve by a logit, or who drop by one."""
    rng = Random(13)
    found = [
        growth_of(answers((2.0, 2.0 + step), each=100, rng=rng), today=TODAY, start=START).change for _ in range(100)
    ]
    assert least <= found.count(Change.UP) <= most


def test_proportions_use_the_same_equations() -> None:
    growth = growth_of(answers((1.0, 2.5), each=200, rng=Random(3)), today=TODAY, start=START)
    assert growth.change is Change.UP
    assert growth.earlier is not None
    assert growth.later is not None
    assert growth.interval is not None
    assert growth.interval.low < growth.later - growth.earlier < growth.interval.high


def test_tickets_count_as_faster_only_if_that_is_certain() -> None:
    rng = Random(5)
    weeks = list(range(16))
    flat = [ticket_growth(weeks, [max(1.0, rng.gauss(12, 2)) for _ in weeks]).change for _ in range(100)]
    rising = [
        ticket_growth(weeks, [max(1.0, rng.gauss(12 + 0.6 * week, 2)) for week in weeks]).change for _ in range(100)
    ]
    assert flat.count(Change.UP) <= 5
    assert rising.count(Change.UP) >= 80
    middle, low, high = ticket_growth(weeks, [10.0 + week for week in weeks]).band(8)
    assert low < middle < high
