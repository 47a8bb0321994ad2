"""Administration of teachers' accounts. Grants no access to classes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, Deck, SchoolClass, Teacher
from classroom.services import audit_log
from classroom.services.accounts import logins
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.locks import FOR_CHANGE
from classroom.sorting import sort_key


@dataclass(frozen=True, slots=True)
class TeacherOverview:
    """An account, as administrators see it."""

    id: str
    name: str
    since: datetime
    signed_in_at: datetime | None
    classes: int
    decks: int
    is_administrator: bool
    has_password: bool
    has_two_factor: bool
    is_connected: bool
    is_disabled: bool
    roster_id: str | None
    """The ID in the district's roster service."""


def all_teachers() -> list[TeacherOverview]:
    """Return all accounts, by name."""
    classes = select(func.count()).where(SchoolClass.teacher_id == Teacher.id).scalar_subquery()
    decks = select(func.count()).where(Deck.teacher_id == Teacher.id).scalar_subquery()
    rows = db.session.execute(select(Teacher, classes, decks))
    teachers = [
        TeacherOverview(
            id=teacher.id,
            name=teacher.name,
            since=teacher.created_at,
            signed_in_at=teacher.signed_in_at,
            classes=class_count,
            decks=deck_count,
            is_administrator=teacher.is_administrator,
            has_password=teacher.password_hash is not None,
            has_two_factor=teacher.totp_secret is not None,
            is_connected=teacher.oidc_subject is not None,
            is_disabled=teacher.disabled_at is not None,
            roster_id=teacher.roster_id,
        )
        for teacher, class_count, deck_count in rows
    ]
    return sorted(teachers, key=lambda one: sort_key(one.name))


def set_administrator(*, teacher_id: str, is_administrator: bool) -> None:
    """Grant or revoke the administrator role.

    :raises ServiceError: LAST_ADMINISTRATOR; ACCOUNT_DISABLED for a deactivated account.
    """
    with transaction() as session:
        teacher = session.get_one(Teacher, teacher_id)
        if is_administrator and teacher.disabled_at is not None:
            raise ServiceError(AccountErrorCode.ACCOUNT_DISABLED)
        if not is_administrator:
            keep_an_administrator(session, without=teacher_id)
        teacher.is_administrator = is_administrator
        done = AuditAction.ADMINISTRATOR_ADDED if is_administrator else AuditAction.ADMINISTRATOR_REMOVED
        audit_log.note(done, f"teacher:{teacher_id}")


def disable(*, teacher_id: str, by: str) -> None:
    """Deactivate an account and end its sign-ins. Keep its classes.

    :raises ServiceError: OWN_ACCOUNT.
    """
    if teacher_id == by:
        raise ServiceError(AccountErrorCode.OWN_ACCOUNT)
    with transaction() as session:
        teacher = session.get_one(Teacher, teacher_id)
        keep_an_administrator(session, without=teacher_id)
        teacher.disabled_at = teacher.disabled_at or clock.now()
        logins.end_logins_of_teacher(teacher_id=teacher_id)
        audit_log.note(AuditAction.TEACHER_DEACTIVATED, f"teacher:{teacher_id}")


def enable(*, teacher_id: str) -> None:
    with transaction() as session:
        session.get_one(Teacher, teacher_id).disabled_at = None
        audit_log.note(AuditAction.TEACHER_ACTIVATED, f"teacher:{teacher_id}")


def keep_an_administrator(session: Session, *, without: str) -> None:
    """Make sure that at least one active administrator remains.

    :raises ServiceError: LAST_ADMINISTRATOR.
    """
    # Lock rows where possible: two administrators must not remove each other's role at the same time.
    able = select(Teacher.id).where(Teacher.is_administrator, Teacher.disabled_at.is_(None)).order_by(Teacher.id)
    if not set(session.execute(able.with_for_update(**FOR_CHANGE)).scalars()) - {without}:
        raise ServiceError(AccountErrorCode.LAST_ADMINISTRATOR)
