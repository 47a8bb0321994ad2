"""Group students who need the same skill: greedily, starting with the greatest need.

Raw estimates would group an unlucky student with a weak one, so they are shrunk towards the class (`shrinkage.py`), the
more, the more its days differ. A student needs a skill only if below the median of the class. A skill that most of the
class needs forms no group.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from classroom.learning.accuracy import log_odds
from classroom.learning.day_effects import Days, share_of_a_day
from classroom.learning.shrinkage import shrunk_levels
from classroom.learning.wording import ACCURATE

LEAST_STUDENTS, MOST_STUDENTS = 2, 5
NEEDED = 0.95
"""Minimum probability that a student answers fewer than three of four equations of a skill correctly."""
_LIKELY = 0.9
"""The same for a student of a group, who must also be surely below the others."""
_SURELY_BELOW = 0.98
"""Minimum probability that the student is below the median of the class: with many students and skills, chance produces
some low estimates."""
_DOUBT = 0.15
"""In squared logits, the minimum variance of an estimate: estimates follow the latest days, so however many answers
there are, those of equal students keep a variance of about .15. A smaller value adds up to false groups in a term of
weekly checks (docs/planted-classes.md)."""
_LATEST_DAYS = 4
"""How many days they follow, at most: if the days of a class differ, so do these."""


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
    skill: str
    students: tuple[str, ...]
    """Most certain need first."""


class _Need(NamedTuple):
    """A student's need, relative to the class."""

    student: str
    probability: float
    """Probability that the student answers fewer than three of four correctly."""
    is_below_others: bool


def shared_needs(
    estimates: Estimates,
    by_counts: Mapping[tuple[str, str], bool] = MappingProxyType({}),
    days: Mapping[str, Days] = MappingProxyType({}),
    day_variance: float = 0.0,
) -> list[NeedGroup]:
    """Return groups of two to five students, by skill.

    :param by_counts: whether the counts of a student and skill show a difference from the class, if there are enough:
        estimates follow the latest days, which may have been bad
    :param days: each student's days
    :param day_variance: how much these differ, in squared logits, which makes all other estimates less certain

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
        others = [student for student in some if (student, skill) not in by_counts]
        doubts = {student: day_variance * _share_of_a_day(days.get(student, ())) for student in others}
        for need in _needs_of(some, doubts):
            is_likely = need.probability >= _LIKELY and need.is_below_others
            if is_likely and by_counts.get((need.student, skill), True):
                needs.setdefault(need.student, {})[skill] = need.probability
    return _groups(needs)


def _share_of_a_day(days: Days) -> float:
    """Return how much of the variance between days an estimate has, because it follows the latest ones."""
    return max(share_of_a_day(days) if days else 0.0, 1 / _LATEST_DAYS)


def _needs_of(estimates: Mapping[str, SkillEstimate], doubts: Mapping[str, float]) -> Iterable[_Need]:
    """Evaluate all students with answers in a skill, with estimates shrunk towards the class's median.

    :param doubts: how much less certain the estimates of some students are because days differ, in squared logits
    """
    levels = {
        student: (log_odds(one.chance), 1 / (1 + one.information) + _DOUBT + doubts.get(student, 0.0))
        for student, one in estimates.items()
    }
    middle, shrunk = shrunk_levels(levels)
    for student, level in shrunk.items():
        yield _Need(student, level.below(log_odds(ACCURATE)), level.below(middle) >= _SURELY_BELOW)


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
