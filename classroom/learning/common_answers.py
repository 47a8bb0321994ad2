"""A class's most common wrong answer to an equation. It counts only if it is unlikely to be chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from classroom.learning.statistics import binomial_tail, discoveries

Key = TypeVar("Key")
MIN_STUDENTS = 3
"""Minimum number of students; fewer may have copied, or share a habit."""
MOST_BY_CHANCE = 0.01
LEAST_CHANCE = 0.10
"""Minimum probability of a wrong answer, if the alternatives are unknown."""


FALSE_DISCOVERIES = 0.10
"""Maximum expected proportion of false alarms in a list of equations."""
MIN_WRONG = 10
"""Minimum number of wrong answers before an equation's can be called mostly the same."""


class WrongAnswer(NamedTuple):
    """A wrong first answer."""

    student: str
    given: str
    chance: float | None
    """The proportion of open wrong spaces with this answer; None if it was typed, or the spaces are unknown."""


class CommonAnswer(NamedTuple):
    """The most frequent wrong answer to an equation."""

    given: str
    times: int
    wrong: int
    """All wrong answers to the equation."""
    students: int
    """The students who gave it."""
    by_chance: float
    """The probability that chance alone makes one answer this frequent."""
    missed_by: int
    """The students with any wrong answer to the equation."""

    @property
    def is_sure(self) -> bool:
        """Return whether several students gave it, more often than by chance."""
        return self.students >= MIN_STUDENTS and self.by_chance <= MOST_BY_CHANCE


def common_answer(answers: Iterable[WrongAnswer]) -> CommonAnswer | None:
    """Return the most frequent wrong answer; None without wrong answers."""
    times: Counter[str] = Counter()
    students: defaultdict[str, set[str]] = defaultdict(set)
    chances: list[float] = []
    for one in answers:
        times[one.given] += 1
        students[one.given].add(one.student)
        if one.chance is not None:
            chances.append(one.chance)
    if not times:
        return None
    given = min(times, key=lambda label: (-times[label], -len(students[label]), len(label), label))
    chance = max(LEAST_CHANCE, sum(chances) / len(chances)) if chances else LEAST_CHANCE
    wrong = times.total()
    return CommonAnswer(
        given,
        times[given],
        wrong,
        len(students[given]),
        binomial_tail(times[given], wrong, min(chance, 0.99)),
        len(set().union(*students.values())),
    )


def surely_common(answers: Iterable[tuple[Key, CommonAnswer]]) -> list[tuple[Key, CommonAnswer]]:
    """Return the equations of a report with a sure common answer, most certain first.

    Among the hundreds of equations that a class answers, chance alone would make some answer to one of them frequent.
    So their false discovery rate is kept below 10%, too. Equations that too few students missed can't be selected, and
    don't count (Tarone 1990, Gilbert 2005).
    """
    return [(key, one) for key, one in _discovered(answers, lambda one: one.missed_by >= MIN_STUDENTS) if one.is_sure]


def concentrated(answers: Iterable[tuple[Key, CommonAnswer]]) -> list[tuple[Key, CommonAnswer]]:
    """Return the equations whose wrong answers are mostly the same, most certain first.

    Among equations with enough wrong answers, the false discovery rate is kept below 10%.
    """
    found = _discovered(answers, lambda one: one.wrong >= MIN_WRONG)
    return [(key, one) for key, one in found if one.students >= MIN_STUDENTS and 2 * one.times >= one.wrong]


def _discovered(
    answers: Iterable[tuple[Key, CommonAnswer]], can_be_tested: Callable[[CommonAnswer], bool]
) -> list[tuple[Key, CommonAnswer]]:
    """Select the most certain ones, with a limited false discovery rate (Benjamini and Hochberg)."""
    tested = sorted(((key, one) for key, one in answers if can_be_tested(one)), key=lambda found: found[1].by_chance)
    return tested[: discoveries([one.by_chance for _key, one in tested], FALSE_DISCOVERIES)]
