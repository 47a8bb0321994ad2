"""One equation: what a card shows, its answer, and the skill that it practices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.equations.error_patterns import ErrorPattern, distractors_of
from engine.equations.speech import spoken

LARGEST_ANSWER = 150
"""The largest answer on any board, so the largest that a skill needs."""

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"
DIVIDED = "\N{DIVISION SIGN}"
ROOT = "\N{SQUARE ROOT}"
NOTHING_SPECIAL: frozenset[str] = frozenset()


class Equation(NamedTuple):
    """A question with one whole-number answer. The text is public; answer and distractors stay on the server."""

    text: str
    """What the card shows: ``"6 × ? = 48"``. Minus is U+2212, times U+00D7."""
    answer: int
    skill: str
    """Key of its skill."""
    fact_key: str
    """The fact family: ``"mul:6x8"`` stands for 6 × 8, 8 × 6, 48 ÷ 6 and 6 × ? = 48."""
    size: int
    """Its largest number: the main factor of its difficulty."""
    features: frozenset[str] = NOTHING_SPECIAL
    """Features that make it easier or harder; see `engine.equations.difficulty.WEIGHTS`."""
    level: int = 1
    """Step within the skill, from 1. Step 0 is for warm-up only (adding 0)."""
    error_patterns: tuple[tuple[ErrorPattern, int], ...] = ()
    """Wrong answers that error patterns give for this equation; `distractors` adds those that fit any answer."""

    @property
    def speech(self) -> str:
        """Return the text in words for read-aloud."""
        return spoken(self.text)

    @property
    def distractors(self) -> Mapping[ErrorPattern, frozenset[int]]:
        """Return wrong answers by the error pattern that leads to them."""
        return distractors_of(self.answer, self.error_patterns)


def family(operation: str, first: int, second: int) -> str:
    """Return the key of a fact family, smaller number first: both orders are one fact.

    >>> family("mul", 8, 6), family("add", 7, 5)
    ('mul:6x8', 'add:5+7')
    """
    small, large = (first, second) if first <= second else (second, first)
    return f"mul:{small}x{large}" if operation == "mul" else f"add:{small}+{large}"


def features(**marks: bool) -> frozenset[str]:
    """Return the names of the features that are true.

    >>> sorted(features(tie=True, carry=True, ten=False))
    ['carry', 'tie']
    """
    return _shared(tuple(name for name, holds in marks.items() if holds))


@cache
def _shared(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(names)
