"""Names of spaces and lines of five, computed by walking over the board."""

from __future__ import annotations

import functools
import itertools

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row, column, diagonal down to the right, diagonal down to the left: the order of D8."""

LENGTH = 5


def name_of(row: int, column: int) -> str:
    """Return the name of a space as in a spreadsheet: A1 is top left."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column] + str(row + 1)


def labels_by_space(rows: list[list[str]]) -> dict[str, str]:
    """Return the label of every space, in reading order."""
    return {name_of(row, column): label for row, labels in enumerate(rows) for column, label in enumerate(labels)}


@functools.cache
def lines_through_spaces(height: int, width: int) -> dict[str, list[list[str]]]:
    """Return the lines of five that contain each space, in the order of D8."""
    return {
        name_of(row, column): _lines_through(row, column, height, width)
        for row, column in itertools.product(range(height), range(width))
    }


def _lines_through(row: int, column: int, height: int, width: int) -> list[list[str]]:
    lines = []
    for down, right in DIRECTIONS:
        for back in range(LENGTH - 1, -1, -1):
            places = [(row + step * down, column + step * right) for step in range(-back, LENGTH - back)]
            if all(0 <= place[0] < height and 0 <= place[1] < width for place in places):
                lines.append([name_of(*place) for place in places])
    return lines
