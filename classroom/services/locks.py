"""Rows held until the end of a transaction: a session before its games, so that no two wait for each other."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session, defer, joinedload

from classroom.models import UNDER_WAY, ClassSession, Game, SchoolClass, SessionState
from classroom.services.errors import ServiceError, SessionErrorCode

FOR_CHANGE: dict[str, Any] = {"key_share": True}
"""No one else may change the row, but rows that refer to it may be written: ids stay as they are.

PostgreSQL looks the session up whenever a move writes its game twice. With a full lock the move would wait for
whatever transaction holds the session, and that one for the game that the move holds.
"""


CLASS_SNAPSHOTS = "class snapshots"
"""Held to store the snapshot of a class, and to delete one of its students: none is stored that has the student."""


def in_turn(session: Session, what: str) -> None:
    """Take a named advisory lock until the transaction ends, where no row exists to lock.

    SQLite has one writer at a time anyway.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(hashtext(:what))"), {"what": what})


def locked_class(session: Session, class_id: str) -> SchoolClass:
    """Return the row as it is now. Anyone who opens a lesson, practices, or puts the class away waits for it."""
    return session.get_one(SchoolClass, class_id, with_for_update=FOR_CHANGE, populate_existing=True)


def lock_lesson_of(session: Session, class_id: str) -> None:
    """Lock the lesson that a class has now: until this transaction ends, no one is given a seat there."""
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
    """Return the row as it is now. Anyone else who wants to change the session waits for this transaction.

    :raises ServiceError: SESSION_ENDED if it was deleted meanwhile, with its class.
    """
    found = session.get(ClassSession, class_session_id, with_for_update=FOR_CHANGE, populate_existing=True)
    if found is None:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    return found


def locked_lesson(session: Session, class_session_id: str) -> ClassSession:
    """Return the row of a session whose games are under way, or paused; see `locked_session`.

    :raises ServiceError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    class_session = locked_session(session, class_session_id)
    if class_session.state not in UNDER_WAY:
        raise not_running(class_session)
    return class_session


def locked_game(session: Session, game_id: str) -> Game:
    """Return the row as it is now. Anyone else who wants to change the game or its seats waits for this transaction.

    SQLite has one writer at a time anyway. On PostgreSQL a seat handed to a bot just as someone moves
    would otherwise leave a bot that no one wakes.

    :raises ServiceError: SESSION_ENDED if it was deleted meanwhile, with its class.
    """
    session_of_game = joinedload(Game.class_session, innerjoin=True)  # every change asks whether it is under way
    with_session = session_of_game.options(
        defer(ClassSession.settings), defer(ClassSession.seats)
    )  # large, seldom asked
    lock = {**FOR_CHANGE, "of": Game}
    found = session.get(Game, game_id, options=[with_session], with_for_update=lock, populate_existing=True)
    if found is None:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    return found


def locked_table(session: Session, game_id: str) -> Game:
    """Return a game and, before it, its session: for what changes both.

    Code that changes a whole session locks the rows in this order too. The other way round, on PostgreSQL, the end of a
    lesson and a seat given at the same moment would wait for each other, or a game be dealt in a session that is over.
    """
    class_session_id = session.execute(select(Game.class_session_id).where(Game.id == game_id)).scalar_one_or_none()
    locked_session(session, class_session_id or "")
    return locked_game(session, game_id)


def not_running(class_session: ClassSession) -> ServiceError:
    """Why a session whose games should be under way is refused."""
    has_ended = class_session.state == SessionState.ENDED
    return ServiceError(SessionErrorCode.SESSION_ENDED if has_ended else SessionErrorCode.SESSION_NOT_RUNNING)
