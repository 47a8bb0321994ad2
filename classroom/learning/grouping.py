"""Groups of students who need the same skill: greedy, the skill with the most need first."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from typing import NamedTuple

from classroom.learning.statistics import normal_probability
from classroom.learning.wording import ACCURATE

LEAST_STUDENTS, MOST_STUDENTS = 2, 5
NEEDED = 0.95
"""Least probability that a student gets less than three of four equations of a skill right."""


class NeedGroup(NamedTuple):
    """Students who need one skill."""

    skill: str
    students: tuple[str, ...]
    """The surest need first."""


def need_of(chance: float, information: float) -> float:
    """Return the probability that a student's share of correct answers lies below .75.

    :param chance: the estimate of that share
    :param information: in the answers that it rests on (Σ p(1 − p))

    >>> round(need_of(0.5, 3), 2), round(need_of(0.9, 3), 2)
    (0.99, 0.01)
    """
    return normal_probability((_logit(ACCURATE) - _logit(chance)) * sqrt(1 + information))


def need_groups(needs: Mapping[str, Mapping[str, float]]) -> list[NeedGroup]:
    """Put students into groups of two to five, each by one skill; those who need none, or alone, are left out.

    :param needs: by student and skill, the probability of need

    >>> need_groups({"a": {"mul": 0.99, "div": 0.96}, "b": {"mul": 0.98}, "c": {"div": 0.97}})
    [NeedGroup(skill='mul', students=('a', 'b'))]
    """
    left = dict(needs)
    groups: list[NeedGroup] = []
    while True:
        by_skill: dict[str, list[tuple[float, str]]] = {}
        for student, skills in left.items():
            for skill, need in skills.items():
                if need >= NEEDED:
                    by_skill.setdefault(skill, []).append((-need, student))
        chosen = {
            skill: sorted(some)[:MOST_STUDENTS] for skill, some in by_skill.items() if len(some) >= LEAST_STUDENTS
        }
        if not chosen:
            return groups
        skill = min(chosen, key=lambda key: (sum(need for need, _ in chosen[key]), key))
        students = tuple(student for _, student in chosen[skill])
        groups.append(NeedGroup(skill, students))
        for student in students:
            del left[student]


def _logit(share: float) -> float:
    return log(share / (1 - share))
