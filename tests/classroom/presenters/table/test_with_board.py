from __future__ import annotations

from random import Random
from weakref import ref

from classroom.presenters.table.board import shown_board
from classroom.presenters.table.miniature import miniature, tiles
from classroom.presenters.table.with_board import kept_with_board
from classroom.services.settings import TableSettings
from engine import Board, Layout, start, view

SETTINGS = TableSettings(deck="times-tables", board="8x8", layout=Layout.MIXED, table_size=2)


def test_a_function_is_called_once_for_each_board_and_argument() -> None:
    calls: list[str] = []

    @kept_with_board
    def first_label(board: Board, ending: str) -> str:
        calls.append(ending)
        return board.labels[1] + ending

    one, other = (SETTINGS.new_setup(2, Random(seed)).board for seed in (1, 2))
    assert first_label(one, "!") == first_label(one, "!") == one.labels[1] + "!"
    assert first_label(one, "?") == one.labels[1] + "?"
    assert first_label(other, "!") == other.labels[1] + "!"
    assert calls == ["!", "?", "!"]


def test_games_with_equal_boards_share_objects() -> None:
    one, other = (SETTINGS.new_setup(2, Random(1)) for _ in range(2))
    assert tiles(one.board, one.edition) is tiles(other.board, other.edition)


def test_drawings_are_freed_with_their_board() -> None:
    position = start(SETTINGS.new_setup(2, Random(3)))
    seen = view(position, None)
    board = ref(seen.board)
    assert miniature(seen).tiles.labels
    assert shown_board(seen).rows
    del position, seen
    assert board() is None
