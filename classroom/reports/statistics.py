"""Proportions of correct first answers, and their uncertainty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from classroom.learning.statistics import chi_square_tail, wilson_interval

MIN_ANSWERS = 5
"""Minimum first answers for showing a proportion."""

MIN_EXPECTED_COUNT = 5
"""Minimum expected count per cell for a chi-square test."""

_ONE_IN_A_HUNDRED = 0.01


@dataclass(frozen=True, slots=True)
class Proportion:
    """A proportion: `correct` answers out of `trials`.

    >>> Proportion(8, 10).percent, Proportion(8, 10).interval
    (80, (49, 94))
    """

    right: int = 0
    trials: int = 0

    @property
    def missed(self) -> int:
        return self.trials - self.right

    @property
    def has_enough_answers(self) -> bool:
        return self.trials >= MIN_ANSWERS

    @property
    def percent(self) -> int | None:
        """Return the percentage, rounded half up; None without answers. Always show it with `trials`."""
        return (200 * self.right + self.trials) // (2 * self.trials) if self.trials else None

    @property
    def interval(self) -> tuple[int, int]:
        """Return the 95% confidence interval in percent (Wilson, rounded)."""
        low, high = wilson_interval(self.right, self.trials)
        return round(100 * low), round(100 * high)

    def __add__(self, other: Proportion) -> Proportion:
        return Proportion(self.right + other.right, self.trials + other.trials)


def mean_percent(shares: Iterable[Proportion]) -> int | None:
    """Return the mean over students, not answers, so that frequent answers get no extra weight.

    Students with too few answers are left out; None if none is left.
    """
    counted = [share.right / share.trials for share in shares if share.has_enough_answers]
    return int(100 * sum(counted) / len(counted) + 0.5) if counted else None


def is_as_by_chance(tables: Sequence[Sequence[Sequence[int]]]) -> bool | None:
    """Return whether tables of counts, with the same rows, are consistent with chance at the 99% level (chi-square).

    Each table has its own chances; its row is empty for those who have no part in it. None if the test is not valid:
    fewer than two rows, or fewer than 5 expected in a cell of all tables together.

    >>> is_as_by_chance([[[10, 11], [9, 12]]]), is_as_by_chance([[[20, 2], [3, 19]]]), is_as_by_chance([[[1, 1]]])
    (True, False, None)
    >>> is_as_by_chance([[[20, 10], [2, 1]], [[1, 2], [10, 20]]])
    True
    """
    counts = _added(tables)
    expected = _added([_expected(table) for table in tables])
    if len(counts) < 2 or len(counts[0]) < 2 or min(map(min, expected)) < MIN_EXPECTED_COUNT:
        return None
    distance = sum(
        (seen - wanted) ** 2 / wanted
        for row, wanted_row in zip(counts, expected, strict=True)
        for seen, wanted in zip(row, wanted_row, strict=True)
    )
    freedom = (len(counts) - 1) * (len(counts[0]) - 1)
    return chi_square_tail(distance, freedom) > _ONE_IN_A_HUNDRED


def _expected(table: Sequence[Sequence[int]]) -> list[list[float]]:
    columns = [sum(column) for column in zip(*table, strict=True)]
    total = sum(columns)
    return [[sum(row) * column / total if total else 0.0 for column in columns] for row in table]


def _added(tables: Sequence[Sequence[Sequence[float]]]) -> list[list[float]]:
    return [[sum(cells) for cells in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]
