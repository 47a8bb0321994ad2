"""Bot levels: they differ in what they overlook and how they evaluate, never in what they see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from types import MappingProxyType


class BotLevel(StrEnum):
    """The levels, weakest first, by names that children understand."""

    FIRST_STEPS = "first_steps"
    """Plays any card anywhere."""
    EASY = "easy"
    """Builds its own lines and overlooks much."""
    GOOD = "good"
    """Blocks whatever comes near five, and overlooks some of its own moves."""
    STRONG = "strong"
    """Builds and blocks, asks which of the missing spaces can still be reached, and saves Plus and Minus."""


@dataclass(frozen=True, slots=True)
class Skill:
    """The weights of one level."""

    blindness: float
    """The share of its moves that the bot does not notice."""
    defense: float
    """The value of a line of another team, relative to one of its own."""
    line: tuple[float, float, float, float, float]
    """The value of a line by the number of chips in it."""
    held: float = 1.0
    """The chance of reaching a space whose card is in the hand."""
    reach: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The same for other spaces, by the cards of the label that have not been played."""
    plus: float = 0.0
    """What playing a Plus costs."""
    minus: float = 0.0
    """What playing a Minus costs."""
    alarm: float = inf
    """The gain from which on no play is overlooked: a block of another team's row of three, or a fifth chip."""


SKILLS: Mapping[BotLevel, Skill] = MappingProxyType(
    {
        BotLevel.FIRST_STEPS: Skill(1.0, 0.0, (0, 0, 0, 0, 0)),
        BotLevel.EASY: Skill(0.5, 0.0, (1, 4, 16, 64, 256)),
        BotLevel.GOOD: Skill(0.3, 8.0, (1, 4, 16, 64, 256), plus=300.0, minus=300.0, alarm=500.0),
        BotLevel.STRONG: Skill(
            0.0, 2.0, (1, 5, 25, 125, 625), held=0.9, reach=(0.1, 0.3, 0.5), plus=120.0, minus=120.0
        ),
    }
)
