"""Arrange answers on a board."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random

from engine.board import FREE, LARGEST_SIDE, SMALLEST_SIDE, Board
from engine.errors import SetupError, SetupReason
from engine.lines import Space, lines_of, union

Pair = tuple[Space, Space]


class Layout(StrEnum):
    """How the answers are arranged on the board."""

    IN_ORDER = "in_order"
    """Twice in reading order: easy to find."""
    MIXED = "mixed"
    """Randomly."""


def parse_size(size: str) -> tuple[int, int]:
    """Parse "6x8" as rows and columns.

    :raises SetupError: if no board has this size: each side from 6 to 10, an even number of spaces
    """
    sides = {str(side): side for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1)}
    rows, _, columns = size.partition("x")
    if rows not in sides or columns not in sides or sides[rows] * sides[columns] % 2:
        text = f"no board has the size {size[:20]!r}: 6x6 to 10x10, with an even number of spaces"
        raise SetupError(SetupReason.BOARD_SIZE, text)
    return sides[rows], sides[columns]


def answers_on(size: str) -> int:
    """Return the number of answers that fill a board of this size.

    :raises SetupError: if no board has this size

    >>> answers_on("8x8")
    30
    """
    height, width = parse_size(size)
    return (height * width - 4) // 2


def lay_out(answers: Sequence[str], size: str, layout: Layout, rng: Random) -> Board:
    """Put each answer on two spaces that share no line of five.

    :param answers: as many as fill the board, in reading order
    """
    height, width = parse_size(size)
    in_order = layout is Layout.IN_ORDER
    pairs = _pairs_in_order(height, width) if in_order else _random_pairs(height, width, rng)
    labels = [FREE] * (height * width)
    for answer, pair in zip(answers, pairs, strict=True):
        for space in pair:
            labels[space] = answer
    return Board(labels[start : start + width] for start in range(0, len(labels), width))


def _spaces(height: int, width: int) -> list[Space]:
    corners = {0, width - 1, (height - 1) * width, height * width - 1}
    return [space for space in range(height * width) if space not in corners]


def _pairs_in_order(height: int, width: int) -> list[Pair]:
    """Lay out the first half of the board in reading order, and the second half again.

    The second half starts at the first answer that keeps both spaces of each answer off a common line.
    """
    spaces = _spaces(height, width)
    count = len(spaces) // 2
    readings = ([(spaces[i], spaces[count + (i - shift) % count]) for i in range(count)] for shift in range(count))
    apart = _apart(height, width)
    return next(pairs for pairs in readings if all(apart[a][b] for a, b in pairs))


def _random_pairs(height: int, width: int, rng: Random) -> list[Pair]:
    """Pair the spaces randomly so that no pair shares a line of five."""
    spaces = _spaces(height, width)
    apart = _apart(height, width)
    while True:
        rng.shuffle(spaces)
        pairs = _set_apart(spaces, apart, rng)
        # Sometimes the last pairs have no partner to swap with. Then start over.
        if pairs is not None:
            return pairs


def _set_apart(spaces: list[Space], apart: list[list[bool]], rng: Random) -> list[Pair] | None:
    """Pair list neighbors; let each pair that shares a line swap with another."""
    firsts, seconds = spaces[::2], spaces[1::2]
    for i, first in enumerate(firsts):
        if apart[first][seconds[i]]:
            continue
        partners = [j for j, second in enumerate(seconds) if apart[first][second] and apart[firsts[j]][seconds[i]]]
        if not partners:
            return None
        j = rng.choice(partners)
        seconds[i], seconds[j] = seconds[j], seconds[i]
    return list(zip(firsts, seconds, strict=True))


def _apart(height: int, width: int) -> list[list[bool]]:
    """Compute for every two spaces whether they share no line of five."""
    size = height * width
    reach = [0] * size
    for space, through in enumerate(lines_of(height, width).through):
        reach[space] = union(through)
    return [[not reach[one] >> other & 1 for other in range(size)] for one in range(size)]
