"""What is made of a board once for all its games, and kept no longer than the board itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from engine import Board

_Made = TypeVar("_Made")
_What = ParamSpec("_What")


def kept_with_board(make: Callable[Concatenate[Board, _What], _Made]) -> Callable[Concatenate[Board, _What], _Made]:
    """Let a function remember what it makes of a board, until no game in memory is played on it.

    A fixed number of boards would either fill memory for hours, as most boards are used in one lesson only, or be too
    small for a school. What is made must not refer to the board, which would then never go.
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
