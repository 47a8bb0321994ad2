"""One equation: what a card shows, its answer, and what practicing it practices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.equations.error_patterns import ErrorPattern, distractors_of
from engine.equations.speech import spoken

LARGEST_ANSWER = 150
"""No board has larger answers, so no skill needs them."""

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"
DIVIDED = "\N{DIVISION SIGN}"
ROOT = "\N{SQUARE ROOT}"
NOTHING_SPECIAL: frozenset[str] = frozenset()


class Equation(NamedTuple):
    """A question with one whole answer. The text may be shown; answer and distractors stay on the server."""

    text: str
    """What the card shows: ``"6 × ? = 48"``. Minus is U+2212, times U+00D7."""
    answer: int
    skill: str
    """Key of the skill that it practices."""
    fact_key: str
    """The number family: ``"mul:6x8"`` stands for 6 × 8, 8 × 6, 48 ÷ 6 and 6 × ? = 48."""
    size: int
    """The largest number in it: what makes it hard first of all."""
    features: frozenset[str] = NOTHING_SPECIAL
    """What else makes it easier or harder; `engine.equations.difficulty.WEIGHTS` lists them."""
    level: int = 1
    """Step within the skill, from 1; 0 is for warming up only (adding 0)."""
    error_patterns: tuple[tuple[ErrorPattern, int], ...] = ()
    """Numbers that slips of just this equation would give; `distractors` adds those of every number."""

    @property
    def speech(self) -> str:
        """The text as words to read aloud."""
        return spoken(self.text)

    @property
    def distractors(self) -> Mapping[ErrorPattern, frozenset[int]]:
        """Wrong answers that a known slip would give, by the slip."""
        return distractors_of(self.answer, self.error_patterns)


def family(operation: str, first: int, second: int) -> str:
    """Name a number family: the smaller number first, as both orders are one fact.

    >>> family("mul", 8, 6), family("add", 7, 5)
    ('mul:6x8', 'add:5+7')
    """
    small, large = (first, second) if first <= second else (second, first)
    return f"mul:{small}x{large}" if operation == "mul" else f"add:{small}+{large}"


def features(**marks: bool) -> frozenset[str]:
    """Name the marks that hold.

    >>> sorted(features(tie=True, carry=True, ten=False))
    ['carry', 'tie']
    """
    return _shared(tuple(name for name, holds in marks.items() if holds))


@cache
def _shared(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(names)
