"""Teachers' accounts and authentication."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from classroom import clock, instance
from classroom.database import ALPHABET, db, transaction
from classroom.models import AccountLink, AuditAction, Teacher
from classroom.services import audit_log
from classroom.services.accounts import logins, rate_limit
from classroom.services.accounts.devices import NEW_DEVICE, Device, Tried, budget_of, check_device, refusal, wrong_try
from classroom.services.accounts.passwords import check_new_password, hash_secret, is_right_secret
from classroom.services.accounts.rate_limit import Budget
from classroom.services.errors import AccountErrorCode, ErrorCode, NameErrorCode, ServiceError
from classroom.services.locks import in_turn
from classroom.services.names import LONGEST_KEY, clean_name, fold_name

_RECENT = timedelta(minutes=10)
"""The maximum age of a sign-in that confirms who is there: for a first password, or in place of the password."""


def has_teacher() -> bool:
    """Return whether the first-run setup is done."""
    return db.session.execute(select(exists().where(Teacher.id.is_not(None)))).scalar_one()


def set_up(*, folder: Path, token: str, name: str, password: str, device: Device = NEW_DEVICE) -> str:
    """Do the first-run setup: create the first account and sign its owner in; return the login token.

    :param folder: the instance folder, which contains the one-time token. The token is then invalid.
    :raises ServiceError: like `check_setup_token` or `create_first_teacher`.
    """
    check_setup_token(folder=folder, token=token, device=device)
    teacher = create_first_teacher(name=name, password=password)
    instance.spend_setup_token(folder)
    return logins.start_login(teacher_id=teacher.id)


def check_setup_token(*, folder: Path, token: str, device: Device = NEW_DEVICE) -> None:
    """Check the one-time token of the first-run setup.

    :raises ServiceError: WRONG_TOKEN, TOO_MANY_ON_DEVICE, MANY_WRONG_TRIES.
    """
    if not instance.check_setup_token(folder, token):
        check_device(Tried.SETUP_TOKEN, device)
        raise refusal(AccountErrorCode.WRONG_TOKEN, tried=Tried.SETUP_TOKEN, device=device)


def create_first_teacher(*, name: str, password: str) -> Teacher:
    """Create the first account, which is an administrator's.

    :raises ServiceError: SETUP_DONE, or like `create_teacher`.
    """
    with transaction() as session:
        serialize_account_creation(session)
        if has_teacher():
            raise ServiceError(AccountErrorCode.SETUP_DONE)
        return create_teacher(name=name, password=password, is_administrator=True)


def create_teacher(*, name: str, password: str, is_administrator: bool = False) -> Teacher:
    """Create a teacher's account.

    :raises ServiceError: a PASSWORD_… code, or like `add_teacher`.
    """
    clean_name(name)  # before the slow hash
    check_new_password(password)
    return add_teacher(name=name, password_hash=hash_secret(password), is_administrator=is_administrator)


def add_teacher(
    *, name: str, password_hash: str | None, oidc_subject: str | None = None, is_administrator: bool = False
) -> Teacher:
    """Add an account whose password is already hashed.

    :raises ServiceError: a NAME_… code, NAME_TAKEN.
    """
    name = clean_name(name)
    with transaction() as session:
        serialize_account_creation(session)
        key = fold_name(name)
        if session.execute(select(Teacher.id).where(Teacher.name_key == key)).first():
            raise ServiceError(NameErrorCode.NAME_TAKEN, name=name)
        teacher = Teacher(
            name=name,
            name_key=key,
            password_hash=password_hash,
            oidc_subject=oidc_subject,
            is_administrator=is_administrator,
        )
        session.add(teacher)
        session.flush()
    return teacher


def serialize_account_creation(session: Session) -> None:
    """Serialize creating accounts, so that uniqueness checks hold until the commit."""
    in_turn(session, "accounts")


def check_name_and_password(*, name: str, password: str, device: Device = NEW_DEVICE) -> str:
    """Check a teacher's name and password; return the teacher's ID. A two-step code may still be required.

    An unknown name, and a name whose budget for new devices is used up, take as long and give the same error as a wrong
    password, so errors don't reveal who has an account.

    :param device: a device that knows the teacher has its own budget. Students know their teacher's name, and must not
        be able to lock the teacher out before a lesson.
    :raises ServiceError: WRONG_PASSWORD, TOO_MANY_TRIES, TOO_MANY_ON_DEVICE, MANY_WRONG_TRIES or BUSY.
    """
    key = fold_name(name)[:LONGEST_KEY]
    found = db.session.execute(select(Teacher.id, Teacher.password_hash).where(Teacher.name_key == key)).first()
    if found is not None and device.knows(found.id):
        budget = Budget(f"teacher:{found.id}:{device.id}", (rate_limit.PASSWORD,))
        _check_password(budget, password, found.password_hash, wrong=AccountErrorCode.WRONG_PASSWORD)
        return str(found.id)
    secret = Budget(f"teacher:{found.id}", (rate_limit.PASSWORD_ON_NEW_DEVICES,)) if found else _UNKNOWN_TEACHER
    reserved = rate_limit.reserve_try(
        secret=secret, device=budget_of(Tried.PASSWORD, device), spare_scope=_UNKNOWN_TEACHER.name
    )
    password_hash = found.password_hash if found is not None and reserved.scope == secret.name else None
    is_right = rate_limit.check_reserved(
        reserved, lambda: is_right_secret(password[:1024], password_hash, goes_first=device.is_proven)
    )
    if found is not None and is_right:
        rate_limit.reset_limit(scope=secret.name)
        return str(found.id)
    error = wrong_try(AccountErrorCode.WRONG_PASSWORD, kind=Tried.PASSWORD, device=device)
    if reserved.scope == _UNKNOWN_TEACHER.name and (
        device.id is None or error.code is AccountErrorCode.MANY_WRONG_TRIES
    ):
        rate_limit.withdraw(reserved)  # anyone can make up names and get cookies: keep the number of rows bounded
    raise error


_UNKNOWN_TEACHER = Budget("teacher:unknown", ())
"""Where attempts at names without an account are reserved, so that they take as long. Without a limit."""


def _check_password(budget: Budget, password: str, password_hash: str | None, *, wrong: ErrorCode) -> None:
    reserved = rate_limit.reserve_try(secret=budget)
    if not rate_limit.check_reserved(reserved, lambda: is_right_secret(password[:1024], password_hash)):
        raise ServiceError(wrong)
    rate_limit.reset_limit(scope=budget.name)


def confirm_password(*, teacher_id: str, password: str) -> None:
    """Confirm the password before a sensitive action, in case someone else is using an unlocked computer.

    :raises ServiceError: NO_PASSWORD, NOT_YOUR_PASSWORD or TOO_MANY_TRIES.
    """
    password_hash = db.session.execute(select(Teacher.password_hash).where(Teacher.id == teacher_id)).scalar_one()
    if password_hash is None:
        raise ServiceError(AccountErrorCode.NO_PASSWORD)
    # A separate scope, which no one can use up without being signed in.
    budget = Budget(f"confirm:{teacher_id}", (rate_limit.PASSWORD,))
    _check_password(budget, password, password_hash, wrong=AccountErrorCode.NOT_YOUR_PASSWORD)


def has_password(*, teacher_id: str) -> bool:
    return db.session.get_one(Teacher, teacher_id).password_hash is not None


def change_password(*, teacher_id: str, old: str, new: str) -> str:
    """Change a teacher's password, end all logins, and return the token of a new one.

    :raises ServiceError: a PASSWORD_… code, or like `confirm_password` for the old one.
    """
    check_new_password(new)
    confirm_password(teacher_id=teacher_id, password=old)
    return _replace_password(teacher_id, hash_secret(new))


def password_mark(*, teacher_id: str) -> str:
    """Return a fingerprint of the password, to invalidate half-finished sign-ins when it changes."""
    kept = db.session.execute(select(Teacher.password_hash).where(Teacher.id == teacher_id)).scalar_one_or_none()
    return hashlib.sha256((kept or "").encode()).hexdigest()[:16]


def is_recent(signed_in_at: datetime) -> bool:
    """Return whether a login is so recent that its beginning confirms the person's identity."""
    return clock.now() - signed_in_at <= _RECENT


