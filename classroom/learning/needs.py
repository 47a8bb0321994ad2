"""Each student's greatest need, from counts: a skill with few correct answers, and fewer than usual.

A student who answers fewer than three of four correctly needs the skill. For a skill that is hard for everyone, some
unlucky student would nearly always qualify. So the student must also be below the classmates, with enough certainty
that chance rarely looks like that. What the whole class needs is reported for the class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from classroom.learning.grouping import NEEDED
from classroom.learning.statistics import beta_probability
from classroom.learning.wording import ACCURATE, MIN_ANSWERS_FOR_SKILL

USUAL, PRIOR_ANSWERS = 0.82, 8
"""The usual success rate of classes, and its weight in answers."""
BY_LUCK, FEW_STUDENTS = 0.05, 15
"""Expected number of students, of all in a class, who look as far below their classmates by chance; smaller classes
count as having this minimum size."""
_MOST_CERTAIN = 0.98
Counts: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""By student and skill, the numbers of correct first answers and of first answers."""


class Needs(NamedTuple):
    """The most needed skills, for students and for the class; without uncertain ones."""

    by_student: Mapping[str, str]
    of_class: str | None


def needs_of(counts: Counts) -> Needs:
    """Return the skill that each student needs most certainly, and the one that the class does.

    >>> weak = {(str(number), "mul"): (20, 24) for number in range(9)} | {("9", "mul"): (8, 24)}
    >>> needs_of(weak)
    Needs(by_student={'9': 'mul'}, of_class=None)
    >>> needs_of({(str(number), "div"): (12, 24) for number in range(9)})
    Needs(by_student={}, of_class='div')
    """
    right, trials = Counter[str](), Counter[str]()
    for (_student, skill), (of_right, of_all) in counts.items():
        right[skill] += of_right
        trials[skill] += of_all
    surely_below = 1 - BY_LUCK / max(FEW_STUDENTS, len({student for student, _skill in counts}))
    by_student: dict[str, tuple[float, str]] = {}
    for (student, skill), (own, answers) in counts.items():
        if answers < MIN_ANSWERS_FOR_SKILL:
            continue
        usual = _expected(right[skill] - own, trials[skill] - answers)
        need = _below(ACCURATE, own, answers, usual)
        if need >= NEEDED and _below(usual, own, answers, usual) >= surely_below:
            by_student[student] = max(by_student.get(student, (0.0, "")), (need, skill))
    of_class = max(((_below(ACCURATE, right[skill], trials[skill], USUAL), skill) for skill in trials), default=None)
    return Needs(
        {student: skill for student, (_need, skill) in by_student.items()},
        of_class[1] if of_class is not None and of_class[0] >= NEEDED else None,
    )


def _expected(right: int, trials: int) -> float:
    """Return classmates' success rate, shrunk towards the usual one."""
    return min(_MOST_CERTAIN, (right + USUAL * PRIOR_ANSWERS) / (trials + PRIOR_ANSWERS))


def _below(share: float, right: int, trials: int, usual: float) -> float:
    """Return the probability that one success rate is below another."""
    return beta_probability(share, right + usual * PRIOR_ANSWERS, trials - right + (1 - usual) * PRIOR_ANSWERS)
