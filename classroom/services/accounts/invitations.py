"""One-time links: to create an account, or to choose a new password. The database stores only their hashes."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, end_read, transaction
from classroom.models import AccountLink, AuditAction, LinkKind, Teacher
from classroom.services import audit_log
from classroom.services.accounts import logins, teachers
from classroom.services.accounts.passwords import check_new_password, hash_secret
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.locks import FOR_CHANGE, locked_row
from classroom.services.names import clean_name

GOOD_FOR = {LinkKind.INVITATION: timedelta(days=7), LinkKind.RESET: timedelta(hours=24)}


def invite(*, label: str) -> str:
    """Create an invitation link and return its token, which is stored nowhere.

    :param label: whom it is for, so the administrator can tell open invitations apart.
    :raises ServiceError: a NAME_… code.
    """
    with transaction():
        audit_log.note(AuditAction.TEACHER_INVITED)
        return _make_link(LinkKind.INVITATION, clean_name(label))


def make_reset_link(*, teacher_id: str, drops_two_factor: bool) -> str:
    """Create a password reset link, and revoke an earlier one."""
    with transaction() as session:
        _lock_links_of(session, teacher_id)
        teachers.revoke_links(session, teacher_id)
        teacher = session.get_one(Teacher, teacher_id)
        audit_log.note(AuditAction.RESET_LINK_CREATED, f"teacher:{teacher_id}")
        return _make_link(LinkKind.RESET, teacher.name, teacher_id=teacher_id, drops_two_factor=drops_two_factor)


def open_links() -> list[AccountLink]:
    """Return the valid links, by expiration date, and delete expired ones."""
    now = clock.now()
    if db.session.execute(select(AccountLink.token_hash).where(AccountLink.expires_at <= now)).first():
        with transaction() as session:
            session.execute(delete(AccountLink).where(AccountLink.expires_at <= now))
    return list(db.session.execute(select(AccountLink).order_by(AccountLink.expires_at)).scalars())


def revoke_link(*, token_hash: str) -> bool:
    """Revoke a one-time link; return whether it was still valid, rather than used or expired."""
    with transaction() as session:
        link = locked_row(session, AccountLink, token_hash)
        if link is None:
            return False
        session.delete(link)
        if link.expires_at <= clock.now():
            return False
        audit_log.note(AuditAction.LINK_REVOKED)
        return True


def find_link(*, token: str) -> AccountLink:
    """Return the link of a token.

    :raises ServiceError: LINK_INVALID.
    """
    link = db.session.get(AccountLink, _hash(token))
    if link is None or link.expires_at <= clock.now():
        raise ServiceError(AccountErrorCode.LINK_INVALID)
    return link


def accept(*, token: str, name: str, password: str | None = None, oidc_subject: str | None = None) -> str:
    """Create the account of an invitation; return the teacher's ID.

    :param password: None for a person of the school's sign-in service, given as ``oidc_subject``.
    :raises ServiceError: LINK_INVALID, a NAME_… or PASSWORD_… code, NAME_TAKEN, ALREADY_CONNECTED.
    """
    _find_kind(token, LinkKind.INVITATION)
    clean_name(name)
    if password is not None:
        check_new_password(password)
    password_hash = hash_secret(password) if password is not None else None
    with transaction() as session:
        _spend(session, token, LinkKind.INVITATION)
        teachers.serialize_account_creation(session)
        if oidc_subject and session.execute(select(Teacher.id).where(Teacher.oidc_subject == oidc_subject)).first():
            raise ServiceError(AccountErrorCode.ALREADY_CONNECTED)
        teacher = teachers.add_teacher(name=name, password_hash=password_hash, oidc_subject=oidc_subject)
        audit_log.note(AuditAction.TEACHER_JOINED, f"teacher:{teacher.id}", actor=f"teacher:{teacher.id}")
        return teacher.id


def use_reset_link(*, token: str, password: str) -> None:
    """Set the teacher's new password, and end all logins and links. Does not sign in.

    :raises ServiceError: LINK_INVALID, or a PASSWORD_… code.
    """
    teacher_id = _find_kind(token, LinkKind.RESET)
    check_new_password(password)
    password_hash = hash_secret(password)
    with transaction() as session:
        _lock_links_of(session, teacher_id)
        link = _spend(session, token, LinkKind.RESET)
        teacher = session.get_one(Teacher, link.teacher_id)
        teachers.revoke_links(session, teacher.id)
        teacher.password_hash = password_hash
        if link.drops_two_factor:
            teacher.totp_secret = None
        logins.end_logins_of_teacher(teacher_id=teacher.id)
        teachers.reset_password_limits(teacher)
        audit_log.note(AuditAction.PASSWORD_RESET, f"teacher:{teacher.id}", actor=f"teacher:{teacher.id}")


def _make_link(kind: LinkKind, label: str, *, teacher_id: str | None = None, drops_two_factor: bool = False) -> str:
    token = secrets.token_urlsafe(32)
    with transaction() as session:
        session.add(
            AccountLink(
                token_hash=_hash(token),
                kind=kind,
                label=label,
                teacher_id=teacher_id,
                drops_two_factor=drops_two_factor,
                expires_at=clock.now() + GOOD_FOR[kind],
            )
        )
    return token


def _find_kind(token: str, kind: LinkKind) -> str | None:
    """Check the kind of the link and return the teacher's ID."""
    link = find_link(token=token)
    if link.kind != kind:
        raise ServiceError(AccountErrorCode.LINK_INVALID)
    teacher_id = link.teacher_id
    end_read()  # hashing takes long: hold no connection during it
    return teacher_id


def _lock_links_of(session: Session, teacher_id: str | None) -> None:
    """Serialize creating and using a teacher's links, so that only one remains."""
    session.execute(select(Teacher.id).where(Teacher.id == teacher_id).with_for_update(**FOR_CHANGE))


def _spend(session: Session, token: str, kind: LinkKind) -> AccountLink:
    """Delete the link. Of two concurrent uses, the second fails."""
    link = locked_row(session, AccountLink, _hash(token))
    if link is None or link.kind != kind or link.expires_at <= clock.now():
        raise ServiceError(AccountErrorCode.LINK_INVALID)
    session.delete(link)
    return link


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
