"""The values dealt in simulated games, and the facts for them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.equations import Equation, candidates, select

FACTS = select(["mul-tables", "div-tables", "missing-factor"])
"""45 fact families: the tables of 2 to 10, both ways."""
OTHERS = select(["sub-100"])
"""What is asked if no table fact has this value."""
MIXED_BOARD = (
    *(4, 6, 7, 8, 9, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 34, 35, 36, 38, 40, 42, 44),
    *(45, 46, 48, 49, 50, 51, 54, 56, 60, 63, 64, 66, 70, 72, 77, 80, 81, 84, 88, 96),
)
"""48 values of many skills; some have facts."""
_PRODUCTS = sorted({a * b for a in range(2, 11) for b in range(2, 11)} | {2, 3, 5, 7})
FACT_BOARD = (*_PRODUCTS, *_PRODUCTS[:7])
"""41 values with facts; small ones occur twice."""
BOARDS = {"mixed board": MIXED_BOARD, "fact board": FACT_BOARD}


def deck(board: Sequence[int], rng: Random) -> list[int]:
    """Two cards of each value in the order of one game, as (value, copy) counted through the board."""
    cards = [2 * index + copy for index in range(len(board)) for copy in range(2)]
    rng.shuffle(cards)
    return cards


def printed_deck(board: Sequence[int], rng: Random) -> list[Equation | None]:
    """Return the fixed deck: one equation for each card; None if no fact has the value."""
    printed: list[Equation | None] = []
    for value in board:
        some = candidates(value, FACTS)
        printed += [rng.choice(some), rng.choice(some)] if some else [None, None]
    return printed
