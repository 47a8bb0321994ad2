"""Signing in and out: login sessions kept in the database, so that ending one ends it everywhere."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from sqlalchemy import delete

from classroom import clock
from classroom.database import db, transaction
from classroom.models import LoginSession

STUDENT_IDLE = timedelta(minutes=30)
STUDENT_LONGEST = timedelta(hours=4)
TEACHER_IDLE = timedelta(minutes=60)
TEACHER_LONGEST = timedelta(hours=12)
_TOUCH_EVERY = timedelta(minutes=1)


def start_login(*, teacher_id: str | None = None, student_id: str | None = None) -> str:
    """Sign one person in; gives the token (256 bits) that only the cookie keeps."""
    token = secrets.token_urlsafe(32)
    with transaction() as session:
        session.add(LoginSession(token_hash=_hash(token), teacher_id=teacher_id, student_id=student_id))
    return token


def find_login(*, token: str) -> LoginSession | None:
    """The login session of a token, if it still holds."""
    login = db.session.get(LoginSession, _hash(token))
    return login if login is not None and _holds(login, clock.now()) else None


def touch_login(*, login: LoginSession) -> None:
    """Note that the person did something. Do not call it for automatic requests."""
    now = clock.now()
    if now - login.last_used_at < _TOUCH_EVERY:
        return
    token_hash = login.token_hash
    with transaction() as session:
        present = session.get(LoginSession, token_hash)
        if present is not None:
            present.last_used_at = now


def end_login(*, token: str) -> None:
    """Sign one browser out."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.token_hash == _hash(token)))


def end_logins_of_student(*, student_id: str) -> None:
    """Sign a student out everywhere."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.student_id == student_id))


def end_logins_of_teacher(*, teacher_id: str) -> None:
    """Sign a teacher out everywhere."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.teacher_id == teacher_id))


def delete_expired_logins() -> None:
    """Forget login sessions that no longer hold."""
    now = clock.now()
    with transaction() as session:
        for login in session.query(LoginSession).filter(LoginSession.last_used_at < now - STUDENT_IDLE):
            if not _holds(login, now):
                session.delete(login)


def _holds(login: LoginSession, now: datetime) -> bool:
    idle, longest = (TEACHER_IDLE, TEACHER_LONGEST) if login.teacher_id else (STUDENT_IDLE, STUDENT_LONGEST)
    return now - login.last_used_at < idle and now - login.created_at < longest


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
