"""Draw a board as text."""

from __future__ import annotations

from engine.board import FREE
from engine.position import Position

_CHIPS = "BGR"


def draw_position(position: Position) -> str:
    """Draw a board: chips as their team's letter, in brackets when locked; open spaces as their labels."""
    board = position.setup.board
    width = max(3, *map(len, board.labels))
    lines = []
    for row, labels in enumerate(board.rows, 1):
        first = (row - 1) * board.width
        marks = (_mark(position, first + column).rjust(width) for column in range(len(labels)))
        lines.append(f"{row:>2} {' '.join(marks)}")
    letters = " ".join(board.name(column)[0].rjust(width) for column in range(board.width))
    return "\n".join([f"   {letters}", *lines])


def _mark(position: Position, space: int) -> str:
    board = position.setup.board
    if board.labels[space] == FREE:
        return FREE
    for chip, mask in zip(_CHIPS, position.chips, strict=False):
        if mask >> space & 1:
            return f"[{chip}]" if position.locked >> space & 1 else f"{chip} "
    return board.labels[space]
