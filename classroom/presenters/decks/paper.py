"""A printable deck: cards to cut out, the board, chips, and an answer sheet for the teacher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from classroom.i18n import lazy_gettext
from engine import CardKind, Layout, Setup, numbers_setup
from engine import Deck as PlayableDeck
from engine.board import FREE

CARDS_ON_SHEET = 15
"""3 by 5 cards of 63 × 50 mm fit both A4 and US Letter."""
CHIPS: tuple[tuple[str, int], ...] = (("blue", 50), ("green", 50), ("red", 40))
"""The number of chips per team on a sheet."""
MOST_DEALS = 999
_LONG, _LONGER = 10, 28
_TOP_LEFT, _TOP_RIGHT = lazy_gettext("Top left"), lazy_gettext("Top right")
_BOTTOM_LEFT, _BOTTOM_RIGHT = lazy_gettext("Bottom left"), lazy_gettext("Bottom right")


class BoardPages(StrEnum):
    """The number of pages for the board."""

    ONE = "1"
    FOUR = "4"
    NONE = "0"


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """What to print."""

    size: str
    layout: Layout = Layout.IN_ORDER
    deal: int = 1
    """Another number draws other cards, if answers have more than two."""
    board: BoardPages = BoardPages.ONE
    with_chips: bool = False
    with_answers: bool = False


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card to cut out. Its answer is not on it."""

    kind: str
    """"match", "wild", or "remove"."""
    face: str

    @property
    def length(self) -> str:
        """Return the size class of the text: "", "long", or "longer"."""
        return "longer" if len(self.face) > _LONGER else "long" if len(self.face) > _LONG else ""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The board, or a quarter of it."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    """Numbers; "" for a free corner."""

    @property
    def across(self) -> int:
        return len(self.rows[0])


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything to print."""

    options: PaperOptions
    sheets: tuple[tuple[PaperCard, ...], ...]
    boards: tuple[BoardPage, ...]
    answers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each answer with its cards."""
    chips: tuple[tuple[str, int], ...] = field(default=())


def paper_of(deck: PlayableDeck, options: PaperOptions) -> Paper:
    """Deal a game for printing. The same options give the same cards."""
    setup = numbers_setup(deck=deck, size=options.size, layout=options.layout, players=2, rng=Random(options.deal))  # noqa: S311  no secret: it is printed
    dealt = (setup.cards_by_id[card] for card in setup.deck)
    cards = [PaperCard(one.kind.value, one.face) for one in dealt]  # in drawing order, so shuffled
    return Paper(
        options=options,
        sheets=tuple(tuple(cards[start : start + CARDS_ON_SHEET]) for start in range(0, len(cards), CARDS_ON_SHEET)),
        boards=_boards(setup.board.rows, options.board),
        answers=_answers(setup) if options.with_answers else (),
        chips=CHIPS if options.with_chips else (),
    )


def _boards(labels: Sequence[Sequence[str]], pages: BoardPages) -> tuple[BoardPage, ...]:
    rows = tuple(tuple("" if label == FREE else label for label in row) for row in labels)
    if pages is BoardPages.NONE:
        return ()
    if pages is BoardPages.ONE:
        return (BoardPage("", rows),)
    down, across = len(rows) // 2, len(rows[0]) // 2
    return tuple(
        BoardPage(str(title), tuple(row[left : left + across] for row in rows[top : top + down]))
        for title, top, left in (
            (_TOP_LEFT, 0, 0),
            (_TOP_RIGHT, 0, across),
            (_BOTTOM_LEFT, down, 0),
            (_BOTTOM_RIGHT, down, across),
        )
    )


def _answers(setup: Setup) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for card in setup.cards:
        if card.kind is CardKind.MATCH and card.label is not None:
            found.setdefault(card.label, []).append(card.face)
    return tuple((answer, tuple(found[answer])) for answer in sorted(found, key=int))
