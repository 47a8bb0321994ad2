"""The board: the labels and names of its spaces, and its lines of five."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from weakref import WeakValueDictionary

from engine.errors import NotationError, SetupError, SetupReason
from engine.lines import Mask, Space, Tally, lines_of, mask_of, spaces_in

FREE = "*"
"""The text for a free space in game records."""
SMALLEST_SIDE, LARGEST_SIDE = 6, 10
LONGEST_LABEL = 20
_COLUMNS = "ABCDEFGHIJ"
_NAME = re.compile(r"([A-J])([1-9][0-9]?)")

Rows = tuple[tuple[str, ...], ...]
Pair = tuple[Mask, Mask, Space, Space]
"""The two spaces of a label: both as a mask, the bit of the first, the first, and the second."""


class Board:
    """A printed board. Boards with equal rows are the same object while one is in use, so its tables are computed once.

    :raises SetupError: if the rows are not a valid board; see `SetupReason.BOARD_…`

    >>> from engine import CLASSIC_BOARD as board
    >>> board.name(13), board.parse("D2"), board.labels[13]
    ('D2', 13, '3C')
    """

    __slots__ = (
        "__weakref__",
        "empty_tally",
        "free_mask",
        "free_tally",
        "full",
        "height",
        "labels",
        "lines",
        "lines_through",
        "open_mask",
        "pairs",
        "rows",
        "size",
        "spaces_of",
        "tallies",
        "width",
    )

    rows: Rows
    height: int
    width: int
    size: int
    """The number of spaces, including free ones."""
    labels: tuple[str, ...]
    free_mask: Mask
    open_mask: Mask
    """Every space that is not free: where chips can be placed."""
    spaces_of: Mapping[str, tuple[Space, ...]]
    lines: tuple[Mask, ...]
    lines_through: tuple[tuple[Mask, ...], ...]
    """For each space, the lines of five that contain it, in the order of D8."""
    pairs: Mapping[str, Pair]
    """The two spaces of each label, each preceded by its bit."""
    tallies: tuple[Tally, ...]
    """For each space, what a chip there adds to its team's tally."""
    full: tuple[int, ...]
    """For each space, the tally bits that are set if a line through it is full."""
    empty_tally: Tally
    free_tally: Tally
    """The tally of a team without chips: only the free spaces, which belong to every team."""

    def __new__(cls, rows: Iterable[Iterable[str]]) -> Board:  # noqa: PYI034 - an equal board may exist already
        as_rows = tuple(tuple(row) for row in rows)
        board = _in_use.get(as_rows)
        if board is None:
            board = _in_use[as_rows] = _built(as_rows)
        return board

    def __reduce__(self) -> tuple[type[Board], tuple[Rows]]:
        return Board, (self.rows,)

    def __repr__(self) -> str:
        return f"Board({self.rows!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def tally(self, spaces: Mask) -> Tally:
        """Count a set of spaces on every line."""
        return self.empty_tally + sum(self.tallies[space] for space in spaces_in(spaces))

    def name(self, space: Space) -> str:
        """Return the name of a space, column letter and row number: "C4"."""
        row, column = divmod(space, self.width)
        return f"{_COLUMNS[column]}{row + 1}"

    def parse(self, name: str) -> Space:
        """Return the space with this name.

        :raises NotationError: if this board has no such space
        """
        match = _NAME.fullmatch(name)
        if match:
            row, column = int(match[2]) - 1, _COLUMNS.index(match[1])
            if row < self.height and column < self.width:
                return row * self.width + column
        raise NotationError(f"no space is called {name[:20]!r} on this board")


_in_use: WeakValueDictionary[Rows, Board] = WeakValueDictionary()


def _built(rows: Rows) -> Board:
    _check_shape(rows)
    board = object.__new__(Board)
    board.rows = rows
    board.height, board.width = len(rows), len(rows[0])
    board.size = board.height * board.width
    board.labels = tuple(label for row in rows for label in row)
    board.spaces_of = MappingProxyType(_spaces_by_label(board.labels))
    board.free_mask = mask_of(_corners(board.height, board.width))
    board.open_mask = (1 << board.size) - 1 ^ board.free_mask
    board.pairs = {label: (1 << one | 1 << two, 1 << one, one, two) for label, (one, two) in board.spaces_of.items()}
    lines = lines_of(board.height, board.width)
    board.lines, board.lines_through = lines.all, lines.through
    board.tallies, board.full, board.empty_tally = lines.tallies, lines.full, lines.empty
    board.free_tally = board.tally(board.free_mask)
    return board


def _corners(height: int, width: int) -> tuple[Space, ...]:
    return 0, width - 1, (height - 1) * width, height * width - 1


def _check_shape(rows: Rows) -> None:
    sides = range(SMALLEST_SIDE, LARGEST_SIDE + 1)
    if len(rows) not in sides or len(rows[0]) not in sides:
        text = f"a board has {SMALLEST_SIDE} to {LARGEST_SIDE} rows and as many columns"
        raise SetupError(SetupReason.BOARD_SIZE, text)
    if any(len(row) != len(rows[0]) for row in rows):
        raise SetupError(SetupReason.BOARD_SHAPE, "the rows of the board differ in length")
    labels = [label for row in rows for label in row]
    free = tuple(space for space, label in enumerate(labels) if label == FREE)
    if free != _corners(len(rows), len(rows[0])):
        text = "the free spaces of a board are its four corners, and no others"
        raise SetupError(SetupReason.BOARD_SHAPE, text)


def _spaces_by_label(labels: tuple[str, ...]) -> dict[str, tuple[Space, ...]]:
    spaces: dict[str, tuple[Space, ...]] = {}
    for space, label in enumerate(labels):
        if label != FREE:
            spaces[label] = (*spaces.get(label, ()), space)
    for label, places in spaces.items():
        if not 0 < len(label) <= LONGEST_LABEL:
            text = f"a label has 1 to {LONGEST_LABEL} characters"
            raise SetupError(SetupReason.BOARD_LABELS, text)
        if len(places) != 2:
            text = f"label {label!r} is on {len(places)} spaces: every label is on two"
            raise SetupError(SetupReason.BOARD_LABELS, text)
    return spaces
