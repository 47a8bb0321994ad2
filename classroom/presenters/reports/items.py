"""Equations to check: those with unexpected difficulty, and those whose wrong answers are mostly the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from classroom.learning.common_answers import CommonAnswer, concentrated
from classroom.learning.items import MIN_ANSWERS, OddItem
from classroom.models import Deck
from classroom.presenters.reports.equations import ShownCommonAnswer, shown_common_answer
from classroom.presenters.words import percent_text
from classroom.reports.statistics import Proportion
from classroom.services.learning.evidence import ClassItems


@dataclass(frozen=True, slots=True)
class ShownOddItem:
    """An equation with unexpected difficulty."""

    equation: str
    answer: str
    first: Proportion
    students: int
    expected: int
    """Expected number of correct answers."""
    range: tuple[str, str]
    is_hard: bool
    common: str
    """The most frequent wrong answer, unless chance explains it."""
    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class ItemsPage:
    odd: tuple[ShownOddItem, ...]
    """Harder ones first, most certain first."""
    concentrated: tuple[ShownCommonAnswer, ...]
    judged: int
    """The number of equations with enough answers."""
    is_being_counted: bool
    """Whether the analysis is not finished yet."""
    least: int = MIN_ANSWERS


def texts_of(odd: Sequence[OddItem], common: Mapping[tuple[str, str], CommonAnswer]) -> set[str]:
    """Return the texts of all equations on the page."""
    return {one.equation.text for one in odd} | {text for (text, _answer), _ in concentrated(common.items())}


def show_items(
    items: ClassItems, common: Mapping[tuple[str, str], CommonAnswer], decks: Mapping[str, Sequence[Deck]]
) -> ItemsPage:
    """Build the page.

    :param common: the most frequent wrong answers, by the equation's text and answer
    :param decks: the teacher's decks, by the texts of their equations
    """
    return ItemsPage(
        odd=tuple(
            _odd(one, common.get((one.equation.text, str(one.equation.answer))), decks.get(one.equation.text, ()))
            for one in sorted(items.odd, key=lambda one: not one.is_hard)
        ),
        concentrated=tuple(
            shown_common_answer(text, answer, one, decks.get(text, ()))
            for (text, answer), one in concentrated(common.items())
        ),
        judged=items.judged,
        is_being_counted=items.is_being_counted,
    )


def _odd(one: OddItem, common: CommonAnswer | None, decks: Sequence[Deck]) -> ShownOddItem:
    low, high = one.interval
    return ShownOddItem(
        equation=one.equation.text,
        answer=str(one.equation.answer),
        first=Proportion(one.right, one.answers),
        students=one.students,
        expected=round(one.expected_right),
        range=(percent_text(low), percent_text(high)),
        is_hard=one.is_hard,
        common=common.given if common is not None and common.is_sure else "",
        decks=tuple(decks),
    )
