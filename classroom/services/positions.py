"""Positions of games: folded from the log once, kept in memory, caught up from the log when behind."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.models import GameEvent
from classroom.services.setup_json import setup_from_json
from engine import Position, event_from_json, start

if TYPE_CHECKING:
    from classroom.models import Game

_KEPT = 1_000
_lock = threading.Lock()
_positions: OrderedDict[str, tuple[int, Position]] = OrderedDict()


def position_of(game: Game) -> Position:
    """The position at the game's version. Costs nothing while the memory is up to date."""
    with _lock:
        kept = _positions.get(game.id)
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
        kept = _positions.get(game_id)
        if kept is None or kept[0] <= version:
            _positions[game_id] = (version, position)
            _positions.move_to_end(game_id)
        if len(_positions) > _KEPT:
            _positions.popitem(last=False)


def forget_positions() -> None:
    """Empty the memory, as a restart does."""
    with _lock:
        _positions.clear()


def _catch_up(game: Game, version: int, position: Position) -> Position:
    logged = db.session.execute(
        select(GameEvent.event)
        .where(GameEvent.game_id == game.id, GameEvent.version > version, GameEvent.version <= game.version)
        .order_by(GameEvent.version)
    ).scalars()
    board = position.setup.board
    for event in logged:
        position = position.play(event_from_json(event, board))
    return position
