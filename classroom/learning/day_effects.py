"""How much better and worse days differ, estimated from a class's own answers.

If a student's days differ by more than chance, many answers of one day say less. The excess of the variance between
days over that of chance (method of moments) is pooled over the students, and with the usual value, because few days
cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

USUAL_VARIANCE = 0.5**2
"""Variance of a student's level from day to day, in squared logits, if nothing is known."""
_WEIGHT = 170.0
"""Its weight: that of 30 students' days with 16 answers each, of which 82% are correct."""
_LEAST_VARIANCE = 0.15**2
Days: TypeAlias = Sequence[tuple[int, int]]
"""A student's numbers of correct answers and of answers on each day."""


def day_variance(students: Iterable[Days]) -> float:
    """Return the variance of a student's level from day to day, in squared logits.

    >>> day_variance([])
    0.25
    >>> round(day_variance([[(13, 16)] * 8] * 24), 4), round(day_variance([[(16, 16), (8, 16)] * 4] * 24), 2)
    (0.0225, 1.55)
    """
    excess, weight = USUAL_VARIANCE * _WEIGHT, _WEIGHT
    for days in students:
        right, answers = total_of(days)
        if not 0 < right < answers:
            continue
        share = right / answers
        squares = sum(number**2 for _, number in days)
        by_chance = share * (1 - share) * (answers - squares / answers)
        excess += sum((correct - number * share) ** 2 for correct, number in days) - by_chance
        around_mean = squares - 2 * sum(number**3 for _, number in days) / answers + squares**2 / answers**2
        weight += (share * (1 - share)) ** 2 * around_mean
    return max(_LEAST_VARIANCE, excess / weight)


def total_of(days: Days) -> tuple[int, int]:
    """Return the numbers of correct answers and of answers on all days."""
    return sum(right for right, _ in days), sum(answers for _, answers in days)


def share_of_a_day(days: Days) -> float:
    """Return the probability that two answers of a student are of the same day."""
    return sum(number**2 for _, number in days) / sum(number for _, number in days) ** 2


def alike_answers(answers: float, variance: float, usual: float) -> float:
    """Return how many answers count as one, because those of a day are alike.

    :param variance: of the student's mean level on these days, in squared logits
    :param usual: the usual success rate
    """
    return 1 + answers * variance * usual * (1 - usual)
