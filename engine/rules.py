"""The settings of a table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DrawMode(StrEnum):
    """How a card is taken after a play."""

    AUTO = "auto"
    """By the table, at once."""
    MANUAL = "manual"
    """By the player, who can forget it and lose it (D5)."""


class SolveMode(StrEnum):
    """When the question on a card is answered."""

    BOARD = "board"
    """By playing the card on a space."""
    AHEAD = "ahead"
    """Before it is played, in or out of turn (D10)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What may differ between two tables of one edition."""

    hand_size: int
    sequences_to_win: int
    draw: DrawMode = DrawMode.AUTO
    tries: int | None = None
    """Wrong answers that use up a *turn* (D7) or, solved ahead, a *card* (D10); None: any number."""
    solve: SolveMode = SolveMode.BOARD
