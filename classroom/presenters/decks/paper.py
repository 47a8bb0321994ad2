"""A deck on paper: cards to cut out, the board, chips, and a sheet of answers for the teacher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from engine import Card, CardKind, Layout, Setup, numbers_setup
from engine import Deck as PlayableDeck
from engine.board import FREE

CARDS_ON_SHEET = 15
"""Three by five cards of 63 × 50 mm fit A4 and US Letter alike."""
CHIPS: tuple[tuple[str, int], ...] = (("blue", 50), ("green", 50), ("red", 40))
"""How many of each team's chips a sheet has."""
MOST_DEALS = 999
_LONG, _LONGER = 10, 28


class BoardPages(StrEnum):
    """On how much paper the board is printed."""

    ONE = "1"
    FOUR = "4"
    NONE = "0"


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """What is to be printed."""

    size: str
    layout: Layout = Layout.IN_ORDER
    deal: int = 1
    """Another number draws other cards, where answers have more than two."""
    board: BoardPages = BoardPages.ONE
    with_chips: bool = False
    with_answers: bool = False


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card to cut out. Its answer is not on it."""

    kind: str
    """"match", "wild" or "remove"."""
    face: str

    @property
    def length(self) -> str:
        """How small the text has to be: "", "long" or "longer"."""
        return "longer" if len(self.face) > _LONGER else "long" if len(self.face) > _LONG else ""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The board, or a quarter of it."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    """Numbers; "" is a free corner."""

    @property
    def across(self) -> int:
        """How many spaces lie in a row."""
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
    """Deal a game for paper: the same wish gives the same cards."""
    setup = numbers_setup(deck=deck, size=options.size, layout=options.layout, players=2, rng=Random(options.deal))  # noqa: S311  no secret: it is printed
    cards = [_card(setup.cards_by_id[card]) for card in setup.deck]  # in the order of drawing: mixed
    return Paper(
        options=options,
        sheets=tuple(tuple(cards[start : start + CARDS_ON_SHEET]) for start in range(0, len(cards), CARDS_ON_SHEET)),
        boards=_boards(setup.board.rows, options.board),
        answers=_answers(setup) if options.with_answers else (),
        chips=CHIPS if options.with_chips else (),
    )


def _card(card: Card) -> PaperCard:
    return PaperCard(card.kind.value, card.face)


def _boards(labels: Sequence[Sequence[str]], pages: BoardPages) -> tuple[BoardPage, ...]:
    rows = tuple(tuple("" if label == FREE else label for label in row) for row in labels)
    if pages is BoardPages.NONE:
        return ()
    if pages is BoardPages.ONE:
        return (BoardPage("", rows),)
    down, across = len(rows) // 2, len(rows[0]) // 2
    return tuple(
        BoardPage(f"{top_text}, {side_text}", tuple(row[left : left + across] for row in rows[top : top + down]))
        for top, top_text in ((0, "Top"), (down, "Bottom"))
        for left, side_text in ((0, "left"), (across, "right"))
    )


def _answers(setup: Setup) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for card in setup.cards:
        if card.kind is CardKind.MATCH and card.label is not None:
            found.setdefault(card.label, []).append(card.face)
    return tuple((answer, tuple(found[answer])) for answer in sorted(found, key=int))
