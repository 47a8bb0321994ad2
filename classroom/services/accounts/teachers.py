"""Teachers' accounts and how teachers prove who they are."""

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

FRESH = timedelta(minutes=10)
"""How old a sign-in may be to choose the first password of an account that has none."""


def has_teacher() -> bool:
    """Whether the first-run set-up is done."""
    return db.session.execute(select(exists().where(Teacher.id.is_not(None)))).scalar_one()


def set_up(*, folder: Path, token: str, name: str, password: str, device: Device = NEW_DEVICE) -> str:
    """Do the first-run set-up: make the first account and sign its owner in; gives the login token.

    :param folder: the instance folder, in which the one-time token lies. It is spent by this.
    :raises ServiceError: WRONG_TOKEN, TOO_MANY_ON_DEVICE, MANY_WRONG_TRIES, or as `create_first_teacher`.
    """
    if not instance.check_setup_token(folder, token):
        check_device(Tried.SETUP_TOKEN, device)
        raise refusal(AccountErrorCode.WRONG_TOKEN, tried=Tried.SETUP_TOKEN, device=device)
    teacher = create_first_teacher(name=name, password=password)
    instance.spend_setup_token(folder)
    return logins.start_login(teacher_id=teacher.id)


def create_first_teacher(*, name: str, password: str) -> Teacher:
    """Create the first account, that of the administrator.

    :raises ServiceError: SETUP_DONE, or as `create_teacher`.
    """
    with transaction() as session:
        make_accounts_in_turn(session)
        if has_teacher():
            raise ServiceError(AccountErrorCode.SETUP_DONE)
        return create_teacher(name=name, password=password, is_administrator=True)


def create_teacher(*, name: str, password: str, is_administrator: bool = False) -> Teacher:
    """Make a teacher's account.

    :raises ServiceError: a PASSWORD_… code, or as `add_teacher`.
    """
    clean_name(name)  # before the slow hash
    check_new_password(password)
    return add_teacher(name=name, password_hash=hash_secret(password), is_administrator=is_administrator)


def add_teacher(
    *, name: str, password_hash: str | None, oidc_subject: str | None = None, is_administrator: bool = False
) -> Teacher:
    """Add an account whose secrets are made already.

    :raises ServiceError: a NAME_… code, NAME_TAKEN.
    """
    name = clean_name(name)
    with transaction() as session:
        make_accounts_in_turn(session)
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


def make_accounts_in_turn(session: Session) -> None:
    """Serialize creating accounts, so that uniqueness checks hold until the commit."""
    in_turn(session, "accounts")


def check_name_and_password(*, name: str, password: str, device: Device = NEW_DEVICE) -> str:
    """Check what a teacher types to sign in; gives the teacher's id. A second factor may still be wanted.

    An unknown name takes as long and says the same as a wrong password, and so does a name whose budget for new devices
    is used up: no one learns from a refusal who has an account here.

    :param device: one that knows the teacher has a budget of its own. All students know their teacher's name, and must
        not be able to keep the teacher from beginning the lesson.
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
        rate_limit.withdraw(reserved)  # anyone can invent names and fetch cookies: rows stay bounded
    raise error


_UNKNOWN_TEACHER = Budget("teacher:unknown", ())
"""Where tries at names without an account are reserved, so that they take as long. It has no limit."""


def _check_password(budget: Budget, password: str, password_hash: str | None, *, wrong: ErrorCode) -> None:
    reserved = rate_limit.reserve_try(secret=budget)
    if not rate_limit.check_reserved(reserved, lambda: is_right_secret(password[:1024], password_hash)):
        raise ServiceError(wrong)
    rate_limit.reset_limit(scope=budget.name)


def confirm_password(*, teacher_id: str, password: str) -> None:
    """Confirm the password before a sensitive action, in case someone else uses an unlocked computer.

    :raises ServiceError: NO_PASSWORD, NOT_YOUR_PASSWORD or TOO_MANY_TRIES.
    """
    password_hash = db.session.execute(select(Teacher.password_hash).where(Teacher.id == teacher_id)).scalar_one()
    if password_hash is None:
        raise ServiceError(AccountErrorCode.NO_PASSWORD)
    # A scope of its own: who is not signed in cannot use it up.
    budget = Budget(f"confirm:{teacher_id}", (rate_limit.PASSWORD,))
    _check_password(budget, password, password_hash, wrong=AccountErrorCode.NOT_YOUR_PASSWORD)


def has_password(*, teacher_id: str) -> bool:
    """Whether the account has a password that can be asked for."""
    return db.session.get_one(Teacher, teacher_id).password_hash is not None


def change_password(*, teacher_id: str, old: str, new: str) -> str:
    """Give a teacher another password; all sign-ins end, and the token of a new one is given.

    :raises ServiceError: a PASSWORD_… code, or as `confirm_password` for the old one.
    """
    check_new_password(new)
    confirm_password(teacher_id=teacher_id, password=old)
    return _replace_password(teacher_id, hash_secret(new))


def password_mark(*, teacher_id: str) -> str:
    """Return a fingerprint of the password, to invalidate half-finished sign-ins when it changes."""
    kept = db.session.execute(select(Teacher.password_hash).where(Teacher.id == teacher_id)).scalar_one_or_none()
    return hashlib.sha256((kept or "").encode()).hexdigest()[:16]


def choose_first_password(*, teacher_id: str, new: str, signed_in_at: datetime) -> str:
    """Give an account without a password its first one; else as `change_password`.

    :param signed_in_at: when the sign-in began that asks for it: there is no old password that could prove who asks.
    :raises ServiceError: a PASSWORD_… code, SIGN_IN_TOO_OLD, or NOT_YOUR_PASSWORD if there is a password.
    """
    check_new_password(new)
    if db.session.get_one(Teacher, teacher_id).password_hash is not None:
        raise ServiceError(AccountErrorCode.NOT_YOUR_PASSWORD)
    if clock.now() - signed_in_at > FRESH:
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
    """Revoke reset links that are no longer needed, so that they can't change the password again."""
    session.execute(delete(AccountLink).where(AccountLink.teacher_id == teacher_id))


def reset_password(*, name: str) -> str | None:
    """Give a teacher a new random password, end their sign-ins and open reset links; None if no one has the name.

    No code is asked for any more: anyone who is locked out may have lost the phone.
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
    """Delete the wrong passwords and codes typed for a teacher, on known devices too: there is a new password."""
    for kind in ("teacher", "confirm", "totp"):
        rate_limit.reset_limit(scope=f"{kind}:{teacher.id}")
        rate_limit.reset_limits(beginning=f"{kind}:{teacher.id}:")
