"""Days on which a whole class got fewer or more correct than usual: a fire drill, a substitute, an afternoon.

Such a day says nothing about a single student. Cards differ from day to day, too, so the level that the class's share
of correct answers shows is compared, given how hard the cards were. Days that are unlike all others are left out; how
much the others differ adds doubt. Where all days differ, none is left out: the others would seem to differ less than
they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import sqrt
from statistics import fmean, median, pvariance, variance
from typing import NamedTuple

from classroom.learning.accuracy import log_odds
from classroom.learning.day_effects import USUAL_VARIANCE

UNUSUAL = 0.5
"""Minimum distance to the usual level, in logits, that must be certain: classes have better and worse days."""
_OF_DAYS = 4
"""At most one of three to six days is unusual, two of seven to ten. If more differ, the class has changed."""
_MIN_ANSWERS = 48
"""Minimum answers of classmates on a day. A few students do not show what happened to the class."""
_Z = 1.645
_FROM_OTHERS = 4.0
"""Minimum distance to the usual level, in standard deviations of the other days: in a class whose days all differ, the
worst one is nothing unusual, and without it they would seem more alike than they are."""
_WEIGHT = 1
"""The weight of the variance between days that is assumed if nothing is known, in days: few days can't tell."""


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


def unusual_days(periods: Sequence[Mapping[date, ClassDay]]) -> frozenset[date]:
    """Return the days on which a class was surely far from its usual level of a period, about a quarter at most.

    They must be much further from it than the days of all these periods are.

    >>> usual = {date(2026, 9, number): ClassDay(280, 340, [0.0]) for number in (1, 8, 15)}
    >>> drill, easy = ClassDay(150, 340, [0.0]), ClassDay(320, 340, [-1.2])
    >>> [day.day for day in unusual_days([usual | {date(2026, 9, 22): drill}])]
    [22]
    >>> unusual_days([usual | {date(2026, 9, 22): easy}]), unusual_days([{date(2026, 9, 1): drill}])
    (frozenset(), frozenset())
    """
    known = [{day: one for day, one in days.items() if one.answers >= _MIN_ANSWERS} for days in periods]
    usual = [median(one.level for one in days.values()) if days else 0.0 for days in known]
    left = [(len(days) + 1) // _OF_DAYS for days in known]
    distances = [
        (abs(one.level - usual[number]), number, day) for number, days in enumerate(known) for day, one in days.items()
    ]
    unusual = set[date]()
    for distance, number, day in sorted(distances, reverse=True):
        one, seen = known[number][day], unusual | {day}
        others = [[other for its, other in days.items() if its not in seen] for days in known]
        usually = sqrt(class_day_variance(others).variance + one.error**2)
        if left[number] and distance >= max(UNUSUAL + _Z * one.error, _FROM_OTHERS * usually):
            unusual.add(day)
            left[number] -= 1
    return frozenset(unusual)


class DayVariance(NamedTuple):
    """How much the days of a class differ."""

    variance: float
    """In squared logits."""
    freedom: float
    """Degrees of freedom of this estimate."""


def class_day_variance(periods: Iterable[Iterable[ClassDay]]) -> DayVariance:
    """Return how much the days of a class differ within periods and beyond chance.

    The method of moments, pooled with the variance that is assumed if nothing is known.

    >>> alike, unlike = [ClassDay(280, 340, [0.0])] * 4, [ClassDay(310, 340, [0.0]), ClassDay(250, 340, [0.0])] * 2
    >>> [round(class_day_variance(periods).variance, 2) for periods in ([], [alike, alike], [unlike, unlike])]
    [0.25, 0.02, 0.5]
    """
    excess, weight = USUAL_VARIANCE * _WEIGHT, float(_WEIGHT)
    for period in periods:
        days = [one for one in period if one.answers >= _MIN_ANSWERS]
        if len(days) > 1:
            chance = fmean(one.error**2 for one in days)
            excess += (len(days) - 1) * (variance([one.level for one in days]) - chance)
            weight += len(days) - 1
    return DayVariance(max(0.0, excess / weight), weight)
