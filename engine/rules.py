"""The settings of a table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DrawMode(StrEnum):
    """How a card is drawn after a play."""

    AUTO = "auto"
    """Automatically, at once."""
    MANUAL = "manual"
    """By the player, who loses the card by forgetting to draw (D5)."""


class SolveMode(StrEnum):
    """When the equation on a card is answered."""

    BOARD = "board"
    """By playing the card on a space."""
    AHEAD = "ahead"
    """Before it is played, in or out of turn (D10)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings in which two tables of one edition can differ."""

    hand_size: int
    sequences_to_win: int
    draw: DrawMode = DrawMode.AUTO
    tries: int | None = None
    """Wrong answers that use up a *turn* (D7) or, solved ahead, a *card* (D10); None: unlimited."""
    solve: SolveMode = SolveMode.BOARD
