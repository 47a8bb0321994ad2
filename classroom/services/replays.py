"""Games that are over, to be watched again: whose they were, and their whole log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from classroom.database import db
from classroom.models import Game, Player
from classroom.services.games import events_of
from classroom.services.problems import Problem, ProblemError
from classroom.services.setup_json import setup_from_json
from engine import start

if TYPE_CHECKING:
    from classroom.models import GameEvent
    from engine import Position


def deal_and_log(game: Game) -> tuple[Position, list[GameEvent]]:
    """The position after the deal of a game that is over, and everything that happened then.

    :raises ProblemError: GAME_NOT_OVER.
    """
    if game.over_at is None:
        raise ProblemError(Problem.GAME_NOT_OVER)
    return start(setup_from_json(game.setup)), events_of(game)


def games_played(*, student_id: str) -> list[Game]:
    """The games that are over and in which the student ever held a seat, the newest first."""
    held = select(Player.game_id).where(Player.student_id == student_id)
    return list(
        db.session.execute(
            select(Game)
            .where(Game.id.in_(held), Game.over_at.is_not(None))
            .order_by(Game.over_at.desc(), Game.started_at.desc())
            .options(joinedload(Game.class_session), selectinload(Game.players).joinedload(Player.student))
        ).scalars()
    )
