"""Reading a game's log: its events, and the record of a game that is over. It is written in `play.game_log`."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam, select

from classroom.database import db
from classroom.models import Game, GameEvent
from classroom.services.play.positions import position_of
from classroom.services.problems import Problem, ProblemError
from engine import Face, event_from_json, record_to_json


def record_of(*, game_id: str) -> dict[str, Any]:
    """The complete record of a game that is over (before, it would tell the order of the deck).

    :raises ProblemError: GAME_NOT_OVER.
    """
    game = db.session.get_one(Game, game_id)
    if game.over_at is None:
        raise ProblemError(Problem.GAME_NOT_OVER)
    position = position_of(game)
    board = position.setup.board
    events = [event_from_json(row.event, board) for row in events_of(game)]
    return record_to_json(position.setup, events, position.outcome)


def events_of(game: Game) -> list[GameEvent]:
    """The game's log, in order."""
    return list(
        db.session.execute(select(GameEvent).where(GameEvent.game_id == game.id).order_by(GameEvent.version)).scalars()
    )


def last_events(game: Game, count: int) -> list[GameEvent]:
    """The last few events of the game, oldest first; faces dealt are none that anybody tells of."""
    return list(db.session.execute(_last_events(), {"game_id": game.id, "count": count}).scalars())[::-1]


@cache
def _last_events() -> Select[GameEvent]:
    """Built once: every student's table asks it at each move."""
    return (
        select(GameEvent)
        .where(GameEvent.game_id == bindparam("game_id"), GameEvent.event["do"].as_string() != Face.do)
        .order_by(GameEvent.version.desc())
        .limit(bindparam("count", type_=Integer))
    )


def faces_dealt(game: Game) -> list[tuple[int, Face]]:
    """The equations that holders were dealt for their cards, with their versions, the latest first."""
    board = position_of(game).setup.board
    dealt = (
        select(GameEvent.version, GameEvent.event)
        .where(GameEvent.game_id == game.id, GameEvent.event["do"].as_string() == Face.do)
        .order_by(GameEvent.version.desc())
    )
    faces = ((version, event_from_json(event, board)) for version, event in db.session.execute(dealt))
    return [(version, face) for version, face in faces if isinstance(face, Face)]
