"""Each student's greatest need, from counts: a skill with few correct answers, and fewer than usual.

A student who answers fewer than three of four correctly needs the skill. For a skill that is hard for everyone, some
unlucky student would nearly always qualify. So the student must also be below the classmates, with enough certainty
that chance rarely looks like that. What the whole class needs is reported for the class.

Typed numbers are compared with typed numbers, because spaces on the board are easier to guess. The answers of one day
are alike to some degree, because days are good or bad, for a student and for a class; if they are many, they count as
fewer (`day_effects.py`). Teachers look every week, so few days must be more certain than many.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from classroom.learning.day_effects import Days, day_variance
from classroom.learning.grouping import NEEDED
from classroom.learning.statistics import beta_probability
from classroom.learning.wording import ACCURATE, MIN_ANSWERS_FOR_SKILL

USUAL, PRIOR_ANSWERS = 0.82, 8
"""The usual success rate of classes, and its weight in answers."""
BY_LUCK, FEW_STUDENTS, TERM = 0.05, 15, 12
"""Expected number of students, of all in a class, who look as far below their classmates by chance, if the dates are a
term of this many days; smaller classes count as having this minimum size. A term has several periods of fewer days, and
teachers look at each, so each gets its part."""
LEAST_MISSING = 1
"""Minimum number of correct answers that a student lacks, compared with classmates."""
_MOST_CERTAIN = 0.98
Counts: TypeAlias = Mapping[tuple[str, str, bool], tuple[int, int]]
"""By student, skill, and whether they were typed, the numbers of correct first answers and of first answers."""


class Needs(NamedTuple):
    """The most needed skills, for students and for the class; without uncertain ones."""

    by_student: Mapping[str, str]
    of_class: str | None


def needs_of(counts: Counts, days: Mapping[str, Days] = MappingProxyType({})) -> Needs:
    """Return the skill that each student needs most certainly, and the one that the class does.

    :param days: each student's answers by day; without, each answer counts as one of another day

    >>> weak = {(str(number), "mul", False): (20, 24) for number in range(9)} | {("9", "mul", False): (8, 24)}
    >>> needs_of(weak)
    Needs(by_student={'9': 'mul'}, of_class=None)
    >>> needs_of({(str(number), "div", False): (12, 24) for number in range(9)})
    Needs(by_student={}, of_class='div')
    """
    of_class, of_way, of_student = _Shares(), _Shares(), _Shares()
    for (student, skill, is_typed), share in counts.items():
        of_class.add(skill, share)
        of_way.add((skill, is_typed), share)
        of_student.add((student, skill), share)
    variance = day_variance(days.values())
    alike = {student: variance * _share_of_a_day(some) for student, some in days.items() if some}
    lessons = max(map(len, days.values()), default=0)
    by_luck = BY_LUCK * min(1.0, lessons / TERM) if lessons else BY_LUCK
    surely_below = 1 - by_luck / max(FEW_STUDENTS, len({student for student, *_ in counts}))
    by_student: dict[str, tuple[float, str]] = {}
    for (student, skill), (own, answers) in of_student.items():
        if answers < MIN_ANSWERS_FOR_SKILL:
            continue
        of_others = _rate(of_class[skill], (own, answers), USUAL)
        usual = 0.0
        for is_typed in (False, True):
            share = counts.get((student, skill, is_typed), (0, 0))
            usual += share[1] / answers * _rate(of_way[skill, is_typed], share, of_others)
        fewer = _alike(answers, alike.get(student, 0.0), usual)
        if usual * answers - own < LEAST_MISSING:
            continue
        need = _below(ACCURATE, own / fewer, answers / fewer, usual)
        if need >= NEEDED and _below(usual, own / fewer, answers / fewer, usual) >= surely_below:
            by_student[student] = max(by_student.get(student, (0.0, "")), (need, skill))
    of_lesson = min(alike.values(), default=0.0)
    shared = max(((_class_need(share, of_lesson), skill) for skill, share in of_class.items()), default=None)
    return Needs(
        {student: skill for student, (_need, skill) in by_student.items()},
        shared[1] if shared is not None and shared[0] >= NEEDED else None,
    )


class _Shares(dict[Any, tuple[int, int]]):
    """Sums of correct answers and of answers."""

    def add(self, key: object, share: tuple[int, int]) -> None:
        right, answers = self[key]
        self[key] = right + share[0], answers + share[1]

    def __missing__(self, _key: object) -> tuple[int, int]:
        return 0, 0


def _rate(of_all: tuple[int, int], own: tuple[int, int], usual: float) -> float:
    """Return classmates' success rate, shrunk towards the usual one."""
    right, answers = of_all[0] - own[0], of_all[1] - own[1]
    return min(_MOST_CERTAIN, (right + usual * PRIOR_ANSWERS) / (answers + PRIOR_ANSWERS))


def _share_of_a_day(days: Days) -> float:
    """Return the probability that two answers of a student are of the same day."""
    return sum(number**2 for _, number in days) / sum(number for _, number in days) ** 2


def _alike(answers: int, variance: float, usual: float) -> float:
    """Return how many answers count as one, because those of a day are alike.

    :param variance: of the student's mean level on these days, in squared logits
    """
    return 1 + answers * variance * usual * (1 - usual)


def _class_need(share: tuple[int, int], variance: float) -> float:
    """Return the probability that a class needs a skill. Its days differ, too: one bad lesson is many answers."""
    right, answers = share
    fewer = _alike(answers, variance, USUAL)
    return _below(ACCURATE, right / fewer, answers / fewer, USUAL)


def _below(share: float, right: float, trials: float, usual: float) -> float:
    """Return the probability that one success rate is below another."""
    return beta_probability(share, right + usual * PRIOR_ANSWERS, trials - right + (1 - usual) * PRIOR_ANSWERS)
