"""The lines of five on a rectangle, computed once for each size.

A set of spaces is an integer, one bit for each space in row-major order. A *tally* is such a set with a four-bit
counter above it for every line of the board: three plus the number of the line's spaces in the set. The highest bit is
set only for a full line (1000), so placing a chip is one addition, and finding full lines is one mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import compress
from typing import NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

Space: TypeAlias = int
"""A space: its index in row-major order."""
Mask: TypeAlias = int
"""A set of spaces, one bit each."""

LINE_LENGTH = 5
# D8: row →, column ↓, diagonal ↘, diagonal ↙, as steps of (row, column).
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


Tally: TypeAlias = int
"""A set of spaces and, above it, the number of them on each line."""

# For each byte, whether each of its bits is set, lowest first.
_FLAGS = tuple(bytes(value >> bit & 1 for bit in range(8)) for value in range(256))
_BYTES = -(-(10**2) // 8)
_SPACES = range(10**2)


class Lines(NamedTuple):
    """All lines of one size of board."""

    all: tuple[Mask, ...]
    through: tuple[tuple[Mask, ...], ...]
    """For each space, the lines that contain it, in the order of D8."""
    tallies: tuple[Tally, ...]
    """For each space, what a chip there adds to a tally."""
    full: tuple[int, ...]
    """For each space, the tally bits that are set if a line through it is full."""
    empty: Tally
    """The tally of the empty set."""


def spaces_in(mask: Mask) -> tuple[Space, ...]:
    """List the spaces of a mask in reading order."""
    if mask.bit_count() > LINE_LENGTH:
        return tuple(chosen(_SPACES, mask))
    # A line or a label: with so few bits, one by one is faster.
    spaces: list[Space] = []
    while mask:
        rest = mask & mask - 1
        spaces.append((mask ^ rest).bit_length() - 1)
        mask = rest
    return tuple(spaces)


def chosen(items: Iterable[T], mask: Mask) -> Iterator[T]:
    """Return the items whose spaces are in a mask, in reading order.

    :param items: one for each space
    """
    return compress(items, b"".join(map(_FLAGS.__getitem__, mask.to_bytes(_BYTES, "little"))))


def mask_of(spaces: Iterable[Space]) -> Mask:
    return union(1 << space for space in spaces)


def union(masks: Iterable[Mask]) -> Mask:
    joined = 0
    for mask in masks:
        joined |= mask
    return joined


@cache
def lines_of(height: int, width: int) -> Lines:
    """Compute the lines of a board with these numbers of rows and columns."""
    lines = tuple(line for step in DIRECTIONS for line in _lines_along(height, width, step))
    spaces = range(height * width)
    counters = tuple(
        mask_of(len(spaces) + 4 * number for number, line in enumerate(lines) if line >> space & 1) for space in spaces
    )
    return Lines(
        all=lines,
        through=tuple(tuple(line for line in lines if line >> space & 1) for space in spaces),
        tallies=tuple(1 << space | counters[space] for space in spaces),
        full=tuple(one << 3 for one in counters),
        empty=3 * mask_of(len(spaces) + 4 * number for number in range(len(lines))),
    )


def _lines_along(height: int, width: int, step: tuple[int, int]) -> tuple[Mask, ...]:
    """List the lines in one direction, in reading order of their first spaces."""
    down, right = step
    found = []
    for row in range(height - (LINE_LENGTH - 1) * down):
        for column in range(width):
            if 0 <= column + (LINE_LENGTH - 1) * right < width:
                steps = range(LINE_LENGTH)
                line = ((row + down * i) * width + column + right * i for i in steps)
                found.append(mask_of(line))
    return tuple(found)
