"""Each student's greatest need, from counts: a skill with few correct answers, and fewer than usual.

A student who answers fewer than three of four correctly needs the skill. For a skill that is hard for everyone, some
unlucky student would nearly always qualify. So the student must also be below the classmates, with enough certainty
that chance rarely looks like that. What the whole class needs is reported for the class.

Typed numbers are compared with typed numbers, because spaces on the board are easier to guess. The answers of one day
are alike to some degree, because days are good or bad, for a student and for a class; if they are many, they count as
fewer.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from classroom.learning.accuracy import DAY_VARIANCE
from classroom.learning.grouping import NEEDED
from classroom.learning.statistics import beta_probability
from classroom.learning.wording import ACCURATE, MIN_ANSWERS_FOR_SKILL

USUAL, PRIOR_ANSWERS = 0.82, 8
"""The usual success rate of classes, and its weight in answers."""
BY_LUCK, FEW_STUDENTS = 0.05, 15
"""Expected number of students, of all in a class, who look as far below their classmates by chance; smaller classes
count as having this minimum size."""
LEAST_MISSING = 1
"""Minimum number of correct answers that a student lacks, compared with classmates."""
_MOST_CERTAIN = 0.98
Counts: TypeAlias = Mapping[tuple[str, str, bool], tuple[int, int]]
"""By student, skill, and whether they were typed, the numbers of correct first answers and of first answers."""


class Needs(NamedTuple):
    """The most needed skills, for students and for the class; without uncertain ones."""

    by_student: Mapping[str, str]
    of_class: str | None


def needs_of(counts: Counts, days: Mapping[str, int] = MappingProxyType({})) -> Needs:
    """Return the skill that each student needs most certainly, and the one that the class does.

    :param days: each student's days with answers; without, each answer counts as one of another day

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
    surely_below = 1 - BY_LUCK / max(FEW_STUDENTS, len({student for student, *_ in counts}))
    by_student: dict[str, tuple[float, str]] = {}
    for (student, skill), (own, answers) in of_student.items():
        if answers < MIN_ANSWERS_FOR_SKILL:
            continue
        of_others = _rate(of_class[skill], (own, answers), USUAL)
        usual = 0.0
        for is_typed in (False, True):
            share = counts.get((student, skill, is_typed), (0, 0))
            usual += share[1] / answers * _rate(of_way[skill, is_typed], share, of_others)
        fewer = _alike(answers, days.get(student), usual)
        if usual * answers - own < LEAST_MISSING:
            continue
        need = _below(ACCURATE, own / fewer, answers / fewer, usual)
        if need >= NEEDED and _below(usual, own / fewer, answers / fewer, usual) >= surely_below:
            by_student[student] = max(by_student.get(student, (0.0, "")), (need, skill))
    lessons = max(days.values(), default=None)
    shared = max(((_class_need(share, lessons), skill) for skill, share in of_class.items()), default=None)
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


def _alike(answers: int, days: int | None, usual: float) -> float:
    """Return how many answers count as one, because those of a day are alike."""
    a_day = answers / days if days else 1
    return 1 + (a_day - 1) * DAY_VARIANCE * usual * (1 - usual)


def _class_need(share: tuple[int, int], lessons: int | None) -> float:
    """Return the probability that a class needs a skill. Its days differ, too: one bad lesson is many answers."""
    right, answers = share
    fewer = _alike(answers, lessons, USUAL)
    return _below(ACCURATE, right / fewer, answers / fewer, USUAL)


def _below(share: float, right: float, trials: float, usual: float) -> float:
    """Return the probability that one success rate is below another."""
    return beta_probability(share, right + usual * PRIOR_ANSWERS, trials - right + (1 - usual) * PRIOR_ANSWERS)
