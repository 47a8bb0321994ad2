"""Whole-class games: two or three teams at one board, without seats and without recorded answers."""

from __future__ import annotations

from sqlalchemy.orm import Session

from classroom.models import ClassSession, Game
from classroom.rng import rng
from classroom.services.play.games import add_game, current_games
from classroom.services.play.moves import Played, SeatMove, play_move
from classroom.services.settings import TableSettings
from engine import cut_for_deal

TABLE_NUMBER = 1


def deal_to_teams(session: Session, class_session: ClassSession) -> None:
    """Start the first game, in the open transaction: each team has a hand, and no one has a seat."""
    settings = TableSettings.from_json(class_session.settings).as_played
    teams = settings.table_size
    cut = None if settings.has_numbers else cut_for_deal(teams, rng)
    setup = settings.new_setup(teams, rng, dealer=cut.dealer if cut else None)
    no_student: list[str | None] = [None] * teams
    add_game(session, class_session.id, setup, table_number=TABLE_NUMBER, round_=1, occupants=no_student, cut=cut)


def whole_class_game(*, class_session_id: str) -> Game | None:
    """Return the latest whole-class game of a session; None before the start."""
    return next(iter(current_games(class_session_id=class_session_id)), None)


def play_for_team(*, game_id: str, move: SeatMove, version: int, idempotency_key: str) -> Played:
    """Play a move for a team, once; see `play_move`. The answer is not recorded for a student.

    :raises ServiceError: NOT_SEATED (not a whole-class game), STALE, IDEMPOTENCY_KEY_REUSED, or a code for a session
        that is not running.
    :raises engine.IllegalMoveError: if the rules don't allow the move.
    """
    return play_move(game_id=game_id, student_id=None, move=move, version=version, idempotency_key=idempotency_key)
