"""Days on which a whole class got fewer or more correct than usual: a fire drill, a substitute, an afternoon.

Such a day says nothing about a single student. Cards differ from day to day, too, so the level that the class's share
of correct answers shows is compared, given how hard the cards were. The most unusual days are left out; how much the
others differ adds doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import sqrt
from statistics import fmean, median, pvariance, variance
from typing import NamedTuple

from classroom.learning.accuracy import log_odds
from classroom.learning.ledger import PRIOR_VARIANCE

UNUSUAL = 0.5
"""Minimum distance to the usual level, in logits, that must be certain: classes have better and worse days."""
_OF_DAYS = 4
"""At most one of three to six days is unusual, two of seven to ten. If more differ, the class has changed."""
_MIN_ANSWERS = 48
"""Minimum answers of classmates on a day. A few students do not show what happened to the class."""
_Z = 1.645
_WEIGHT = 2
"""The weight of the usual variance between days of a class, in days: few days can't tell."""


class ClassDay(NamedTuple):
    """What the classmates of a student got right on a day."""

    right: int
    answers: int
    difficulties: Sequence[float]
    """Of the student's cards, in logits. The classmates had the same deck, or cards of about the same difficulty."""

    @property
    def level(self) -> float:
        """Return the level that the share of correct answers shows."""
        return log_odds((self.right + 0.5) / (self.answers + 1)) + fmean(self.difficulties)

    @property
    def error(self) -> float:
        share = (self.right + 0.5) / (self.answers + 1)
        of_cards = pvariance(self.difficulties) / len(self.difficulties)
        return sqrt(1 / (self.answers * share * (1 - share)) + of_cards)


def unusual_days(days: Mapping[date, ClassDay]) -> frozenset[date]:
    """Return the days of a period on which a class was surely far from its usual level, about a quarter at most.

    >>> usual = {date(2026, 9, number): ClassDay(280, 340, [0.0]) for number in (1, 8, 15)}
    >>> drill, easy = ClassDay(150, 340, [0.0]), ClassDay(320, 340, [-1.2])
    >>> [day.day for day in unusual_days(usual | {date(2026, 9, 22): drill})]
    [22]
    >>> unusual_days(usual | {date(2026, 9, 22): easy}), unusual_days({date(2026, 9, 1): drill})
    (frozenset(), frozenset())
    """
    known = {day: one for day, one in days.items() if one.answers >= _MIN_ANSWERS}
    if not known:
        return frozenset()
    usual = median(one.level for one in known.values())
    surely = {day: abs(one.level - usual) - _Z * one.error for day, one in known.items()}
    far = sorted((day for day in surely if surely[day] >= UNUSUAL), key=lambda day: -surely[day])
    return frozenset(far[: (len(known) + 1) // _OF_DAYS])


def class_day_variance(periods: Iterable[Iterable[ClassDay]]) -> float:
    """Return how much the days of a class differ, in squared logits, within periods and beyond chance.

    The method of moments, pooled with the variance that is usual for classes.

    >>> alike, unlike = [ClassDay(280, 340, [0.0])] * 4, [ClassDay(310, 340, [0.0]), ClassDay(250, 340, [0.0])] * 2
    >>> [round(class_day_variance(periods), 2) for periods in ([], [alike, alike], [unlike, unlike])]
    [0.06, 0.0, 0.42]
    """
    excess, weight = PRIOR_VARIANCE["day"] * _WEIGHT, float(_WEIGHT)
    for period in periods:
        days = [one for one in period if one.answers >= _MIN_ANSWERS]
        if len(days) > 1:
            chance = fmean(one.error**2 for one in days)
            excess += (len(days) - 1) * (variance([one.level for one in days]) - chance)
            weight += len(days) - 1
    return max(0.0, excess / weight)
