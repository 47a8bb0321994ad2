"""Reading a game's log: its events, and the record of a game that is over. It is written in `play.game_log`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from classroom.database import db
from classroom.models import Game, GameEvent
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.positions import position_of
from engine import event_from_json, record_to_json


def record_of(*, game_id: str) -> dict[str, Any]:
    """The complete record of a game that is over (before, it would tell the order of the deck).

    :raises ServiceError: GAME_NOT_OVER.
    """
    game = db.session.get_one(Game, game_id)
    if game.over_at is None:
        raise ServiceError(PlayErrorCode.GAME_NOT_OVER)
    position = position_of(game)
    board = position.setup.board
    events = [event_from_json(row.event, board) for row in events_of(game)]
    return record_to_json(position.setup, events, position.outcome)


def events_of(game: Game) -> list[GameEvent]:
    """The game's log, in order."""
    return list(
        db.session.execute(select(GameEvent).where(GameEvent.game_id == game.id).order_by(GameEvent.version)).scalars()
    )
