"""Groups of students who need the same skill: greedy, the skill with the most need first.

An estimate by itself would put an unlucky student beside a weak one: among 24 who are alike, someone always looks
worst. So each estimate leans on those of the class, the more, the less it rests on and the less students differ, and a
student needs a skill only below the middle of the class. A skill that most of the class needs is no group's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from statistics import median, median_high
from typing import NamedTuple, TypeAlias

from classroom.learning.statistics import normal_probability
from classroom.learning.wording import ACCURATE

LEAST_STUDENTS, MOST_STUDENTS = 2, 5
NEEDED = 0.95
"""Least probability that a student gets less than three of four equations of a skill right."""
_SURELY_BELOW = 0.98
"""Least probability that the student lies below the middle of the class: with many students and skills, luck has many
chances."""
_LEAST_SPREAD, _DOUBT = 0.35, 0.03
"""In logits: how far students of any class differ in a skill at least (a standard deviation), and the variance that an
estimate keeps however many answers it rests on, as what is known drifts."""
_AS_NORMAL = 1.4826
"""Makes the median distance from the median a standard deviation, which a few students far below hardly move."""


class SkillEstimate(NamedTuple):
    """What is estimated of a student in a skill."""

    chance: float
    """Share correct of the skill's reference set."""
    information: float
    """In the answers that it rests on (Σ p(1 − p))."""
    answers: int


Estimates: TypeAlias = Mapping[str, Mapping[str, SkillEstimate]]
"""By student and skill."""


class NeedGroup(NamedTuple):
    """Students who need one skill."""

    skill: str
    students: tuple[str, ...]
    """The surest need first."""


class SharedNeeds(NamedTuple):
    """What students of a class need together."""

    groups: Sequence[NeedGroup]
    of_most: Sequence[str]
    """Skills that most of those who have answered them need, the most first."""


class _Need(NamedTuple):
    """What is known of a student's need, with the class in view."""

    student: str
    probability: float
    """That the student gets less than three of four right."""
    is_below_others: bool


def shared_needs(estimates: Estimates) -> SharedNeeds:
    """Return groups of two to five, each by one skill, and what most of the class needs.

    >>> usual, weak = SkillEstimate(0.85, 12, 90), SkillEstimate(0.4, 20, 90)
    >>> of_class = {str(number): {"mul": usual} for number in range(9)}
    >>> shared_needs(of_class | {"weak": {"mul": weak}, "unlucky": {"mul": SkillEstimate(0.66, 16, 90)}}).groups
    []
    >>> shared_needs(of_class | {"a": {"mul": weak}, "b": {"mul": weak}}).groups
    [NeedGroup(skill='mul', students=('a', 'b'))]
    """
    by_skill: dict[str, dict[str, SkillEstimate]] = {}
    for student, skills in estimates.items():
        for skill, one in skills.items():
            by_skill.setdefault(skill, {})[student] = one
    needs: dict[str, dict[str, float]] = {}
    of_most = []
    for skill, some in by_skill.items():
        needed = [need for need in _needs_of(some) if need.probability >= NEEDED]
        for need in needed:
            if need.is_below_others:
                needs.setdefault(need.student, {})[skill] = need.probability
        if 2 * len(needed) > len(some) > 1:
            of_most.append((-len(needed) / len(some), skill))
    return SharedNeeds(_groups(needs), [skill for _, skill in sorted(of_most)])


def _needs_of(estimates: Mapping[str, SkillEstimate]) -> Iterable[_Need]:
    """Judge all students with answers in a skill, each estimate leaning on the middle of the class."""
    levels = {student: (_logit(one.chance), 1 / (1 + one.information) + _DOUBT) for student, one in estimates.items()}
    middle = median_high(level for level, _ in levels.values())
    distance = _AS_NORMAL * median(abs(level - middle) for level, _ in levels.values())
    by_luck = median(variance for _, variance in levels.values())
    spread = max(_LEAST_SPREAD**2, distance**2 - by_luck)
    for student, (level, variance) in levels.items():
        trust = spread / (spread + variance)
        center, deviation = middle + trust * (level - middle), sqrt(trust * variance)
        yield _Need(
            student,
            normal_probability((_logit(ACCURATE) - center) / deviation),
            normal_probability((middle - center) / deviation) >= _SURELY_BELOW,
        )


def _groups(needs: Mapping[str, Mapping[str, float]]) -> list[NeedGroup]:
    """Put students into groups; those who need a skill alone are left out."""
    left = dict(needs)
    groups: list[NeedGroup] = []
    while True:
        by_skill: dict[str, list[tuple[float, str]]] = {}
        for student, skills in left.items():
            for skill, need in skills.items():
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
