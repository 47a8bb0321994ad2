"""Signing in and out: login sessions kept in the database, so that ending one ends it everywhere."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from classroom import clock
from classroom.database import after_commit, db, transaction
from classroom.live import get_bus, student_topic
from classroom.models import LoginSession, Teacher
from classroom.services.problems import Problem, ProblemError
from classroom.services.teaching import poke_lessons, taught_by

if TYPE_CHECKING:
    from collections.abc import Collection

STUDENT_IDLE = timedelta(minutes=30)
STUDENT_LONGEST = timedelta(hours=4)
TEACHER_IDLE = timedelta(minutes=60)
TEACHER_LONGEST = timedelta(hours=12)
_TOUCH_EVERY = timedelta(minutes=1)


def start_login(*, teacher_id: str | None = None, student_id: str | None = None) -> str:
    """Sign one person in; gives the token (256 bits) that only the cookie keeps.

    :raises ProblemError: ACCOUNT_DISABLED.
    """
    token = secrets.token_urlsafe(32)
    with transaction() as session:
        if teacher_id is not None:
            teacher = session.get_one(Teacher, teacher_id)
            if teacher.disabled_at is not None:
                raise ProblemError(Problem.ACCOUNT_DISABLED)
            teacher.signed_in_at = clock.now()
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


def logins_of_teacher(*, teacher_id: str) -> list[LoginSession]:
    """Where a teacher is signed in now, the newest sign-in first."""
    query = select(LoginSession).where(LoginSession.teacher_id == teacher_id).order_by(LoginSession.created_at.desc())
    now = clock.now()
    return [login for login in db.session.execute(query).scalars() if _holds(login, now)]


def end_other_logins(*, login: LoginSession) -> None:
    """Sign the teacher out everywhere but here."""
    is_other = (LoginSession.teacher_id == login.teacher_id) & (LoginSession.token_hash != login.token_hash)
    with transaction() as session:
        session.execute(delete(LoginSession).where(is_other))
        poke_lessons(taught_by(login.teacher_id or ""))


def end_logins_of_student(*, student_id: str) -> None:
    """Sign a student out everywhere; the student's open pages ask at once, and leave."""
    end_logins_of_students(student_ids=[student_id])


def end_logins_of_students(*, student_ids: Collection[str]) -> None:
    """As `end_logins_of_student`, for several."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.student_id.in_(student_ids)))
        bus, pages = get_bus(), [student_topic(one) for one in student_ids]
        after_commit(lambda: bus.publish(pages))


def end_logins_of_teacher(*, teacher_id: str) -> None:
    """Sign a teacher out everywhere; pages open at a lesson ask at once, and leave."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.teacher_id == teacher_id))
        poke_lessons(taught_by(teacher_id))


def end_all_logins() -> None:
    """Sign everybody out everywhere."""
    with transaction() as session:
        session.execute(delete(LoginSession))


def delete_expired_logins() -> None:
    """Forget login sessions that no longer hold."""
    now = clock.now()
    with transaction() as session:
        for login in session.query(LoginSession).filter(LoginSession.last_used_at < now - STUDENT_IDLE):
            if not _holds(login, now):
                session.delete(login)


def _holds(login: LoginSession, now: datetime) -> bool:
    if login.teacher is not None and login.teacher.disabled_at is not None:
        return False
    if login.student is not None and login.student.archived_at is not None:
        return False
    idle, longest = (TEACHER_IDLE, TEACHER_LONGEST) if login.teacher_id else (STUDENT_IDLE, STUDENT_LONGEST)
    return now - login.last_used_at < idle and now - login.created_at < longest


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
