"""Error patterns of single students: wrong answers that a habit explains better than chance and classmates do.

A wrong answer is evidence only if the habit's number could be given: on the board, its space must be open. Its
probability without the habit is the larger of chance and of the classmates' rate in the same form and skill, because
near misses are common, and more so in sums than in products. Only the last three weeks count, so old habits are
forgotten.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from classroom.learning.ledger import Channel, Observation
from engine.equations import Equation, ErrorPattern

DAYS = 21
"""Older answers don't count."""
SURE = 0.95
"""Minimum posterior probability. With 0.90, about 5 of 100 class-terms name a pattern that no one has; with this value,
2."""
MIN_HITS, MIN_TEXTS, MOST_OF_TEXT = 3, 2, 2
_PRIOR_ODDS = 1 / 199
_HABITS = (0.3, 0.5, 0.7, 0.9)
"""The proportion of wrong answers that a habit explains."""
_LEAST_ON_BOARD, _ON_PAD = 0.01, 0.02
_BASELINE, _MARGIN, _MOST = 12, 1.25, 0.9
_USUAL = 0.1
"""How often wrong answers fit a pattern in other classes, at least; it counts like `_BASELINE` of the classmates' wrong
answers. In a class of two, classmates say little, and chance alone is too low: near misses are common."""
_SIGNS: Final[Mapping[ErrorPattern, str]] = MappingProxyType({ErrorPattern.OP_ADD: "×−", ErrorPattern.MUL_ADJ: "×÷"})
"""Patterns that are habits only with these operations."""
_WEAK = frozenset({ErrorPattern.MUL_TABLE})
"""Many numbers are products in the same row or column."""


class Example(NamedTuple):
    """A wrong answer that matches a pattern."""

    equation: Equation
    given: int


class PossiblePattern(NamedTuple):
    pattern: ErrorPattern
    posterior: float
    hits: int
    chances: int
    """Wrong answers that could have matched."""
    expected: float
    """The expected number of matches without the habit."""
    examples: tuple[Example, ...]
    """Matches, latest first."""
    since: date


class _Chance(NamedTuple):
    """A wrong answer, and a pattern whose number could have been given."""

    pattern: ErrorPattern
    is_hit: bool
    by_chance: float
    """Its probability by chance: of an open space, or of a typed number."""


class _Wrong(NamedTuple):
    day: date
    equation: Equation
    given: int
    is_typed: bool
    chances: tuple[_Chance, ...]


