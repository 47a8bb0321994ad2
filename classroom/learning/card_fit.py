"""Whether cards are too hard for a class, by its sessions with these cards.

A class has better and worse days, and once in a while everyone guesses. So a single day never shows that cards are too
hard, the answers of one day count as fewer, and the other days must show it as well without the worst of them.
"""

from __future__ import annotations

from classroom.learning.accuracy import DAY_VARIANCE
from classroom.learning.day_effects import Days, alike_answers, share_of_a_day, total_of
from classroom.learning.doubts import without_worst_days
from classroom.learning.statistics import wilson_interval

LEAST_SHARE = 0.70
"""The success rate below which cards are too hard."""


def are_too_hard(days: Days) -> bool:
    """Return whether a class surely gets too few of these cards right.

    :param days: the class's numbers of correct first answers and of first answers on each day with these cards

    >>> are_too_hard([(30, 300)]), are_too_hard([(150, 300), (160, 300)]), are_too_hard([(30, 300), (240, 300)])
    (False, True, False)
    """
    others = without_worst_days(days, LEAST_SHARE)
    right, answers = total_of(others)
    return bool(answers) and right < LEAST_SHARE * answers and _highest(days) < LEAST_SHARE


def _highest(days: Days) -> float:
    """Return the upper end of the interval of the success rate on usual days."""
    right, answers = total_of(days)
    fewer = alike_answers(answers, DAY_VARIANCE * share_of_a_day(days), LEAST_SHARE)
    return wilson_interval(right / fewer, answers / fewer).high