def choose_first_password(*, teacher_id: str, new: str, signed_in_at: datetime) -> str:
    """Set the first password of an account without one; return like `change_password`.

    :param signed_in_at: when the current login began: there is no old password to confirm the person's identity.
    :raises ServiceError: a PASSWORD_… code, SIGN_IN_TOO_OLD, or NOT_YOUR_PASSWORD if there is a password.
    """
    check_new_password(new)
    if db.session.get_one(Teacher, teacher_id).password_hash is not None:
        raise ServiceError(AccountErrorCode.NOT_YOUR_PASSWORD)
    if not is_recent(signed_in_at):
        raise ServiceError(AccountErrorCode.SIGN_IN_TOO_OLD)
    return _replace_password(teacher_id, hash_secret(new))


def _replace_password(teacher_id: str, password_hash: str) -> str:
    with transaction() as session:
        session.get_one(Teacher, teacher_id).password_hash = password_hash
        audit_log.note(AuditAction.PASSWORD_CHANGED, f"teacher:{teacher_id}")
        revoke_links(session, teacher_id)
        logins.end_logins_of_teacher(teacher_id=teacher_id)
        return logins.start_login(teacher_id=teacher_id)


def revoke_links(session: Session, teacher_id: str) -> None:
    """Revoke obsolete reset links, so that they can't change the password again."""
    session.execute(delete(AccountLink).where(AccountLink.teacher_id == teacher_id))


def reset_password(*, name: str) -> str | None:
    """Set a random password, end the teacher's logins and reset links, and return it; None for an unknown name.

    Also turns off two-step verification: the phone may be lost.
    """
    password = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))
    password_hash = hash_secret(password)
    with transaction() as session:
        teacher = session.execute(select(Teacher).where(Teacher.name_key == fold_name(name))).scalar_one_or_none()
        if teacher is None:
            return None
        teacher.password_hash = password_hash
        teacher.totp_secret = None
        revoke_links(session, teacher.id)
        logins.end_logins_of_teacher(teacher_id=teacher.id)
        reset_password_limits(teacher)
        audit_log.note(AuditAction.PASSWORD_RESET, f"teacher:{teacher.id}")
    return password


def reset_password_limits(teacher: Teacher) -> None:
    """Delete failed attempts at a teacher's password and codes, on known devices too, after a new password was set."""
    for kind in ("teacher", "confirm", "totp"):
        rate_limit.reset_limit(scope=f"{kind}:{teacher.id}")
        rate_limit.reset_limits(beginning=f"{kind}:{teacher.id}:")
