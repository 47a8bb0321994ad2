"""Pauses of one table or of all. No one can move, including bots, and timers stop."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import transaction
from classroom.models import ClassSession, Game, SessionState
from classroom.services.locks import FOR_CHANGE, locked_session, locked_table, not_running
from classroom.services.notifications import note_change
from classroom.services.play.game_log import notify_table
from classroom.services.play.moves import check_running
from classroom.services.play.timing import shift_clock
from engine import IllegalMoveError, IllegalReason


def pause_session(*, class_session_id: str) -> None:
    """Pause everything (eyes up): no one can move until the session is resumed.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        class_session = _change_state(session, class_session_id, SessionState.PLAYING, SessionState.PAUSED)
        if class_session is not None:
            class_session.paused_at = clock.now()


def resume_session(*, class_session_id: str) -> None:
    """Resume the session; tables that are paused individually stay paused.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        class_session = _change_state(session, class_session_id, SessionState.PAUSED, SessionState.PLAYING)
        if class_session is not None:
            _end_pause_of_all(session, class_session, since=class_session.paused_at or clock.now())
            class_session.paused_at = None


def pause_game(*, game_id: str) -> None:
    """Pause one table. Idempotent.

    :raises ServiceError: if the lesson is not in progress.
    :raises engine.IllegalMoveError: if the game is over.
    """
    with transaction() as session:
        game = locked_table(session, game_id)
        if game.class_session.state != SessionState.PAUSED:
            check_running(game.class_session.state)
        if game.over_at is not None:
            raise IllegalMoveError(IllegalReason.GAME_OVER)
        if game.paused_at is None:
            game.paused_at = clock.now()
            game.class_session.version += 1
            notify_table(game)


def resume_game(*, game_id: str) -> None:
    """Resume one table; while all are paused, it continues with them."""
    with transaction() as session:
        game = locked_table(session, game_id)
        if game.paused_at is None:
            return
        until = game.class_session.paused_at or clock.now()
        shift_clock(game, until - game.paused_at)
        game.paused_at = None
        game.class_session.version += 1
        notify_table(game)


def _end_pause_of_all(session: Session, class_session: ClassSession, *, since: datetime) -> None:
    """Restart the clocks of all tables that are not paused individually, in the open transaction."""
    going_on = select(Game).where(Game.class_session_id == class_session.id, Game.over_at.is_(None))
    locked = going_on.with_for_update(**FOR_CHANGE).execution_options(populate_existing=True)
    for game in session.execute(locked).scalars():
        if game.paused_at is None:
            shift_clock(game, clock.now() - since)
        else:
            game.paused_at = min(game.paused_at, since)


def _change_state(
    session: Session, class_session_id: str, before: SessionState, after: SessionState
) -> ClassSession | None:
    """Change a session's state and return the session; None if it already has that state."""
    class_session = locked_session(session, class_session_id)
    if class_session.state == after:
        return None
    if class_session.state != before:
        raise not_running(class_session)
    class_session.state = after
    note_change(class_session)
    return class_session
