"""Positions of games: folded from the log once, kept in memory, caught up from the log when behind.

A position with its set-up takes 40 to 85 kB. What is forgotten costs no more than folding the log again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import select

from classroom.database import db
from classroom.models import GameEvent
from classroom.services.play.setup_json import setup_from_json
from engine import Position, apply_event, event_from_json, start

if TYPE_CHECKING:
    from classroom.models import Game

_GOING_ON = 400
"""So many games under way are remembered: all that a building plays at once, 1,000 students at tables of three."""
_OVER = 64
"""Of games that are over so many are: what the pages at the end of a game or a lesson show to several people."""

_Shelf: TypeAlias = "OrderedDict[str, tuple[int, Position]]"

_lock = threading.Lock()
_going_on: _Shelf = OrderedDict()
_over: _Shelf = OrderedDict()


def position_of(game: Game) -> Position:
    """The position at the game's version. Costs nothing while the memory is up to date."""
    with _lock:
        kept = _kept(game.id)
    version, position = kept or (0, start(setup_from_json(game.setup)))
    if version > game.version:  # read in an older snapshot: fold again, and leave the memory alone
        return _catch_up(game, 0, start(position.setup))
    if version < game.version:
        position = _catch_up(game, version, position)
    keep_position(game.id, game.version, position)
    return position


def keep_position(game_id: str, version: int, position: Position) -> None:
    """Remember a position whose events are committed."""
    with _lock:
        kept = _kept(game_id)
        if kept is not None and kept[0] > version:
            return
        _going_on.pop(game_id, None)
        shelf, room = (_going_on, _GOING_ON) if position.outcome is None else (_over, _OVER)
        shelf[game_id] = (version, position)
        shelf.move_to_end(game_id)
        if len(shelf) > room:
            shelf.popitem(last=False)


def forget_positions() -> None:
    """Empty the memory, as a restart does."""
    with _lock:
        _going_on.clear()
        _over.clear()


def _kept(game_id: str) -> tuple[int, Position] | None:
    return _going_on.get(game_id) or _over.get(game_id)


def _catch_up(game: Game, version: int, position: Position) -> Position:
    logged = db.session.execute(
        select(GameEvent.event)
        .where(GameEvent.game_id == game.id, GameEvent.version > version, GameEvent.version <= game.version)
        .order_by(GameEvent.version)
    ).scalars()
    board = position.setup.board
    for event in logged:
        position = apply_event(position, event_from_json(event, board))
    return position
