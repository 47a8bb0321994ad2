from __future__ import annotations

import copy
import pickle
from weakref import ref

import pytest

from engine import Board, NotationError, SetupError, SetupReason
from engine.lines import mask_of

ROWS = (
    ("*", "1", "2", "3", "4", "*"),
    ("5", "6", "7", "8", "9", "10"),
    ("11", "12", "13", "14", "15", "16"),
    ("1", "2", "3", "4", "5", "6"),
    ("7", "8", "9", "10", "11", "12"),
    ("*", "13", "14", "15", "16", "*"),
)


def changed(row: int, column: int, label: str) -> list[list[str]]:
    rows = [list(labels) for labels in ROWS]
    rows[row][column] = label
    return rows


def test_a_board_knows_its_labels_and_spaces() -> None:
    board = Board(ROWS)
    assert (board.height, board.width, board.size) == (6, 6, 36)
    assert board.labels[6] == "5"
    assert board.spaces_of["5"] == (6, 22)
    assert board.free_mask == mask_of((0, 5, 30, 35))
    assert board.open_mask.bit_count() == 32


def test_equal_rows_share_one_board() -> None:
    board = Board(ROWS)
    assert Board([list(row) for row in ROWS]) is board
    assert pickle.loads(pickle.dumps(board)) is board  # noqa: S301 - our own bytes
    assert copy.deepcopy(board) is board
    assert board != Board(tuple(reversed(ROWS)))
    assert board != ROWS
    assert len({board, Board(ROWS), Board(tuple(reversed(ROWS)))}) == 2
    assert eval(repr(board)) == board  # noqa: S307 - our own text


def test_an_unused_board_is_released() -> None:
    board = Board([[*row[:1], *row[1:-1][::-1], *row[-1:]] for row in ROWS])
    seen = ref(board)
    del board
    assert seen() is None


def test_spaces_are_named_as_in_a_spreadsheet() -> None:
    board = Board(ROWS)
    assert [board.name(space) for space in (0, 5, 6, 35)] == ["A1", "F1", "A2", "F6"]
    assert all(board.parse(board.name(space)) == space for space in range(board.size))


@pytest.mark.parametrize(
    "name", ["", "A", "1", "a1", "A0", "A01", "G1", "A7", "A10", "K1", "A1 ", " A1", "A1\n", "A¹", "AA1"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(NotationError):
        Board(ROWS).parse(name)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], SetupReason.BOARD_SIZE),
        ([[]], SetupReason.BOARD_SIZE),
        (ROWS[:5], SetupReason.BOARD_SIZE),
        ([row[:5] for row in ROWS], SetupReason.BOARD_SIZE),
        ([ROWS[0]] * 11, SetupReason.BOARD_SIZE),
        ([row * 2 for row in ROWS], SetupReason.BOARD_SIZE),
        ([*ROWS[:3], ROWS[3][:5], *ROWS[4:]], SetupReason.BOARD_SHAPE),
        (changed(0, 0, "1"), SetupReason.BOARD_SHAPE),
        (changed(2, 2, "*"), SetupReason.BOARD_SHAPE),
        (changed(0, 1, "2"), SetupReason.BOARD_LABELS),
        (changed(0, 1, "17"), SetupReason.BOARD_LABELS),
        (changed(0, 1, ""), SetupReason.BOARD_LABELS),
        (changed(0, 1, "1" * 21), SetupReason.BOARD_LABELS),
    ],
)
def test_an_invalid_board_is_refused(rows: list[list[str]], reason: SetupReason) -> None:
    with pytest.raises(SetupError) as refused:
        Board(rows)
    assert refused.value.reason is reason
