"""Two-step verification: time-based codes of an authenticator app (RFC 6238), each valid once."""

from __future__ import annotations

import base64
import hmac
import secrets
from datetime import datetime

import pyotp
from sqlalchemy import select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, Teacher
from classroom.services import audit_log
from classroom.services.accounts import rate_limit
from classroom.services.accounts.devices import NEW_DEVICE, Device
from classroom.services.accounts.rate_limit import Budget
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.locks import existing_row
from classroom.sorting import sort_key

ISSUER = "Sequence Numbers"
"""Shown by the authenticator app beside the code."""
SECONDS = 30
STEPS = 1
"""How many steps a phone's clock may be off."""


def address_of(*, key: str, name: str) -> str:
    """Return the content of the QR code from which an app reads the key."""
    return pyotp.TOTP(key, interval=SECONDS).provisioning_uri(name=name, issuer_name=ISSUER)


def is_on(*, teacher_id: str) -> bool:
    """Return whether signing in requires a code. False for a deleted teacher."""
    teacher = db.session.get(Teacher, teacher_id)
    return teacher is not None and teacher.totp_secret is not None


def check_key(*, teacher_id: str, server_key: bytes) -> None:
    """Check that codes can be verified.

    :raises ServiceError: TWO_FACTOR_LOST, if the server's key changed since they were turned on.
    """
    kept = db.session.get_one(Teacher, teacher_id).totp_secret
    if kept is not None and key_of(kept, server_key=server_key) is None:
        raise ServiceError(AccountErrorCode.TWO_FACTOR_LOST)


def teachers_without_key(*, server_key: bytes) -> list[str]:
    """Return the names of teachers whose codes can't be verified, after restoring another server's backup."""
    rows = db.session.execute(select(Teacher.name, Teacher.totp_secret).where(Teacher.totp_secret.is_not(None)))
    return sorted((row.name for row in rows if key_of(row.totp_secret, server_key=server_key) is None), key=sort_key)


def turn_on(*, teacher_id: str, seed: str, code: str, server_key: bytes) -> None:
    """Turn on two-step verification. A first code proves that the app has the key.

    :param seed: from `totp_keys.new_seed`.
    :raises ServiceError: TWO_FACTOR_ON or WRONG_CODE.
    """
    step = _step_of(code, key_of(seed, server_key=server_key), clock.now(), after=None)
    with transaction() as session:
        teacher = session.get_one(Teacher, teacher_id)
        if teacher.totp_secret is not None:
            raise ServiceError(AccountErrorCode.TWO_FACTOR_ON)
        if step is None:
            raise ServiceError(AccountErrorCode.WRONG_CODE)
        teacher.totp_secret, teacher.totp_step = seed, step
        audit_log.note(AuditAction.TWO_FACTOR_ON, f"teacher:{teacher_id}")


def check_code(*, teacher_id: str, code: str, server_key: bytes, device: Device = NEW_DEVICE) -> None:
    """Check the code at sign-in. The same code, or an earlier one, is not accepted again.

    :param device: a device that knows the teacher has its own budget.
    :raises ServiceError: WRONG_CODE or TOO_MANY_TRIES.
    """
    of_device = f":{device.id}" if device.knows(teacher_id) else ""
    budget = Budget(f"totp:{teacher_id}{of_device}", (rate_limit.CODE,))
    with transaction() as session:
        teacher = existing_row(session, Teacher, teacher_id)  # concurrent attempts wait here
        rate_limit.check_secret(budget)
        key = key_of(teacher.totp_secret, server_key=server_key) if teacher.totp_secret is not None else None
        step = _step_of(code, key, clock.now(), after=teacher.totp_step)
        if step is None:
            rate_limit.add_wrong_try(scope=budget.name)
        else:
            teacher.totp_step = step
            rate_limit.reset_limit(scope=budget.name)
    if step is None:
        raise ServiceError(AccountErrorCode.WRONG_CODE)


def turn_off(*, teacher_id: str) -> None:
    """Turn off two-step verification, and delete the key."""
    with transaction() as session:
        session.get_one(Teacher, teacher_id).totp_secret = None
        audit_log.note(AuditAction.TWO_FACTOR_OFF, f"teacher:{teacher_id}")


def _step_of(code: str, key: str | None, now: datetime, *, after: int | None) -> int | None:
    """Return the time step of this code; None if the code is invalid, or its step is not after ``after``."""
    if key is None:
        return None
    typed = "".join(code.split()).encode()
    totp = pyotp.TOTP(key, interval=SECONDS)
    present = totp.timecode(now)
    for step in range(present - STEPS, present + STEPS + 1):
        is_new = after is None or step > after
        if is_new and hmac.compare_digest(totp.generate_otp(step).encode(), typed):
            return step
    return None


_BYTES = 20
"""160 bits, as RFC 4226 recommends; base 32 needs no padding."""
_PARTED = ":"
"""Separates a seed from the mark of the server's key. In an earlier version, values were the key itself."""


def new_seed(*, server_key: bytes) -> str:
    """Return a new seed for storage, with a mark that identifies the server's key."""
    return f"{secrets.token_urlsafe(16)}{_PARTED}{_mark(server_key)}"


def key_of(kept: str, *, server_key: bytes) -> str | None:
    """Return the key shared with the app, in base 32; None if it was made with another server's key."""
    seed, parted, mark = kept.partition(_PARTED)
    if not parted:
        return kept
    if not hmac.compare_digest(mark, _mark(server_key)):
        return None
    return base64.b32encode(hmac.digest(server_key, f"totp {seed}".encode(), "sha256")[:_BYTES]).decode()


def _mark(server_key: bytes) -> str:
    return hmac.digest(server_key, b"totp mark", "sha256")[:6].hex()
