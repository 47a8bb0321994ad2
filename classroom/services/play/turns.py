"""Turns that a bot plays for a student: at the teacher's request, or after a timeout."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.models import ClassSession, Game, SessionState
from classroom.services.each import work_on_each
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.locks import locked_game
from classroom.services.play.bots import substitute_move
from classroom.services.play.game_log import MoveDetails, append_move
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import check_can_move
from classroom.services.play.positions import SubstituteReason, position_of
from classroom.services.play.timing import begin_turn
from engine import IllegalMoveError, IllegalReason, Position

ON_THE_WAY = timedelta(seconds=1)
"""Grace period for moves that were made in time."""
LONGEST = timedelta(minutes=20)
"""Longer than any turn: a longer remaining time means that the server's clock was set back."""


def skip_turn(*, game_id: str, turn_number: int) -> None:
    """Let a bot play the current turn. Credit no answer to any student.

    :param turn_number: the turn to skip; if it is over, nothing happens.
    :raises ServiceError: WHOLE_CLASS, or a code for a paused table or lesson, or one not in progress.
    :raises engine.IllegalMoveError: if the game is over.
    """
    with transaction() as session:
        game = locked_game(session, game_id)
        if game.class_session.is_whole_class:
            raise ServiceError(PlayErrorCode.WHOLE_CLASS)
        check_can_move(game)
        position = position_of(game)
        if position.outcome is not None:
            raise IllegalMoveError(IllegalReason.GAME_OVER)
        if position.turn_number == turn_number:
            _play_turn(session, game, position, SubstituteReason.ASKED)


def extend_turn(*, game_id: str, student_id: str, turn_number: int) -> None:
    """Restart the active student's turn timer, any number of times (WCAG 2.2.1).

    :param turn_number: the turn to extend; if it is over, or another student's, nothing happens.
    :raises ServiceError: if the table or lesson is paused or not in progress.
    """
    with transaction() as session:
        game = locked_game(session, game_id)
        check_can_move(game)
        position = position_of(game)
        is_meant = position.turn_number == turn_number and seats_of(game).get(position.turn) == student_id
        if is_meant and game.turn_due_at is not None:
            begin_turn(game, position)


def play_due_turns() -> int:
    """Let bots play the turns that timed out; return their number. An error in one game does not stop the others."""
    now = clock.now()
    due = (
        select(Game.id)
        .join(ClassSession)
        .where(
            or_(Game.turn_due_at <= now - ON_THE_WAY, Game.turn_due_at > now + LONGEST),
            Game.paused_at.is_(None),
            ClassSession.state == SessionState.PLAYING,
        )
    )
    return work_on_each(
        db.session.execute(due).scalars().all(),
        lambda one: play_due_turn(game_id=one),
        failure="the turn under way in game %s could not be played",
    )


def play_due_turn(*, game_id: str) -> bool:
    """Let a bot play the current turn of this game, if it has timed out."""
    try:
        with transaction() as session:
            game = locked_game(session, game_id)
            if game.turn_due_at is None or not game.is_under_way:
                return False
            position, left = position_of(game), game.turn_due_at - clock.now()
            if left > LONGEST:
                begin_turn(game, position)
            if left > -ON_THE_WAY:
                return False
            _play_turn(session, game, position, SubstituteReason.TIME)
    except IntegrityError:  # Lost the race.
        return False
    return True


def _play_turn(session: Session, game: Game, position: Position, why: SubstituteReason) -> None:
    """Play until the turn is over and its card is drawn."""
    seat, turn_number = position.turn, position.turn_number
    details = MoveDetails(substitute=why)
    while position.outcome is None and (position.turn_number == turn_number or position.owed[seat]):
        _, position = append_move(session, game, position, substitute_move(position, seat), details)
