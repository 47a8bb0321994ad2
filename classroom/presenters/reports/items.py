"""Equations to check: those that are not as hard as expected, and those whose wrong answers are mostly the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from classroom.learning.common_answers import CommonAnswer, concentrated
from classroom.learning.items import MIN_ANSWERS, OddItem
from classroom.models import Deck
from classroom.presenters.reports.words import error_pattern_of
from classroom.presenters.words import percent_text
from classroom.reports.statistics import Proportion
from classroom.services.learning.evidence import ClassItems


@dataclass(frozen=True, slots=True)
class DeckWithIt:
    """A deck that an equation can be left out of."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class ShownOddItem:
    """An equation that is not as hard as expected."""

    equation: str
    answer: str
    first: Proportion
    students: int
    expected: int
    """Correct answers that were to be expected."""
    range: tuple[str, str]
    is_hard: bool
    common: str
    """The wrong answer given most, if that is no chance."""
    decks: tuple[DeckWithIt, ...]


@dataclass(frozen=True, slots=True)
class ShownConcentrated:
    """An equation whose wrong answers are mostly the same."""

    equation: str
    answer: str
    given: str
    times: int
    wrong: int
    students: int
    reason: str
    decks: tuple[DeckWithIt, ...]


@dataclass(frozen=True, slots=True)
class ItemsPage:
    """Everything on the page."""

    odd: tuple[ShownOddItem, ...]
    """Harder ones first, the surest first."""
    concentrated: tuple[ShownConcentrated, ...]
    judged: int
    """Equations with answers enough to be judged."""
    is_being_counted: bool
    """Whether it is not known yet which are odd."""
    least: int = MIN_ANSWERS


def texts_of(odd: Sequence[OddItem], common: Mapping[tuple[str, str], CommonAnswer]) -> set[str]:
    """Return the equations that the page will name."""
    return {one.equation.text for one in odd} | {text for (text, _answer), _ in concentrated(common.items())}


def show_items(
    items: ClassItems, common: Mapping[tuple[str, str], CommonAnswer], decks: Mapping[str, Sequence[Deck]]
) -> ItemsPage:
    """Put the page together.

    :param common: the wrong answer given most, by the text and answer of the equation
    :param decks: of the teacher, by the texts of equations in them
    """

    def decks_with(text: str) -> tuple[DeckWithIt, ...]:
        return tuple(DeckWithIt(deck.id, deck.title) for deck in decks.get(text, ()))

    return ItemsPage(
        odd=tuple(
            _odd(one, common.get((one.equation.text, str(one.equation.answer))), decks_with(one.equation.text))
            for one in sorted(items.odd, key=lambda one: not one.is_hard)
        ),
        concentrated=tuple(
            ShownConcentrated(
                *(text, answer, one.given, one.times, one.wrong, one.students),
                error_pattern_of(text, answer, one.given) or "",
                decks_with(text),
            )
            for (text, answer), one in concentrated(common.items())
        ),
        judged=items.judged,
        is_being_counted=items.is_being_counted,
    )


def _odd(one: OddItem, common: CommonAnswer | None, decks: tuple[DeckWithIt, ...]) -> ShownOddItem:
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
        decks=decks,
    )
