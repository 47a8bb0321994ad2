"""Equations in a report, with their wrong answers."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.presenters.reports.words import wrong_answer_text
from classroom.presenters.words import all_of
from classroom.reports.equations import EquationLine
from classroom.reports.statistics import Proportion


@dataclass(frozen=True, slots=True)
class ShownEquation:
    """An equation."""

    equation: str
    answer: str
    first: Proportion
    wrong: str
    """Wrong first answers with their counts: "54 (2 times) and traded in by mistake (1 time)"."""


def shown_equation(line: EquationLine) -> ShownEquation:
    """Show an equation with all wrong first answers."""
    return ShownEquation(
        line.equation, line.answer, line.first, all_of([wrong_answer_text(one.given, one.count) for one in line.wrong])
    )


def shown_with_most_frequent(line: EquationLine) -> ShownEquation:
    """Show an equation with only the most frequent wrong first answer. There must be one."""
    top = line.wrong[0]
    return ShownEquation(line.equation, line.answer, line.first, wrong_answer_text(top.given, top.count))