@dataclass(slots=True)
class ErrorLedger:
    """A class's wrong first answers."""

    _recent: dict[str, list[_Wrong]] = field(default_factory=dict)
    """By student."""
    _hits: Counter[tuple[str, ErrorPattern, bool, str]] = field(default_factory=Counter)
    """By student, pattern, whether it was typed, and skill, for the whole time; with student or skill "" for all."""
    _chances: Counter[tuple[str, ErrorPattern, bool, str]] = field(default_factory=Counter)

    def observe(self, seen: Observation) -> None:
        """Add a first answer. Ignores correct ones, and those without a number."""
        if seen.is_right or seen.given is None or not (chances := tuple(_chances_of(seen))):
            return
        is_typed = seen.channel is not Channel.BOARD
        self._recent.setdefault(seen.student, []).append(_Wrong(seen.day, seen.equation, seen.given, is_typed, chances))
        for one, student, skill in product(chances, (seen.student, ""), (seen.equation.skill, "")):
            self._chances[student, one.pattern, is_typed, skill] += 1
            self._hits[student, one.pattern, is_typed, skill] += one.is_hit

    def forget_before(self, day: date) -> None:
        """Drop wrong answers that are too old from this day on; counts stay."""
        oldest = day - timedelta(days=DAYS)
        self._recent = {student: [one for one in wrong if one.day > oldest] for student, wrong in self._recent.items()}

    def patterns(self, day: date) -> dict[str, tuple[PossiblePattern, ...]]:
        """Return students' likely habits on a day, by student, most certain first."""
        found = {student: self._patterns_of(student, day) for student in sorted(self._recent)}
        return {student: patterns for student, patterns in found.items() if patterns}

    def _patterns_of(self, student: str, day: date) -> tuple[PossiblePattern, ...]:
        wrong = [one for one in self._recent[student] if one.day > day - timedelta(days=DAYS)]
        by_pattern: defaultdict[ErrorPattern, list[tuple[_Wrong, _Chance]]] = defaultdict(list)
        for one in wrong:
            for chance in one.chances:
                spoken = sum(one.equation.text == other.equation.text for other, _ in by_pattern[chance.pattern])
                if spoken < MOST_OF_TEXT:
                    by_pattern[chance.pattern].append((one, chance))
        possible = [self._judged(student, pattern, some) for pattern, some in by_pattern.items()]
        taken: list[PossiblePattern] = []
        for found in sorted((one for one in possible if one), key=lambda one: (-one.posterior, one.pattern)):
            answers = {(example.equation.text, example.given) for example in found.examples}
            others = [{(example.equation.text, example.given) for example in other.examples} for other in taken]
            if all(2 * len(answers & other) < min(len(answers), len(other)) for other in others):
                taken.append(found)
        return tuple(taken)

    def _judged(
        self, student: str, pattern: ErrorPattern, some: list[tuple[_Wrong, _Chance]]
    ) -> PossiblePattern | None:
        hits = [wrong for wrong, chance in some if chance.is_hit]
        if len(hits) < MIN_HITS or len({one.equation.text for one in hits}) < MIN_TEXTS:
            return None
        usual = [(self._usual(student, pattern, wrong, chance), chance.is_hit) for wrong, chance in some]
        ratios = []
        for habit in _HABITS:
            ratio = 1.0
            for chance, is_hit in usual:
                ratio *= (habit + (1 - habit) * chance) / chance if is_hit else 1 - habit
            ratios.append(ratio)
        odds = _PRIOR_ODDS * sum(ratios) / len(ratios)
        posterior = odds / (1 + odds)
        if posterior < SURE:
            return None
        examples = tuple(Example(one.equation, one.given) for one in reversed(hits))
        expected = sum(chance for chance, _ in usual)
        return PossiblePattern(pattern, posterior, len(hits), len(some), expected, examples, some[0][0].day)

    def _usual(self, student: str, pattern: ErrorPattern, wrong: _Wrong, chance: _Chance) -> float:
        """Return how often classmates give such a number when they are wrong.

        Few answers in a skill are combined with those in other skills, and these with the usual rate.
        """
        everywhere, in_skill = (self._by_others(student, pattern, wrong, of) for of in ("", wrong.equation.skill))
        usual = max(chance.by_chance, _USUAL)
        for hits, chances in ((everywhere[0] - in_skill[0], everywhere[1] - in_skill[1]), in_skill):
            usual = (hits + _BASELINE * usual) / (chances + _BASELINE)
        return min(_MOST, max(chance.by_chance, _MARGIN * usual))

    def _by_others(self, student: str, pattern: ErrorPattern, wrong: _Wrong, skill: str) -> tuple[int, int]:
        of_all, own = ("", pattern, wrong.is_typed, skill), (student, pattern, wrong.is_typed, skill)
        return self._hits[of_all] - self._hits[own], self._chances[of_all] - self._chances[own]


def _chances_of(seen: Observation) -> Iterator[_Chance]:
    on_board = Counter(seen.open_labels)
    if seen.channel is Channel.BOARD and not on_board:
        return
    total = on_board.total()
    for pattern, numbers in _numbers_of(seen.equation):
        if seen.channel is not Channel.BOARD:
            yield _Chance(pattern, seen.given in numbers, _ON_PAD)
        elif fitting := sum(on_board[number] for number in numbers):
            yield _Chance(pattern, seen.given in numbers, max(_LEAST_ON_BOARD, fitting / total))


@lru_cache(maxsize=4096)
def _numbers_of(equation: Equation) -> tuple[tuple[ErrorPattern, frozenset[int]], ...]:
    """Return the wrong numbers of each pattern that can be a habit with this equation."""
    return tuple(
        (pattern, numbers)
        for pattern, numbers in equation.distractors.items()
        if pattern not in _WEAK and (pattern not in _SIGNS or set(_SIGNS[pattern]) & set(equation.text))
    )
