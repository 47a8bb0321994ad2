"""The most common wrong answer of a class to an equation: a fact about the equation only if chance does not make it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from classroom.learning.statistics import binomial_tail, discoveries

Key = TypeVar("Key")
MIN_STUDENTS = 3
"""Fewer may have copied one another, or be one student's habit."""
MOST_BY_CHANCE = 0.01
LEAST_CHANCE = 0.10
"""No wrong answer is rarer than this where nothing is known of what else could have been given."""


MIN_WRONG, FALSE_DISCOVERIES = 10, 0.10
"""Of an equation whose wrong answers may be called mostly the same."""


class WrongAnswer(NamedTuple):
    """One wrong first answer."""

    student: str
    given: str
    chance: float | None
    """Share of the open wrong spaces that hold this answer; None: it was typed, or the spaces are not known."""


class CommonAnswer(NamedTuple):
    """The wrong answer given most to one equation."""

    given: str
    times: int
    wrong: int
    """All wrong answers to the equation."""
    students: int
    """Who gave it."""
    by_chance: float
    """Probability that chance alone makes one answer this common."""

    @property
    def is_sure(self) -> bool:
        """Whether several students gave it more often than chance makes them."""
        return self.students >= MIN_STUDENTS and self.by_chance <= MOST_BY_CHANCE


def common_answer(answers: Iterable[WrongAnswer]) -> CommonAnswer | None:
    """Return the wrong answer given most; None where there are no wrong answers."""
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
    """Return the equations whose wrong answers are mostly one and the same, the surest first.

    Of all with enough wrong answers, those are taken that keep the share of false discoveries below 10% (Benjamini
    and Hochberg).
    """
    tested = sorted(
        ((key, one) for key, one in answers if one.wrong >= MIN_WRONG), key=lambda found: found[1].by_chance
    )
    passed = discoveries([one.by_chance for _key, one in tested], FALSE_DISCOVERIES)
    return [(key, one) for key, one in tested[:passed] if one.students >= MIN_STUDENTS and 2 * one.times >= one.wrong]
