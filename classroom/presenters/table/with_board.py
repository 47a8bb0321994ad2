"""Cache data derived from a board for as long as the board is in use."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from engine import Board

_Made = TypeVar("_Made")
_What = ParamSpec("_What")


def kept_with_board(make: Callable[Concatenate[Board, _What], _Made]) -> Callable[Concatenate[Board, _What], _Made]:
    """Cache a function of a board, until no game in memory uses the board.

    A cache of fixed size would either fill memory for hours, because most boards are used in one lesson only, or be too
    small for a school. The result must not reference the board, which would then never be freed.
    """
    made: WeakKeyDictionary[Board, dict[tuple[object, ...], Any]] = WeakKeyDictionary()

    @wraps(make)
    def kept(board: Board, /, *what: _What.args, **named: _What.kwargs) -> _Made:
        of_board = made.setdefault(board, {})
        key = (*what, *named.items())
        if key not in of_board:
            of_board[key] = make(board, *what, **named)
        found: _Made = of_board[key]
        return found

    return kept
