"""What each student needs most, from counts alone: the skill in which few answers are right, and fewer than usual.

A student who gets less than three of four right needs the skill. That alone would name someone in nearly every class
whose skill is hard for all, for some are unlucky; so the student must lie below the classmates, too, and surely enough
that luck among all of them seldom looks like that. What the whole class needs is said of the class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from classroom.learning.grouping import NEEDED
from classroom.learning.statistics import beta_probability
from classroom.learning.wording import ACCURATE, MIN_ANSWERS_FOR_SKILL

USUAL, PRIOR_ANSWERS = 0.82, 8
"""What classes usually get right, and as how many answers an expectation counts."""
BY_LUCK, FEW_STUDENTS = 0.05, 15
"""Students, of all in a class, who may look as far below their classmates by luck alone; a smaller class counts as one
of so many."""
_MOST_CERTAIN = 0.98
Counts: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""By student and skill, how many first answers were right, and how many there were."""


class Needs(NamedTuple):
    """Skills that are needed most; who needs none surely enough has none."""

    by_student: Mapping[str, str]
    of_class: str | None


def needs_of(counts: Counts) -> Needs:
    """Return the skill that each student needs most surely, and the one that the class does.

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
    """Return the share that classmates get right, which leans on what is usual."""
    return min(_MOST_CERTAIN, (right + USUAL * PRIOR_ANSWERS) / (trials + PRIOR_ANSWERS))


def _below(share: float, right: int, trials: int, usual: float) -> float:
    """Return the probability that a share of correct answers lies below another."""
    return beta_probability(share, right + usual * PRIOR_ANSWERS, trials - right + (1 - usual) * PRIOR_ANSWERS)
