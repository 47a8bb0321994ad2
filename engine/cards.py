"""Cards: drawn, held, and discarded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

CardId: TypeAlias = int
"""Tells equal cards of one game apart. It is random and reveals nothing about the card."""

DrawPile: TypeAlias = "tuple[CardId, DrawPile | None]"
"""The top card and the pile below it, so drawing copies nothing."""

LONGEST_FACE = 60
LARGEST_ANSWER = 999_999
"""The largest number that fits a number pad; negated, the smallest."""
LONGEST_NUMBER = len(str(LARGEST_ANSWER))
_WHOLE_NUMBER = re.compile(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}")
_HALF_PAIR = re.compile("[\ud800-\udfff]")


class CardKind(StrEnum):
    """What a card does."""

    MATCH = "match"
    """Puts a chip on one of the two spaces with the card's label."""
    WILD = "wild"
    """Puts a chip on any open space: Plus, a two-eyed jack."""
    REMOVE = "remove"
    """Removes an opponent's chip: Minus, a one-eyed jack."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a game.

    The face is what is printed on it. The label is the answer: only match cards have one. Where the face is an
    equation, the label is secret.
    """

    id: CardId
    kind: CardKind
    face: str
    label: str | None = None


def stacked(cards: Sequence[CardId]) -> DrawPile | None:
    """Stack cards into a pile with the first on top.

    >>> stacked((7, 3))
    (7, (3, None))
    """
    pile: DrawPile | None = None
    for card in reversed(cards):
        pile = card, pile
    return pile


def cards_in(pile: DrawPile | None) -> tuple[CardId, ...]:
    """List the cards of a pile, top card first."""
    cards = []
    while pile is not None:
        card, pile = pile
        cards.append(card)
    return tuple(cards)


def number_of(label: str) -> int | None:
    """Parse a label as the number that solves its card; None if a number pad can't enter it.

    >>> number_of("12"), number_of("1/2"), number_of("1234567")
    (12, None, None)
    """
    return int(label) if _WHOLE_NUMBER.fullmatch(label) else None


def is_face(text: str) -> bool:
    """Return whether a text is valid as a face: its length, and no half of a surrogate pair."""
    return 0 < len(text) <= LONGEST_FACE and is_encodable(text)


def is_encodable(text: str) -> bool:
    """Return whether a text can be printed and stored. JSON can escape half of a surrogate pair, which is no character.

    >>> is_encodable("7 × 8"), is_encodable(chr(0xD83D))
    (True, False)
    """
    return _HALF_PAIR.search(text) is None


def is_answer(number: int) -> bool:
    """Return whether a number pad can enter this number."""
    return abs(number) <= LARGEST_ANSWER
