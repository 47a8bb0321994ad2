"""Completed sequences, and how a chip completes them (D8)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.board import Board
from engine.lines import DIRECTIONS, Mask, Space, mask_of, spaces_in
from engine.seats import Team


class CompletedSequence(NamedTuple):
    """Five spaces in a line that count for a team. Their chips are locked."""

    team: Team
    spaces: tuple[Space, ...]

    @property
    def mask(self) -> Mask:
        return _line(self.spaces)


# Cached: requested often, and there are few lines.
_line = lru_cache(maxsize=1_000)(mask_of)


def sequences_made(
    board: Board, team: Team, chips: Mask, space: Space, earlier: tuple[CompletedSequence, ...]
) -> tuple[CompletedSequence, ...]:
    """Find the sequences that the chip just placed completes, in the order of D8.

    :param chips: the team's chips, including the new one and the free spaces
    :param earlier: the sequences so far, of all teams
    """
    taken = [sequence.mask for sequence in earlier if sequence.team is team]
    made = []
    for line in board.lines_through[space]:
        if line & chips == line and not any(overlap(line, other) for other in taken):
            taken.append(line)
            made.append(CompletedSequence(team, spaces_in(line)))
    return tuple(made)


def overlap(line: Mask, other: Mask) -> bool:
    """Return whether two lines share more than one space."""
    shared = line & other
    return shared & (shared - 1) != 0


def longest_run(board: Board, chips: Mask) -> tuple[Space, ...]:
    """Find the longest straight run of chips; of equal ones, the first in the order of D8. Empty without chips.

    :param chips: a team's chips, including the free spaces
    """
    if not chips & ~board.free_mask:
        return ()
    runs = (_run(board, chips, space, step) for step in DIRECTIONS for space in range(board.size))
    return max((run for run in runs if mask_of(run) & ~board.free_mask), key=len)


def _run(board: Board, chips: Mask, start: Space, step: tuple[int, int]) -> tuple[Space, ...]:
    row, column = divmod(start, board.width)
    spaces: list[Space] = []
    while 0 <= row < board.height and 0 <= column < board.width and chips >> row * board.width + column & 1:
        spaces.append(row * board.width + column)
        row, column = row + step[0], column + step[1]
    return tuple(spaces)
