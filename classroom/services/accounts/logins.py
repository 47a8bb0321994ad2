"""Signing in and out. Logins are stored in the database, so ending one takes effect everywhere."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, delete, func, select, update

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, Face, LoginSession, SchoolClass, Student, Teacher
from classroom.permissions import taught_by
from classroom.prepared_statements import PreparedSelect, Row
from classroom.services import audit_log
from classroom.services.accounts.login_use import last_use, note_use
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.notifications import notify_lessons, notify_students
from classroom.services.open_sessions import has_had_lesson
from classroom.services.play.location import Location, read_location, with_location

STUDENT_IDLE = timedelta(minutes=20)
"""Outside a lesson: watching a board or class involves no other requests for a long time."""
STUDENT_LONGEST = timedelta(hours=4)
TEACHER_IDLE = timedelta(minutes=30)
"""The same for students."""
TEACHER_LONGEST = timedelta(hours=12)
_TOUCH_EVERY = timedelta(minutes=1)
KEPT_BEYOND = timedelta(days=2)
"""How long to keep expired logins: the server's clock may be wrong, and be corrected."""


class Login(NamedTuple):
    """A valid login and its person: what every request needs."""

    token_hash: str
    teacher_id: str | None
    student_id: str | None
    name: str
    face: Face | None
    """The student's."""
    class_id: str | None
    """The student's."""
    is_administrator: bool
    reads_aloud: bool
    has_large_text: bool
    has_wide_spacing: bool
    has_keys_off: bool
    language: str | None
    """Tag of the language chosen for this person's pages; None for the browser's."""
    last_used_at: datetime
    location: Location | None
    """Where the student is; None in no session or for a teacher."""


def start_login(*, teacher_id: str | None = None, student_id: str | None = None, device: str | None = None) -> str:
    """Sign a person in and return the token (256 bits), which only the cookie stores.

    :param device: the ID of the student's browser. The student's earlier login there ends.
    :raises ServiceError: ACCOUNT_DISABLED or LOCKED_DOWN.
    """
    token = secrets.token_urlsafe(32)
    is_administrator = False
    with transaction() as session:
        if teacher_id is not None:
            teacher = session.get_one(Teacher, teacher_id)
            if teacher.disabled_at is not None:
                raise ServiceError(AccountErrorCode.ACCOUNT_DISABLED)
            is_administrator = teacher.is_administrator
            teacher.signed_in_at = clock.now()
        if is_locked_down() and not is_administrator:
            raise ServiceError(AccountErrorCode.LOCKED_DOWN)
        if student_id is not None:
            _handle_other_logins(student_id, device)
        row = LoginSession(token_hash=_hash(token), teacher_id=teacher_id, student_id=student_id, device=device)
        session.add(row)
        person = f"teacher:{teacher_id}" if teacher_id is not None else f"student:{student_id}"
        audit_log.note(AuditAction.SIGNED_IN, person, actor=person)
    return token


def _handle_other_logins(student_id: str, device: str | None) -> None:
    """End a student's login in the same browser; report one in another browser to the teacher's lesson page."""
    is_theirs = LoginSession.student_id == student_id
    with transaction() as session:
        if device is not None:
            session.execute(delete(LoginSession).where(is_theirs, LoginSession.device == device))
        if session.execute(select(LoginSession.token_hash).where(is_theirs).limit(1)).first() is not None:
            notify_lessons(SchoolClass.id == session.get_one(Student, student_id).class_id)


def find_login(*, token: str) -> Login | None:
    """Return the valid login of a token and its student's location: the one query of every request."""
    row = _LOGIN.one_or_none(token_hash=_hash(token))
    if row is None:
        return None
    last_used_at = last_use(row.token_hash, row.last_used_at)
    if row.disabled_at or row.archived_at or not _holds(row, last_used_at):
        return None
    return Login(
        token_hash=row.token_hash,
        teacher_id=row.teacher_id,
        student_id=row.student_id,
        name=row.student_name or row.teacher_name,
        face=None if row.student_id is None else Face(row.animal, row.disc),
        class_id=row.class_id,
        is_administrator=bool(row.is_administrator),
        reads_aloud=bool(row.reads_aloud),
        has_large_text=bool(row.has_large_text),
        has_wide_spacing=bool(row.has_wide_spacing),
        has_keys_off=bool(row.has_keys_off),
        language=row.student_language or row.teacher_language,
        last_used_at=last_used_at,
        location=None if row.student_id is None else read_location(row, row.student_id),
    )


def _login() -> Select[*tuple[Any, ...]]:
    return with_location(
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
            Student.animal,
            Student.disc,
            Student.class_id,
            Student.archived_at,
            Student.reads_aloud,
            Student.has_large_text,
            Student.has_wide_spacing,
            Student.has_keys_off,
            Student.language.label("student_language"),
            Teacher.language.label("teacher_language"),
        )
        .select_from(LoginSession)
        .outerjoin(Teacher, Teacher.id == LoginSession.teacher_id)
        .outerjoin(Student, Student.id == LoginSession.student_id)
        .where(LoginSession.token_hash == bindparam("token_hash", type_=LoginSession.token_hash.type))
    )


_LOGIN = PreparedSelect(_login)


def expired_teacher_id(*, token: str) -> str | None:
    """Return the teacher of a login that expired; None after signing out, and for a student's."""
    login = db.session.get(LoginSession, _hash(token))
    return None if login is None else login.teacher_id


def touch_login(*, login: Login) -> None:
    """Record the person's activity. Do not call it for automatic requests."""
    now = clock.now()
    if now - login.last_used_at >= _TOUCH_EVERY:
        note_use(login.token_hash, now)


