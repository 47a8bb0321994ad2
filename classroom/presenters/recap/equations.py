"""A session's hardest equations, with their common wrong answers and mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.learning.common_answers import CommonAnswer
from classroom.presenters.reports.words import error_pattern_of, given_text
from classroom.reports.equations import EquationLine, hardest, missed
from classroom.reports.statistics import Proportion

LEAST_ALIKE = 2
"""A wrong answer given once is not a pattern."""


@dataclass(frozen=True, slots=True)
class HardEquation:
    equation: str
    answer: str
    missed: Proportion
    usual: str | None
    """The most frequent wrong answer; None if none was given twice."""
    times: int
    """How often it was given."""
    pattern: str | None
    """The likely mistake, as a sentence; None if unknown, or if chance may explain the answer."""


def hard_equations(
    lines: Iterable[EquationLine], common: Mapping[tuple[str, str], CommonAnswer]
) -> tuple[HardEquation, ...]:
    """Show the hardest equations.

    :param common: the most frequent wrong answer to each equation, by its text and answer
    """
    return tuple(_show(line, common.get((line.equation, line.answer))) for line in hardest(lines))


def _show(line: EquationLine, common: CommonAnswer | None) -> HardEquation:
    top = line.wrong[0]
    if top.count < LEAST_ALIKE:
        return HardEquation(line.equation, line.answer, missed(line), None, 0, None)
    is_sure = common is not None and common.is_sure and common.given == top.given
    pattern = error_pattern_of(line.equation, line.answer, top.given) if is_sure and top.given else None
    return HardEquation(line.equation, line.answer, missed(line), given_text(top.given), top.count, pattern)
