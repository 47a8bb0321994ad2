"""Equations in a report, with their wrong answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classroom.learning.common_answers import CommonAnswer
from classroom.models import Deck
from classroom.presenters.reports.words import error_pattern_of, wrong_answer_text
from classroom.presenters.words import all_of
from classroom.reports.equations import EquationLine
from classroom.reports.statistics import Proportion


@dataclass(frozen=True, slots=True)
class ShownEquation:
    equation: str
    answer: str
    first: Proportion
    wrong: str
    """Wrong first answers with their counts: "54 (2 times) and traded in by mistake (1 time)"."""


@dataclass(frozen=True, slots=True)
class ShownCommonAnswer:
    """A wrong answer that several students gave to an equation."""

    equation: str
    answer: str
    common: CommonAnswer
    reason: str
    """The likely mistake; "" if none is known."""
    decks: tuple[Deck, ...]
    """The teacher's decks with the equation, if it may be left out of them."""


def shown_common_answer(equation: str, answer: str, one: CommonAnswer, decks: Sequence[Deck] = ()) -> ShownCommonAnswer:
    """Show such an answer with its likely reason."""
    reason = error_pattern_of(equation, answer, one.given) or ""
    return ShownCommonAnswer(equation, answer, one, reason, tuple(decks))


def shown_equation(line: EquationLine) -> ShownEquation:
    """Show an equation with all wrong first answers."""
    return ShownEquation(
        line.equation, line.answer, line.first, all_of([wrong_answer_text(one.given, one.count) for one in line.wrong])
    )


def shown_with_most_frequent(line: EquationLine) -> ShownEquation:
    """Show an equation with only the most frequent wrong first answer. There must be one."""
    top = line.wrong[0]
    return ShownEquation(line.equation, line.answer, line.first, wrong_answer_text(top.given, top.count))
