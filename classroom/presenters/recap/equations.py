"""The hardest equations of a session, with the usual wrong answer and how one gets it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from classroom.presenters.reports.words import given_text
from classroom.reports.equations import EquationLine, hardest, missed
from classroom.reports.statistics import Proportion
from engine.cards import number_of
from engine.equations import ErrorPattern, describe

LEAST_ALIKE = 2
"""A wrong answer given once is nobody's habit."""

ERROR_PATTERNS: Mapping[ErrorPattern, str] = MappingProxyType(
    {
        ErrorPattern.MUL_ADJ: "the next number in the times table",
        ErrorPattern.OP_ADD: "added instead",
        ErrorPattern.SFL: "always took the smaller digit from the larger",
        ErrorPattern.NO_DEC: "borrowed a ten and did not count it off",
        ErrorPattern.NO_CARRY: "forgot the ten to carry",
        ErrorPattern.ZERO_N: "took times 0 for times 1",
        ErrorPattern.ORDER_LR: "worked from left to right",
        ErrorPattern.PCT_SUB: "took the per cent for an amount",
        ErrorPattern.FRAC_DEN: "divided, and forgot the upper number of the fraction",
        ErrorPattern.SIGN: "lost a minus sign",
        ErrorPattern.SQ2: "doubled instead of squaring",
        ErrorPattern.INV_OP: "did what the sign says instead of undoing it",
        ErrorPattern.OFF1: "counted one too many or one too few",
        ErrorPattern.REV: "swapped the digits",
        ErrorPattern.PV10: "ten too many or ten too few",
    }
)
"""The surest signs first. Another number of the same table is none: too many numbers are."""


@dataclass(frozen=True, slots=True)
class HardEquation:
    """An equation that many missed."""

    equation: str
    answer: str
    missed: Proportion
    usual: str | None
    """The wrong answer given most; None: every wrong answer was another."""
    times: int
    """How often it was given."""
    slip: str | None
    """How one gets it, in plain words, where that can be told."""


def hard_equations(lines: Iterable[EquationLine]) -> tuple[HardEquation, ...]:
    """Show the hardest equations."""
    return tuple(map(_show, hardest(lines)))


def error_pattern_of(equation: str, answer: str, given: str) -> str | None:
    """How somebody gets this wrong answer, in words that follow "perhaps"; None if no known slip leads there.

    >>> error_pattern_of("6 × 8", "48", "54"), error_pattern_of("6 × 8", "48", "3")
    ('the next number in the times table', None)
    """
    right, wrong = number_of(answer), number_of(given)
    if right is None or wrong is None:
        return None
    distractors = describe(equation, right).distractors
    return next((words for slip, words in ERROR_PATTERNS.items() if wrong in distractors.get(slip, ())), None)


def _show(line: EquationLine) -> HardEquation:
    top = line.wrong[0]
    if top.count < LEAST_ALIKE:
        return HardEquation(line.equation, line.answer, missed(line), None, 0, None)
    slip = None if top.given is None else error_pattern_of(line.equation, line.answer, top.given)
    return HardEquation(line.equation, line.answer, missed(line), given_text(top.given), top.count, slip)
