"""Finished games: their logs, records, and players. `play.game_log` writes the log."""

from __future__ import annotations

from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import joinedload, selectinload

from classroom.database import db
from classroom.models import Game, GameEvent, Player
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.positions import LogEntry, position_of, setup_from_json
from engine import Position, event_from_json, record_to_json, start


def record_of(*, game_id: str) -> dict[str, Any]:
    """Return the complete record of a finished game. Before, it would reveal the order of the deck.

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
    """Return the game's log, in order."""
    return list(
        db.session.execute(select(GameEvent).where(GameEvent.game_id == game.id).order_by(GameEvent.version)).scalars()
    )


def deal_and_log(game: Game) -> tuple[Position, list[LogEntry]]:
    """Return the position after the deal of a finished game, and all its events.

    :raises ServiceError: GAME_NOT_OVER.
    """
    if game.over_at is None:
        raise ServiceError(PlayErrorCode.GAME_NOT_OVER)
    deal = start(setup_from_json(game.setup))
    return deal, [LogEntry.read(row.version, row.event, deal.setup.board) for row in events_of(game)]


def games_played(*, student_id: str) -> list[Game]:
    """Return the finished games in which the student held a seat, newest first.

    A seat given after the last event belongs to the next game.
    """
    is_own = (Player.game_id == Game.id) & (Player.student_id == student_id) & (Player.from_version < Game.version)
    return list(
        db.session.execute(
            select(Game)
            .where(exists().where(is_own), Game.over_at.is_not(None))
            .order_by(Game.over_at.desc(), Game.started_at.desc())
            .options(joinedload(Game.class_session), selectinload(Game.players).joinedload(Player.student))
        ).scalars()
    )
