"""Teachers' accounts connected to the school's sign-in service. Only issuer and subject are stored."""

from __future__ import annotations

from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import AuditAction, Teacher
from classroom.services import audit_log
from classroom.services.accounts.teachers import serialize_account_creation
from classroom.services.errors import AccountErrorCode, ServiceError


def teacher_of(*, subject: str) -> str:
    """Return the teacher whose account is connected to this person of the service.

    :raises ServiceError: NOT_CONNECTED.
    """
    teacher_id = db.session.execute(select(Teacher.id).where(Teacher.oidc_subject == subject)).scalar_one_or_none()
    if teacher_id is None:
        raise ServiceError(AccountErrorCode.NOT_CONNECTED)
    return teacher_id


def connect(*, teacher_id: str, subject: str) -> None:
    """Connect the account to this person of the service.

    :raises ServiceError: ALREADY_CONNECTED.
    """
    with transaction() as session:
        serialize_account_creation(session)
        holder = session.execute(select(Teacher.id).where(Teacher.oidc_subject == subject)).scalar_one_or_none()
        if holder not in {None, teacher_id}:
            raise ServiceError(AccountErrorCode.ALREADY_CONNECTED)
        session.get_one(Teacher, teacher_id).oidc_subject = subject
        audit_log.note(AuditAction.ACCOUNT_CONNECTED, f"teacher:{teacher_id}")


def disconnect(*, teacher_id: str) -> None:
    """Disconnect the account, which then only has its password.

    :raises ServiceError: NO_PASSWORD: no way to sign in would be left.
    """
    with transaction() as session:
        teacher = session.get_one(Teacher, teacher_id)
        if teacher.password_hash is None:
            raise ServiceError(AccountErrorCode.NO_PASSWORD)
        teacher.oidc_subject = None
        audit_log.note(AuditAction.ACCOUNT_DISCONNECTED, f"teacher:{teacher_id}")
