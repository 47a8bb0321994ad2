"""Whether cards are too hard or too easy for a class, by its sessions with these cards.

A class has better and worse days, and once in a while everyone guesses. So a single day never shows that cards do not
fit, the answers of one day count as fewer, and the other days must show it as well without the most extreme ones.
"""

from __future__ import annotations

from classroom.learning.accuracy import DAY_VARIANCE
from classroom.learning.day_effects import Days, alike_answers, share_of_a_day, total_of
from classroom.learning.doubts import without_worst_days
from classroom.learning.statistics import wilson_interval

LEAST_SHARE, MOST_SHARE = 0.70, 0.92
"""The success rates below which cards are too hard, and above which they are too easy."""
DAYS_OF_EASE = 4
"""The latest days with these cards that must show that they are easy."""


def are_too_hard(days: Days) -> bool:
    """Return whether a class surely gets too few of these cards right.

    :param days: the class's numbers of correct first answers and of first answers on each day with these cards

    >>> are_too_hard([(30, 300)]), are_too_hard([(150, 300), (160, 300)]), are_too_hard([(30, 300), (240, 300)])
    (False, True, False)
    """
    return _is_surely_below(LEAST_SHARE, days)


def are_too_easy(days: Days) -> bool:
    """Return whether a class surely gets more of these cards right than fit.

    :param days: the latest days, `DAYS_OF_EASE` or fewer: classes learn

    >>> are_too_easy([(300, 300)]), are_too_easy([(290, 300), (294, 300)]), are_too_easy([(270, 300), (300, 300)])
    (False, True, False)
    """
    return _is_surely_below(1 - MOST_SHARE, [(answers - right, answers) for right, answers in days])


def _is_surely_below(share: float, days: Days) -> bool:
    others = without_worst_days(days, share)
    counted, answers = total_of(others)
    return bool(answers) and counted < share * answers and _highest(days, share) < share


def _highest(days: Days, share: float) -> float:
    """Return the upper end of the interval of a share on usual days."""
    counted, answers = total_of(days)
    fewer = alike_answers(answers, DAY_VARIANCE * share_of_a_day(days), share)
    return wilson_interval(counted / fewer, answers / fewer).high
