"""Which students are surely below their classmates in a skill by their counts, whatever estimates say.

Estimates follow the latest days. These may have been bad, or someone else answered: a student who answers for a whole
team passes on what this one knows, right and wrong. So a student must be below by counts, too, and also without the
worst days.
"""

from __future__ import annotations

from math import ceil

from classroom.learning.day_effects import Days, alike_answers, share_of_a_day, total_of
from classroom.learning.grouping import NEEDED
from classroom.learning.needs import ENOUGH_TO_DOUBT, Answered, Judged, below, judge

WORST_DAYS = 0.25
"""The part of the days on which a student's answers may have been unusual."""
_LIKELY = 0.8
"""Minimum probability to be below the classmates on the other days."""


def surely_below(some: Answered) -> dict[tuple[str, str], bool]:
    """Return for students and skills with many answers whether these show them below the classmates, 95% likely.

    >>> counts = {(str(number), "mul", False): (20, 24) for number in range(3)} | {("3", "mul", False): (8, 24)}
    >>> surely_below(Answered(counts | {("3", "div", False): (1, 6)}))
    {('0', 'mul'): False, ('1', 'mul'): False, ('2', 'mul'): False, ('3', 'mul'): True}
    >>> one_bad_day = {("3", "mul"): [(0, 12), (8, 12)]}
    >>> surely_below(Answered(counts, skill_days=one_bad_day))["3", "mul"]
    False
    """
    variance = some.day_variance
    return {
        (one.student, one.skill): one.below >= NEEDED and _is_below_on_most_days(one, some, variance)
        for one in judge(some)
        if one.answers >= ENOUGH_TO_DOUBT
    }


def _is_below_on_most_days(one: Judged, some: Answered, variance: float) -> bool:
    """Return whether a student is likely below the classmates without the worst days, if the days are known."""
    days = some.skill_days.get((one.student, one.skill), ())
    return not days or below_on_most_days(days, one.usual, variance) >= _LIKELY


def below_on_most_days(days: Days, usual: float, variance: float) -> float:
    """Return the probability that a student is below a success rate without the worst days; 0 if there are no others.

    :param variance: how much days differ, in squared logits

    >>> [round(below_on_most_days(days, 0.8, 0.25), 2) for days in ([(3, 12)], [(0, 12), (9, 12), (9, 12)])]
    [0.0, 0.62]
    >>> round(below_on_most_days([(7, 12)] * 4, 0.8, 0.25), 2)
    0.98
    """
    others = without_worst_days(days, usual)
    right, answers = total_of(others)
    if not answers:
        return 0.0
    fewer = alike_answers(answers, variance * share_of_a_day(others), usual)
    return below(usual, right / fewer, answers / fewer, usual)


def without_worst_days(days: Days, usual: float) -> Days:
    """Return the days without the worst quarter, which may have been unusual; of a single day, none is left.

    :param usual: the usual success rate, which more answers would fall short of
    """
    ordered = sorted(days, key=lambda day: usual * day[1] - day[0])
    return ordered[: len(ordered) - ceil(WORST_DAYS * len(ordered))]
