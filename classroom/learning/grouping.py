"""Group students who need the same skill: greedily, starting with the greatest need.

Raw estimates would group an unlucky student with a weak one: among 24 equal students, someone always looks worst. So
estimates are shrunk towards the class, more so with fewer answers and with smaller differences between students. The
prior is a mixture, because some students are far from all others: only an estimate that ordinary differences can hardly
explain is shrunk little. A student needs a skill only if below the median of the class. A skill that most of the class
needs forms no group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import exp, log, sqrt
from statistics import median, median_high
from typing import NamedTuple, TypeAlias

from classroom.learning.statistics import normal_probability
from classroom.learning.wording import ACCURATE

LEAST_STUDENTS, MOST_STUDENTS = 2, 5
NEEDED = 0.95
"""Minimum probability that a student answers fewer than three of four equations of a skill correctly."""
_LIKELY = 0.9
"""The same for a student of a group, who must also be surely below the others."""
_SURELY_BELOW = 0.98
"""Minimum probability that the student is below the median of the class: with many students and skills, chance produces
some low estimates."""
_LEAST_SPREAD, _DOUBT = 0.35, 0.15
"""In logits: the minimum standard deviation of students in a skill, and the minimum variance of an estimate. Estimates
follow the latest days: however many answers there are, those of equal students keep a variance of about .15, and of .2
if their days differ by .5. A smaller value adds up to false groups in a term of weekly checks (docs/reports.md)."""
_WIDE_SPREAD, _WIDE_SHARE = 1.6, 0.2
"""The part of the prior for students who are far from the others."""
_AS_NORMAL = 1.4826
"""Converts the median absolute deviation, which outliers hardly affect, to a standard deviation."""


class SkillEstimate(NamedTuple):
    """An estimate of a student in a skill."""

    chance: float
    """Expected proportion correct on the skill's reference set."""
    information: float
    """In the answers (Σ p(1 − p))."""
    answers: int


Estimates: TypeAlias = Mapping[str, Mapping[str, SkillEstimate]]
"""By student and skill."""


class NeedGroup(NamedTuple):
    """Students who need the same skill."""

    skill: str
    students: tuple[str, ...]
    """Most certain need first."""


class _Need(NamedTuple):
    """A student's need, relative to the class."""

    student: str
    probability: float
    """Probability that the student answers fewer than three of four correctly."""
    is_below_others: bool


def shared_needs(estimates: Estimates, doubted: Collection[tuple[str, str]] = ()) -> list[NeedGroup]:
    """Return groups of two to five students, by skill.

    :param doubted: students and skills whose counts don't show a difference from the class, so they form no groups:
        estimates follow the latest days, which may have been bad

    >>> usual, weak = SkillEstimate(0.85, 12, 90), SkillEstimate(0.4, 20, 90)
    >>> of_class = {str(number): {"mul": usual} for number in range(9)}
    >>> shared_needs(of_class | {"weak": {"mul": weak}, "unlucky": {"mul": SkillEstimate(0.66, 16, 90)}})
    []
    >>> shared_needs(of_class | {"a": {"mul": weak}, "b": {"mul": weak}})
    [NeedGroup(skill='mul', students=('a', 'b'))]
    """
    by_skill: dict[str, dict[str, SkillEstimate]] = {}
    for student, skills in estimates.items():
        for skill, one in skills.items():
            by_skill.setdefault(skill, {})[student] = one
    needs: dict[str, dict[str, float]] = {}
    for skill, some in by_skill.items():
        for need in _needs_of(some):
            is_doubted = (need.student, skill) in doubted
            if need.probability >= _LIKELY and need.is_below_others and not is_doubted:
                needs.setdefault(need.student, {})[skill] = need.probability
    return _groups(needs)


def _needs_of(estimates: Mapping[str, SkillEstimate]) -> Iterable[_Need]:
    """Evaluate all students with answers in a skill, with estimates shrunk towards the class's median."""
    levels = {student: (_logit(one.chance), 1 / (1 + one.information) + _DOUBT) for student, one in estimates.items()}
    middle = median_high(level for level, _ in levels.values())
    distance = _AS_NORMAL * median(abs(level - middle) for level, _ in levels.values())
    by_luck = median(variance for _, variance in levels.values())
    spread = max(_LEAST_SPREAD**2, distance**2 - by_luck)
    parts = (spread, 1 - _WIDE_SHARE), (max(spread, _WIDE_SPREAD**2), _WIDE_SHARE)
    for student, (level, variance) in levels.items():
        total = below_accurate = below_others = 0.0
        for width, share in parts:
            around = width + variance
            likelihood = share * exp(-((level - middle) ** 2) / (2 * around)) / sqrt(around)
            trust = width / around
            center, deviation = middle + trust * (level - middle), sqrt(trust * variance)
            total += likelihood
            below_accurate += likelihood * normal_probability((_logit(ACCURATE) - center) / deviation)
            below_others += likelihood * normal_probability((middle - center) / deviation)
        yield _Need(student, below_accurate / total, below_others / total >= _SURELY_BELOW)


def _groups(needs: Mapping[str, Mapping[str, float]]) -> list[NeedGroup]:
    """Form groups, without students who are the only ones to need a skill."""
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
