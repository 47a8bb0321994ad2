"""What to do after a session: at most three suggestions, each by a simple rule with the numbers that say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from classroom.learning.plans import Dealing
from classroom.presenters.decks.listing import deck_name, size_text
from classroom.presenters.reports.next_steps import play_more, sit_down, teach_again
from classroom.reports.equations import EquationLine
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine
from classroom.services.settings import TableSettings
from engine.deck_making import built_in_deck, grade_of_deck
from engine.decks import BOARD_SIZES

MOST_STEPS = 3
TOO_EASY, TOO_HARD = 92, 70
"""Per cent of first answers right: surely more, and the class learns little; surely fewer, and it is lost."""
_LADDER = (("add-sub-20", "add-sub-100", "mixed"), ("times-tables", "mixed"))
"""Built-in decks, each followed by a harder one."""


@dataclass(frozen=True, slots=True)
class Step:
    """A suggestion."""

    text: str
    settings: TableSettings | None = None
    """Of the session that it suggests: the page for a new one opens with them."""


def steps_after(
    settings: TableSettings, first: Proportion, students: Sequence[StudentLine], hard: Sequence[EquationLine]
) -> tuple[Step, ...]:
    """What to teach again, with whom to sit down, which cards next, who should play more; the first three of them.

    :param students: those who played
    :param hard: the hardest equations, the hardest first
    """
    cards = [next_cards(settings, first)] if first.has_enough_answers else []
    steps = [*map(Step, teach_again(hard)), *map(Step, sit_down(students)), *cards, *map(Step, play_more(students))]
    return tuple(steps[:MOST_STEPS])


def next_cards(settings: TableSettings, first: Proportion) -> Step:
    """Which deck and board come next, by the share of first answers that was right."""
    low, high = first.interval
    if settings.dealing is Dealing.SAME and low > TOO_EASY:
        harder = harder_than(settings)
        text = f"These cards are easy by now: {first.percent} % were right at the first try."
        return Step(f"{text} {_go_on(harder)}", harder)
    if settings.dealing is Dealing.SAME and high < TOO_HARD:
        easier = easier_than(settings)
        text = f"These cards are hard: only {first.percent} % were right at the first try."
        return Step(f"{text} {_go_on(easier)}", easier)
    return Step(
        f"These cards suit the class: {first.percent} % were right at the first try. Play with them again.", settings
    )


def harder_than(settings: TableSettings) -> TableSettings | None:
    """The same deck on the next larger board that it fills, else the next deck; None where there is none."""
    sizes = settings.deck_object.sizes if settings.fills_board else ()
    larger = [size for size in sizes if BOARD_SIZES.index(size) > BOARD_SIZES.index(settings.board)]
    if larger:
        return replace(settings, board=larger[0])
    return _with_deck(settings, _neighbour(settings.deck, 1))


def easier_than(settings: TableSettings) -> TableSettings | None:
    """The deck before, else the same deck on a smaller board, where facts come again; None where there is neither."""
    before = _with_deck(settings, _neighbour(settings.deck, -1))
    if before is not None or settings.board == BOARD_SIZES[0]:
        return before
    return replace(settings, board=BOARD_SIZES[BOARD_SIZES.index(settings.board) - 1])


def _neighbour(deck: str, step: int) -> str | None:
    grade = grade_of_deck(deck)
    if grade is not None:
        return f"grade-{grade + step}"
    for decks in _LADDER:
        if deck in decks and 0 <= decks.index(deck) + step < len(decks):
            return decks[decks.index(deck) + step]
    return None


def _with_deck(settings: TableSettings, key: str | None) -> TableSettings | None:
    """The settings with a built-in deck, on the same board or the largest that it fills."""
    deck = built_in_deck(key) if key else None
    if deck is None:
        return None
    board = settings.board if settings.board in deck.sizes else deck.sizes[-1]
    return replace(settings, deck=deck.key, deck_copy=None, board=board)


def _go_on(settings: TableSettings | None) -> str:
    if settings is None:
        return "Choose other cards next time."
    return f"Next time: {deck_name(settings)}, {size_text(settings.board)}."