def keep_language(*, teacher_id: str | None, student_id: str | None, language: str) -> None:
    """Store a person's language for all their logins.

    :param language: its tag.
    """
    with transaction() as session:
        session.execute(update(Teacher).where(Teacher.id == teacher_id).values(language=language))
        session.execute(update(Student).where(Student.id == student_id).values(language=language))


def end_login(*, token: str) -> None:
    """Sign one browser out."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.token_hash == _hash(token)))


def logins_of_teacher(*, teacher_id: str) -> list[LoginSession]:
    """Return a teacher's current logins, newest first."""
    query = select(LoginSession).where(LoginSession.teacher_id == teacher_id).order_by(LoginSession.created_at.desc())
    return [login for login in db.session.execute(query).scalars() if _holds_row(login)]


def end_other_logins(*, login: LoginSession) -> None:
    """Sign the teacher out everywhere else."""
    is_other = (LoginSession.teacher_id == login.teacher_id) & (LoginSession.token_hash != login.token_hash)
    with transaction() as session:
        session.execute(delete(LoginSession).where(is_other))
        audit_log.note(AuditAction.SIGNED_OUT_ELSEWHERE, f"teacher:{login.teacher_id}")
        notify_lessons(taught_by(login.teacher_id or ""))


def end_logins_of_student(*, student_id: str) -> None:
    """Sign a student out everywhere and notify the student's open pages, which then leave."""
    end_logins_of_students(student_ids=[student_id])


def end_logins_of_students(*, student_ids: Collection[str]) -> None:
    """Do the same as `end_logins_of_student` for several students."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.student_id.in_(student_ids)))
        notify_students(student_ids)


def sign_out_student(*, student_id: str, keeps_newest: bool = False) -> None:
    """Sign a student out at a teacher's request: everywhere, or everywhere but at the newest login."""
    is_theirs = LoginSession.student_id == student_id
    newest = select(LoginSession.token_hash).where(is_theirs).order_by(LoginSession.created_at.desc()).limit(1)
    with transaction() as session:
        kept = session.execute(newest).scalar_one_or_none() if keeps_newest else None
        session.execute(delete(LoginSession).where(is_theirs, LoginSession.token_hash != (kept or "")))
        notify_students([student_id])
        audit_log.note(AuditAction.SIGNED_OUT_ELSEWHERE, f"student:{student_id}")


def on_several_devices(*, class_id: str, since: datetime) -> frozenset[str]:
    """Return the students of a class who are signed in on more than one device.

    :param since: the start of the session. A login counts if it was valid then or began later. In a session that
        was left open overnight, those of the day before are too old.
    """
    began = clock.now() - STUDENT_LONGEST
    found = _DOUBLED.all(class_id=class_id, since=since - STUDENT_IDLE, began=began)
    return frozenset(one.student_id for one in found)


_DOUBLED = PreparedSelect(
    lambda: (
        select(LoginSession.student_id)
        .join(Student, Student.id == LoginSession.student_id)
        .where(Student.class_id == bindparam("class_id", type_=Student.class_id.type))
        .where(LoginSession.last_used_at > bindparam("since", type_=LoginSession.last_used_at.type))
        .where(LoginSession.created_at > bindparam("began", type_=LoginSession.created_at.type))
        .group_by(LoginSession.student_id)
        .having(func.count(func.coalesce(LoginSession.device, LoginSession.token_hash).distinct()) > 1)
    )
)


def end_logins_of_teacher(*, teacher_id: str) -> None:
    """Sign a teacher out everywhere and notify open lesson pages, which then leave."""
    with transaction() as session:
        session.execute(delete(LoginSession).where(LoginSession.teacher_id == teacher_id))
        notify_lessons(taught_by(teacher_id))


def is_locked_down() -> bool:
    """Return whether only administrators can sign in, according to the activity log."""
    return audit_log.latest_of(AuditAction.LOCKED_DOWN, AuditAction.LOCKDOWN_ENDED) == AuditAction.LOCKED_DOWN


def end_all_logins() -> None:
    """Sign everyone out everywhere."""
    with transaction() as session:
        session.execute(delete(LoginSession))
        audit_log.note(AuditAction.EVERYONE_SIGNED_OUT)


def delete_expired_logins() -> None:
    """Delete logins that expired, `KEPT_BEYOND` after their last use."""
    now = clock.now()
    with transaction() as session:
        for login in session.query(LoginSession).filter(LoginSession.last_used_at < now - KEPT_BEYOND):
            if not _holds_row(login):
                session.delete(login)


def is_anyone_signed_in() -> bool:
    """Return whether anyone is signed in."""
    return any(_holds_row(login) for login in db.session.execute(select(LoginSession)).scalars())


def _holds_row(login: LoginSession) -> bool:
    is_disabled = login.teacher is not None and login.teacher.disabled_at is not None
    is_archived = login.student is not None and login.student.archived_at is not None
    return not is_disabled and not is_archived and _holds(login, last_use(login.token_hash, login.last_used_at))


def _holds(login: LoginSession | Row, last_used_at: datetime) -> bool:
    """Return whether a login is neither too old nor idle for too long. In a lesson, no one is idle."""
    now = clock.now()
    idle, longest = (TEACHER_IDLE, TEACHER_LONGEST) if login.teacher_id else (STUDENT_IDLE, STUDENT_LONGEST)
    if now - login.created_at >= longest:
        return False
    return now - last_used_at < idle or has_had_lesson(
        teacher_id=login.teacher_id, student_id=login.student_id, since=now - idle
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
