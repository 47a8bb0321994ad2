"""How much better and worse days differ, estimated from a class's own answers.

If a student's days differ by more than chance, many answers of one day say less. The excess of the variance between
days over that of chance (method of moments) is pooled over the students, and with the usual value, because few days
cannot tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TypeAlias

USUAL_VARIANCE = 0.5**2
"""Variance of a student's level from day to day, in squared logits, if nothing is known."""
_WEIGHT = 170.0
"""Its weight: that of 30 students' days with 16 answers each, of which 82% are correct."""
_LEAST_VARIANCE = 0.15**2
_USUAL_ANSWERS = 8
"""Weight of the class's rate on all days in its rate on one, in answers."""
Days: TypeAlias = Sequence[tuple[int, int]]
"""A student's numbers of correct answers and of answers on each day."""
ExpectedDay: TypeAlias = tuple[int, int, float]
"""A student's numbers of correct answers, of answers, and of expected correct answers on a day."""


def day_variance(students: Iterable[Days]) -> float:
    """Return the variance of a student's level from day to day, in squared logits.

    >>> day_variance([])
    0.25
    >>> round(day_variance([[(13, 16)] * 8] * 24), 4), round(day_variance([[(16, 16), (8, 16)] * 4] * 24), 2)
    (0.0225, 1.55)
    """
    return max(_LEAST_VARIANCE, _pooled(map(_deviations, students), USUAL_VARIANCE))


def day_variance_beside(
    students: Iterable[Sequence[ExpectedDay]], usual: float = USUAL_VARIANCE, least: float = _LEAST_VARIANCE
) -> float:
    """Return the same from days of which it is known how many correct answers were expected.

    Cards of one day may be harder than those of another, which is no better or worse day.

    :param usual: the variance if nothing is known

    >>> alike, unlike = [(13, 16, 13.0)] * 8, [(16, 16, 13.0), (10, 16, 13.0)] * 4
    >>> other_cards = [(16, 16, 15.8), (10, 16, 10.2)] * 4
    >>> [round(day_variance_beside([days] * 24, 0.09, 0.09), 2) for days in (alike, unlike, other_cards)]
    [0.09, 1.14, 0.09]
    """
    return max(least, _pooled(map(_surpluses, students), usual))


def totals_by_day(students: Iterable[Mapping[date, tuple[int, int]]]) -> dict[date, tuple[int, int]]:
    """Add up the numbers of correct answers and of answers of some students on each day.

    >>> first, second = date(2026, 9, 7), date(2026, 9, 14)
    >>> list(totals_by_day([{first: (16, 16)}, {first: (8, 16), second: (3, 4)}]).values())
    [(24, 32), (3, 4)]
    """
    right, answers = Counter[date](), Counter[date]()
    for of_day in students:
        for day, (correct, number) in of_day.items():
            right[day] += correct
            answers[day] += number
    return {day: (right[day], number) for day, number in answers.items()}


def beside_classmates(students: Mapping[str, Mapping[date, tuple[int, int]]]) -> list[list[ExpectedDay]]:
    """Return each student's days, with as many correct answers expected as the classmates' rate on the same day says.

    :param students: the numbers of correct answers and of answers, by student and day

    >>> easy, hard = date(2026, 9, 7), date(2026, 9, 14)
    >>> beside_classmates({name: {easy: (16, 16), hard: (8, 16)} for name in ("ana", "bo", "cy")})[0]
    [(16, 16, 15.2), (8, 16, 8.8)]
    """
    totals = totals_by_day(students.values())
    right, answers = total_of(list(totals.values()))
    usual = _USUAL_ANSWERS * right / max(1, answers)
    return [
        [
            (correct, number, number * (totals[day][0] - correct + usual) / (totals[day][1] - number + _USUAL_ANSWERS))
            for day, (correct, number) in of_day.items()
        ]
        for of_day in students.values()
    ]


_DaysAround: TypeAlias = tuple[float, Sequence[tuple[float, int]]]
"""A student's success rate, and for each day how many more are correct than this rate says, and the answers."""


def _deviations(days: Days) -> _DaysAround:
    right, answers = total_of(days)
    share = right / answers if answers else 0.0
    return share, [(correct - number * share, number) for correct, number in days]


def _surpluses(days: Sequence[ExpectedDay]) -> _DaysAround:
    right, answers = total_of([(correct, number) for correct, number, _ in days])
    share = right / answers if answers else 0.0
    usual = (right - sum(expected for _, _, expected in days)) / answers if answers else 0.0
    return share, [(correct - expected - number * usual, number) for correct, number, expected in days]


def _pooled(students: Iterable[_DaysAround], usual: float) -> float:
    excess, weight = usual * _WEIGHT, _WEIGHT
    for share, days in students:
        if not 0 < share < 1:
            continue
        answers = sum(number for _, number in days)
        squares = sum(number**2 for _, number in days)
        excess += sum(around**2 for around, _ in days) - share * (1 - share) * (answers - squares / answers)
        around_mean = squares - 2 * sum(number**3 for _, number in days) / answers + squares**2 / answers**2
        weight += (share * (1 - share)) ** 2 * around_mean
    return excess / weight


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
