"""Bot levels. They differ in what a bot overlooks and how it evaluates, never in what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from types import MappingProxyType


class BotLevel(StrEnum):
    """The levels, weakest first, with names that children understand."""

    FIRST_STEPS = "first_steps"
    """Plays any card anywhere."""
    EASY = "easy"
    """Builds its own lines and overlooks many moves."""
    GOOD = "good"
    """Also blocks lines that are nearly full; overlooks some of its own moves."""
    STRONG = "strong"
    """Builds and blocks, estimates whether missing spaces can still be reached, and saves Plus and Minus."""


@dataclass(frozen=True, slots=True)
class Style:
    blindness: float
    """The proportion of its moves that the bot overlooks."""
    defense: float
    """The value of a line of another team, relative to one of its own."""
    line: tuple[float, float, float, float, float]
    """The value of a line by the number of chips in it."""
    held: float = 1.0
    """The probability of reaching a space whose card is in the hand."""
    reach: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The same for other spaces, by the number of their label's cards not yet played."""
    plus: float = 0.0
    """The cost of playing a Plus."""
    minus: float = 0.0
    """The cost of playing a Minus."""
    alarm: float = inf
    """Plays that gain at least this are never overlooked: blocking a row of three, or placing a fifth chip."""


STYLES: Mapping[BotLevel, Style] = MappingProxyType(
    {
        BotLevel.FIRST_STEPS: Style(1.0, 0.0, (0, 0, 0, 0, 0)),
        BotLevel.EASY: Style(0.5, 0.0, (1, 4, 16, 64, 256)),
        BotLevel.GOOD: Style(0.3, 8.0, (1, 4, 16, 64, 256), plus=300.0, minus=300.0, alarm=500.0),
        BotLevel.STRONG: Style(
            0.0, 2.0, (1, 5, 25, 125, 625), held=0.9, reach=(0.1, 0.3, 0.5), plus=120.0, minus=120.0
        ),
    }
)
