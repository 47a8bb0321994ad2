"""The hardest equations of a session, with the usual wrong answer and the mistake that leads to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from classroom.i18n.engine_texts import ERROR_PATTERNS
from classroom.presenters.reports.words import given_text
from classroom.reports.equations import EquationLine, hardest, missed
from classroom.reports.statistics import Proportion
from engine.cards import number_of
from engine.equations import describe

LEAST_ALIKE = 2
"""A wrong answer given once is no pattern."""


@dataclass(frozen=True, slots=True)
class HardEquation:
    """An equation that many missed."""

    equation: str
    answer: str
    missed: Proportion
    usual: str | None
    """The wrong answer given most; None: no wrong answer was given twice."""
    times: int
    """How often it was given."""
    pattern: str | None
    """The common mistake that leads to it, as a sentence; None: unknown."""


def hard_equations(lines: Iterable[EquationLine]) -> tuple[HardEquation, ...]:
    """Show the hardest equations."""
    return tuple(map(_show, hardest(lines)))


def error_pattern_of(equation: str, answer: str, given: str) -> str | None:
    """Name the common mistake that leads to a wrong answer; None if no known one does.

    >>> error_pattern_of("6 × 8", "48", "54"), error_pattern_of("6 × 8", "48", "3")
    ('Maybe used the next number in the times table.', None)
    """
    right, wrong = number_of(answer), number_of(given)
    if right is None or wrong is None:
        return None
    distractors = describe(equation, right).distractors
    return next((str(text) for pattern, text in ERROR_PATTERNS.items() if wrong in distractors.get(pattern, ())), None)


def _show(line: EquationLine) -> HardEquation:
    top = line.wrong[0]
    if top.count < LEAST_ALIKE:
        return HardEquation(line.equation, line.answer, missed(line), None, 0, None)
    pattern = None if top.given is None else error_pattern_of(line.equation, line.answer, top.given)
    return HardEquation(line.equation, line.answer, missed(line), given_text(top.given), top.count, pattern)
