"""Cards: what is drawn, held and discarded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

CardId: TypeAlias = int
"""Distinguishes equal cards of one game. It is random and reveals nothing about the card."""

DrawPile: TypeAlias = "tuple[CardId, DrawPile | None]"
"""The top card and the pile below it, so that drawing copies nothing."""

LONGEST_FACE = 60
LARGEST_ANSWER = 999_999
"""The largest number that a number pad takes, and without its sign the smallest."""
LONGEST_NUMBER = len(str(LARGEST_ANSWER))
_WHOLE_NUMBER = re.compile(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}")


class CardKind(StrEnum):
    """What a card does."""

    MATCH = "match"
    """Puts a chip on one of the two spaces with its label."""
    WILD = "wild"
    """Puts a chip on any open space: Plus, a two-eyed jack."""
    REMOVE = "remove"
    """Takes an opponent's chip off: Minus, a one-eyed jack."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a game.

    The face is what is printed on it. The label is the answer: it belongs to match cards only
    and is a secret wherever the face is a question.
    """

    id: CardId
    kind: CardKind
    face: str
    label: str | None = None


def stacked(cards: Sequence[CardId]) -> DrawPile | None:
    """Stack cards into a pile, the first one on top.

    >>> stacked((7, 3))
    (7, (3, None))
    """
    pile: DrawPile | None = None
    for card in reversed(cards):
        pile = card, pile
    return pile


def cards_in(pile: DrawPile | None) -> tuple[CardId, ...]:
    """List the cards of a pile, the top one first."""
    cards = []
    while pile is not None:
        card, pile = pile
        cards.append(card)
    return tuple(cards)


def number_of(label: str) -> int | None:
    """Read a label as the number that solves its card; None: no number pad can give it.

    >>> number_of("12"), number_of("1/2"), number_of("1234567")
    (12, None, None)
    """
    return int(label) if _WHOLE_NUMBER.fullmatch(label) else None


def is_face(text: str) -> bool:
    """Whether a text is neither too short nor too long for a face."""
    return 0 < len(text) <= LONGEST_FACE


def is_answer(number: int) -> bool:
    """Whether a number pad can give this number."""
    return abs(number) <= LARGEST_ANSWER
