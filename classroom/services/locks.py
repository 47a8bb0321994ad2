"""Row locks held until the end of a transaction: a session before its games, to prevent deadlocks."""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import select, text
from sqlalchemy.orm import Session, defer, joinedload

from classroom.database import Base
from classroom.models import UNDER_WAY, ClassSession, Game, SchoolClass, SessionState
from classroom.services.errors import ServiceError, SessionErrorCode

FOR_CHANGE: dict[str, Any] = {"key_share": True}
"""Prevents others from changing the row, but not from writing rows that reference it.

PostgreSQL locks the session's key when a move writes its game twice. With FOR UPDATE, the move would wait for a
transaction that holds the session, which may wait for the move's game.
"""


Row = TypeVar("Row", bound=Base)

CLASS_SNAPSHOTS = "class snapshots"
"""Held while storing the snapshot of a class or deleting one of its students, so none contains a deleted student.

Taken after any session is locked.
"""


def in_turn(session: Session, what: str) -> None:
    """Take a named advisory lock until the transaction ends, where no row exists to lock.

    SQLite allows only one writer anyway.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(hashtext(:what))"), {"what": what})


def locked_row(session: Session, model: type[Row], key: object) -> Row | None:
    """Lock a row and return its current content; None if it does not exist, or another transaction deleted it.

    Without the lock, two transactions that delete a row would both seem to succeed, and of two that replace what they
    have read, one would undo the other.
    """
    return session.get(model, key, with_for_update=FOR_CHANGE, populate_existing=True)


def existing_row(session: Session, model: type[Row], key: object) -> Row:
    """Return `locked_row` of a row that must exist.

    :raises sqlalchemy.exc.NoResultFound: if it does not.
    """
    return session.get_one(model, key, with_for_update=FOR_CHANGE, populate_existing=True)


def locked_class(session: Session, class_id: str) -> SchoolClass:
    """Lock the class and return the current row. Opening a session, practice, and archiving wait for this lock."""
    return existing_row(session, SchoolClass, class_id)


def lock_lesson_of(session: Session, class_id: str) -> None:
    """Lock the class's open lesson, so that no one is given a seat there until this transaction ends."""
    is_lesson = (ClassSession.class_id == class_id) & ~ClassSession.is_practice
    lesson = select(ClassSession.id).where(is_lesson, ClassSession.state != SessionState.ENDED)
    session.execute(lesson.with_for_update(**FOR_CHANGE))


def lock_open_sessions(session: Session, class_id: str) -> None:
    """Lock a class, its open sessions, and their games, which blocks all moves there."""
    locked_class(session, class_id)
    is_open = (ClassSession.class_id == class_id) & (ClassSession.state != SessionState.ENDED)
    sessions = select(ClassSession.id).where(is_open).order_by(ClassSession.id).with_for_update(**FOR_CHANGE)
    ids = session.execute(sessions).scalars().all()
    games = select(Game.id).where(Game.class_session_id.in_(ids)).order_by(Game.id).with_for_update(**FOR_CHANGE)
    session.execute(games)


def locked_session(session: Session, class_session_id: str) -> ClassSession:
    """Lock the session and return the current row.

    :raises ServiceError: SESSION_ENDED if it was deleted with its class.
    """
    found = locked_row(session, ClassSession, class_session_id)
    if found is None:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    return found


def locked_lesson(session: Session, class_session_id: str) -> ClassSession:
    """Lock and return a session whose games are in progress or paused; see `locked_session`.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    class_session = locked_session(session, class_session_id)
    if class_session.state not in UNDER_WAY:
        raise not_running(class_session)
    return class_session


def locked_game(session: Session, game_id: str) -> Game:
    """Lock the game and return the current row. Others who change the game or its seats wait for this transaction.

    SQLite allows only one writer anyway. On PostgreSQL, if a seat were given to a bot during a move, the bot would
    otherwise never be scheduled.

    :raises ServiceError: SESSION_ENDED if it was deleted with its class.
    """
    session_of_game = joinedload(Game.class_session, innerjoin=True)  # every change checks whether it is in progress
    with_session = session_of_game.options(
        defer(ClassSession.settings), defer(ClassSession.seats)
    )  # large, and rarely needed
    lock = {**FOR_CHANGE, "of": Game}
    found = session.get(Game, game_id, options=[with_session], with_for_update=lock, populate_existing=True)
    if found is None:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    return found


def locked_table(session: Session, game_id: str) -> Game:
    """Lock a session, then its game, and return the game: for changes of both.

    Code that changes a whole session locks rows in the same order. In the other order, on PostgreSQL, ending a lesson
    and giving a seat could deadlock, or a game could be dealt in a session that is over.
    """
    class_session_id = session.execute(select(Game.class_session_id).where(Game.id == game_id)).scalar_one_or_none()
    locked_session(session, class_session_id or "")
    return locked_game(session, game_id)


def not_running(class_session: ClassSession) -> ServiceError:
    """Return the error for a session whose games are not in progress."""
    has_ended = class_session.state == SessionState.ENDED
    return ServiceError(SessionErrorCode.SESSION_ENDED if has_ended else SessionErrorCode.SESSION_NOT_RUNNING)
