"""A class's most common wrong answer to an equation. It counts only if it is unlikely to be chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from classroom.learning.statistics import binomial_tail, discoveries

Key = TypeVar("Key")
MIN_STUDENTS = 3
"""Minimum number of students; fewer may have copied, or share a habit."""
MOST_BY_CHANCE = 0.01
LEAST_CHANCE = 0.10
"""Minimum probability of a wrong answer, if the alternatives are unknown."""


MIN_WRONG, FALSE_DISCOVERIES = 10, 0.10
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
        given, times[given], wrong, len(students[given]), binomial_tail(times[given], wrong, min(chance, 0.99))
    )


def concentrated(answers: Iterable[tuple[Key, CommonAnswer]]) -> list[tuple[Key, CommonAnswer]]:
    """Return the equations whose wrong answers are mostly the same, most certain first.

    Among equations with enough wrong answers, the false discovery rate is kept below 10% (Benjamini and Hochberg).
    """
    tested = sorted(
        ((key, one) for key, one in answers if one.wrong >= MIN_WRONG), key=lambda found: found[1].by_chance
    )
    passed = discoveries([one.by_chance for _key, one in tested], FALSE_DISCOVERIES)
    return [(key, one) for key, one in tested[:passed] if one.students >= MIN_STUDENTS and 2 * one.times >= one.wrong]
