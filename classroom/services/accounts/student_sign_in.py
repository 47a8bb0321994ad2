"""Student authentication: by name with a PIN or pictures, or by the QR code of the card."""

from __future__ import annotations

from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import AuditAction, Student
from classroom.services import audit_log
from classroom.services.accounts import logins, pin_limits, rate_limit
from classroom.services.accounts.card_secrets import hash_card_token
from classroom.services.accounts.devices import NEW_DEVICE, Device, Tried, budget_of, check_device, refusal, wrong_try
from classroom.services.accounts.passwords import is_right_secret
from classroom.services.accounts.rate_limit import Budget, Reservation
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.open_sessions import lets_students_in


def sign_in_student(*, student_id: str, secret: str, device: Device = NEW_DEVICE) -> str:
    """Check a student's PIN or pictures and return the token of a new login.

    A correct secret is rejected only if this device, or this student's secret, has too many failed attempts.

    :raises ServiceError: NO_PIN, WRONG_SECRET, TOO_MANY_TRIES, TOO_MANY_ON_DEVICE, MANY_WRONG_TRIES or BUSY.
    """
    listed = select(Student.pin_hash, Student.secret_kind, Student.pin_digits).where(
        Student.id == student_id, Student.archived_at.is_(None), Student.pin_hash.is_not(None)
    )
    found = db.session.execute(listed).one_or_none()
    if found is None:
        raise ServiceError(AccountErrorCode.NO_PIN)
    limits = pin_limits.limits_of(found.secret_kind, found.pin_digits)
    budget = limits.budget(student_id, is_known_device=device.knows(student_id))
    reserved = _reserve(student_id, budget, device)
    is_right = rate_limit.check_reserved(
        reserved,
        lambda: is_right_secret(secret[:64], found.pin_hash, goes_first=device.id is not None),
    )
    if not is_right:
        raise wrong_try(AccountErrorCode.WRONG_SECRET, kind=Tried.PIN, device=device)
    with transaction() as session:
        rate_limit.withdraw(reserved)
        present = session.execute(listed).one_or_none()
        if present is not None and present.pin_hash == found.pin_hash:
            rate_limit.clear_failures(scope=reserved.scope)
            return logins.start_login(student_id=student_id, device=device.id)
    raise ServiceError(AccountErrorCode.WRONG_SECRET)  # archived, or given another card in the meantime


def sign_in_by_card(*, token: str, device: Device = NEW_DEVICE) -> str:
    """Sign in the student with this card token and return the token of a new login.

    A valid card always works, even for a student who is locked out: tokens can't be guessed.

    :raises ServiceError: UNKNOWN_CARD, also for a revoked card, or instead TOO_MANY_ON_DEVICE or MANY_WRONG_TRIES;
        CLASS_CLOSED; CLASS_NOT_OPEN with ``name``.
    """
    student = db.session.execute(
        select(Student).where(
            Student.card_hash == hash_card_token(token),
            Student.archived_at.is_(None),
        )
    ).scalar_one_or_none()
    if student is None:
        check_device(Tried.CARD, device)
        raise refusal(AccountErrorCode.UNKNOWN_CARD, tried=Tried.CARD, device=device)
    if student.school_class.archived_at is not None:
        raise ServiceError(AccountErrorCode.CLASS_CLOSED)
    if not lets_students_in(student.school_class):
        raise ServiceError(AccountErrorCode.CLASS_NOT_OPEN, name=student.name)
    return logins.start_login(student_id=student.id, device=device.id)


def unlock(*, student_id: str) -> None:
    """Unlock a student at the teacher's request."""
    with transaction():
        pin_limits.unlock_student(student_id=student_id)
        audit_log.note(AuditAction.UNLOCKED, f"student:{student_id}")


def unlock_all(*, class_id: str) -> None:
    """Unlock all students of a class."""
    with transaction():
        for student_id in locked_out(class_id=class_id):
            unlock(student_id=student_id)


def locked_out(*, class_id: str) -> frozenset[str]:
    """Return the students of a class who can't sign in by name now, on some device, after too many failed attempts."""
    return pin_limits.sign_in_trouble(class_id=class_id).locked_out


def _reserve(student_id: str, budget: Budget, device: Device) -> Reservation:
    try:
        return rate_limit.reserve_try(secret=budget, device=budget_of(Tried.PIN, device))
    except ServiceError as error:
        if error.code is AccountErrorCode.TOO_MANY_ON_DEVICE:
            pin_limits.note_refused_device(student_id=student_id, device=device)
        raise
