"""Who sits where in a lesson, for tests of students who change seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.database import db
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games

if TYPE_CHECKING:
    from classroom.models import ClassSession, Game


def held(game: Game, seat: int = 0) -> str:
    """Return the student in a seat."""
    student_id = seats_of(game)[seat]
    assert student_id is not None
    return student_id


def everything(class_session: ClassSession) -> list[object]:
    """Return who sits where in each game, and the game's version."""
    db.session.rollback()
    found = current_games(class_session_id=class_session.id)
    return [(game.table_number, game.version, game.over_at, seats_of(game)) for game in found]
