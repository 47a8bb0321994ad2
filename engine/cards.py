"""Cards: what is drawn, held and discarded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

CardId: TypeAlias = int
"""What tells two equal cards of one game apart. It is drawn by lot and says nothing about the card."""


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
