"""Parse the cards that teachers type or paste. The parser runs nothing and limits sizes."""

from __future__ import annotations

from engine.equations.reading.cards import LONGEST_TEXT, ReadCard, read_card, read_line
from engine.equations.reading.problems import LOST, CardError, CardProblem
from engine.equations.reading.sheet import MOST_LINES, ReadLine, read_lines

__all__ = [
    "LONGEST_TEXT",
    "LOST",
    "MOST_LINES",
    "CardError",
    "CardProblem",
    "ReadCard",
    "ReadLine",
    "read_card",
    "read_line",
    "read_lines",
]
