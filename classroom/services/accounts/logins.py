"""Signing in and out: login sessions kept in the database, so that ending one ends it everywhere."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import bindparam, delete, select

from classroom import clock
from classroom.database import after_commit, db, transaction
from classroom.live import get_bus, student_topic
from classroom.models import LoginSession, Student, Teacher
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.teaching import poke_lessons, taught_by

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Select

STUDENT_IDLE = timedelta(minutes=30)
STUDENT_LONGEST = timedelta(hours=4)
TEACHER_IDLE = timedelta(minutes=60)
TEACHER_LONGEST = timedelta(hours=12)
_TOUCH_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Login:
    """A sign-in that holds, and the person it is of: all that every request asks for."""

    token_hash: str
    teacher_id: str | None
    student_id: str | None
    name: str
    class_id: str | None
    """The student's."""
    is_administrator: bool
    reads_aloud: bool
    has_large_text: bool
    last_used_at: datetime


def start_login(*, teacher_id: str | None = None, student_id: str | None = None) -> str:
    """Sign one person in; gives the token (256 bits) that only the cookie keeps.

    :raises ServiceError: ACCOUNT_DISABLED.
    """
    token = secrets.token_urlsafe(32)
    with transaction() as session:
        if teacher_id is not None:
            teacher = session.get_one(Teacher, teacher_id)
            if teacher.disabled_at is not None:
                raise ServiceError(AccountErrorCode.ACCOUNT_DISABLED)
            teacher.signed_in_at = clock.now()
        session.add(LoginSession(token_hash=_hash(token), teacher_id=teacher_id, student_id=student_id))
    return token


def find_login(*, token: str) -> Login | None:
    """The sign-in of a token, if it still holds."""
    row = db.session.execute(_login(), {"token_hash": _hash(token)}).one_or_none()
    if row is None or not _holds(row, is_barred=bool(row.disabled_at or row.archived_at), now=clock.now()):
        return None
    return Login(
        token_hash=row.token_hash,
        teacher_id=row.teacher_id,
        student_id=row.student_id,
        name=row.student_name or row.teacher_name,
        class_id=row.class_id,
        is_administrator=bool(row.is_administrator),
        reads_aloud=bool(row.reads_aloud),
        has_large_text=bool(row.has_large_text),
        last_used_at=row.last_used_at,
    )


@cache
def _login() -> Select[*tuple[Any, ...]]:
    """Built once: every request asks it."""
    return (
        select(
            LoginSession.token_hash,
            LoginSession.teacher_id,
            LoginSession.student_id,
            LoginSession.created_at,
            LoginSession.last_used_at,
            Teacher.name.label("teacher_name"),
            Teacher.disabled_at,
            Teacher.is_administrator,
            Student.name.label("student_name"),
            Student.class_id,
            Student.archived_at,
            Student.reads_aloud,
            Student.has_large_text,
        )
        .outerjoin(Teacher, Teacher.id == LoginSession.teacher_id)
        .outerjoin(Student, Student.id == LoginSession.student_id)
        .where(LoginSession.token_hash == bindparam("token_hash"))
    )


def touch_login(*, login: Login) -> bool:
    """Note that the person did something, unless the sign-in has ended. Do not call it for automatic requests."""
    now = clock.now()
    if now - login.last_used_at < _TOUCH_EVERY:
        return True
    with transaction() as session:
        present = session.get(LoginSession, login.token_hash)
        if present is not None:
            present.last_used_at = now
        return present is not None


def end_login(*, token: str) -> None:
    """Sign one browser out."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.token_hash == _hash(token)))


def logins_of_teacher(*, teacher_id: str) -> list[LoginSession]:
    """Where a teacher is signed in now, the newest sign-in first."""
    query = select(LoginSession).where(LoginSession.teacher_id == teacher_id).order_by(LoginSession.created_at.desc())
    now = clock.now()
    return [login for login in db.session.execute(query).scalars() if _holds_row(login, now)]


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
            if not _holds_row(login, now):
                session.delete(login)


class _Kept(Protocol):
    """A sign-in as it was read."""

    @property
    def teacher_id(self) -> str | None: ...

    @property
    def created_at(self) -> datetime: ...

    @property
    def last_used_at(self) -> datetime: ...


def _holds_row(login: LoginSession, now: datetime) -> bool:
    is_disabled = login.teacher is not None and login.teacher.disabled_at is not None
    is_archived = login.student is not None and login.student.archived_at is not None
    return _holds(login, is_barred=is_disabled or is_archived, now=now)


def _holds(login: _Kept, *, is_barred: bool, now: datetime) -> bool:
    """Whether a sign-in still counts.

    :param is_barred: whether the person's account is disabled, or the student archived.
    """
    idle, longest = (TEACHER_IDLE, TEACHER_LONGEST) if login.teacher_id else (STUDENT_IDLE, STUDENT_LONGEST)
    return not is_barred and now - login.last_used_at < idle and now - login.created_at < longest


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
