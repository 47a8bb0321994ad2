"""Limits on guessing, counted in the database so that they hold across processes and restarts.

Only wrong tries count. What takes long to check is reserved first, so that tries at the same moment are never checked
more often than a limit allows; a try that finds the rest reserved by undecided ones waits for them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, LoginFailure, TryState
from classroom.services import audit_log
from classroom.services.errors import AccountErrorCode, ServerErrorCode, ServiceError
from classroom.services.locks import in_turn


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``failures`` in any ``minutes``."""

    failures: int
    minutes: int
    is_forgivable: bool = True
    """Whether wrong tries before a right one stop counting."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many wrong tries may be made at one secret, or by one device."""

    name: str
    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class Reservation:
    """A try that is being checked. It counts as wrong until it is settled, also if the process dies meanwhile."""

    id: int
    scope: str


PASSWORD = Limit(failures=10, minutes=15)
"""By one device; a device that knows the teacher has a budget of its own."""
PASSWORD_ON_NEW_DEVICES = Limit(failures=40, minutes=60)
"""At one teacher's password, by all devices together in which the teacher has not signed in yet."""
CODE = Limit(failures=5, minutes=15)
"""Six digits, three of them good at a time: 480 tries a day find one with a chance of 0.15%."""
CLASS_CODE = Limit(failures=30, minutes=5)
"""By one device."""
SETUP_TOKEN = Limit(failures=10, minutes=15)
"""By one device. The token has 96 bits."""
LONGEST = timedelta(days=1)
"""How long tries at PINs count; others count for `LONGEST_OTHER`."""
LONGEST_OTHER = timedelta(hours=1)

KEPT_BEYOND = timedelta(days=2)
"""How much longer tries are kept: the server's clock may have been wrong, and be set right again."""

_UNDECIDED_FOR = timedelta(minutes=1)
"""An older reservation was left by a process that died: it counts as wrong."""
_PATIENCE_SECONDS = 20.0
_PAUSE_SECONDS = 0.03


def reserve_try(*, secret: Budget, device: Budget | None = None, spare_scope: str | None = None) -> Reservation:
    """Reserve one try in both budgets, before the secret is checked.

    :param device: None for a device without cookie.
    :param spare_scope: where the try is reserved if the secret's budget is used up. Such a try must fail whatever was
        typed; without a spare scope it is refused.
    :raises ServiceError: TOO_MANY_TRIES for the secret or TOO_MANY_ON_DEVICE for the device, with ``minutes`` to wait;
        BUSY if others' tries stay undecided.
    """
    deadline = time.monotonic() + _PATIENCE_SECONDS
    if device is None and spare_scope is None:
        check_secret(secret)  # tries without cookies mostly end here, and take no turn among the writers
    while True:
        with transaction() as session:
            reserved = _reserve(session, secret, device, spare_scope)
        if reserved is not None:
            return reserved
        if time.monotonic() > deadline:
            raise ServiceError(ServerErrorCode.BUSY)
        time.sleep(_PAUSE_SECONDS)


def check_reserved(reserved: Reservation, check: Callable[[], bool]) -> bool:
    """Check the secret of a reserved try, and count it if it is wrong. No connection is held meanwhile.

    :raises ServiceError: as ``check``; the try is taken back then.
    """
    try:
        is_right = check()
    except ServiceError:
        withdraw(reserved)
        raise
    if not is_right:
        with transaction() as session:
            session.execute(update(LoginFailure).where(LoginFailure.id == reserved.id).values(state=TryState.WRONG))
            _note_failure(reserved.scope)
    return is_right


def withdraw(reserved: Reservation) -> None:
    """Withdraw a reserved try: the secret was correct, or the try does not count."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.id == reserved.id))


def add_wrong_try(*, scope: str, device: str | None = None) -> None:
    """Count a wrong try that was not reserved: checking took no time."""
    with transaction() as session:
        session.add(LoginFailure(scope=scope, device=device))
        _note_failure(scope)


def forgive(*, scope: str) -> None:
    """Clear the wrong tries that a correct one forgives."""
    is_wrong = (LoginFailure.scope == scope) & (LoginFailure.state == TryState.WRONG)
    with transaction() as session:
        session.execute(update(LoginFailure).where(is_wrong).values(state=TryState.FORGIVEN))


def reset_limit(*, scope: str) -> None:
    """Delete the wrong tries at a secret."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.scope == scope))


def reset_limits(*, beginning: str) -> None:
    """Delete the wrong tries at all secrets whose scopes begin like this."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.scope.startswith(beginning, autoescape=True)))


def check_device(device: Budget) -> None:
    """Reject a device that has used up its budget.

    :raises ServiceError: TOO_MANY_ON_DEVICE, with ``minutes`` to wait.
    """
    now = clock.now()
    tries = tries_since(_oldest(device, now), devices=[device.name])
    if wait := minutes_to_wait(tries, device.limits, now):
        raise ServiceError(AccountErrorCode.TOO_MANY_ON_DEVICE, minutes=wait)


def check_secret(secret: Budget) -> None:
    """Refuse tries at a secret whose budget is used up. The caller holds its lock, or may be inexact.

    :raises ServiceError: TOO_MANY_TRIES, with ``minutes`` to wait.
    """
    now = clock.now()
    tries = tries_since(_oldest(secret, now), scopes=[secret.name])
    if wait := minutes_to_wait(tries, secret.limits, now):
        raise ServiceError(AccountErrorCode.TOO_MANY_TRIES, minutes=wait)


def delete_old_tries() -> None:
    """Delete tries that have counted nowhere for `KEPT_BEYOND`."""
    now = clock.now() - KEPT_BEYOND
    is_pin = LoginFailure.scope.startswith("pin")
    is_old = or_(LoginFailure.at <= now - LONGEST, ~is_pin & (LoginFailure.at <= now - LONGEST_OTHER))
    with transaction() as session:
        session.execute(delete(LoginFailure).where(is_old))


def tries_since(since: datetime, *, scopes: Iterable[str] = (), devices: Iterable[str] = ()) -> Sequence[LoginFailure]:
    """Return the tries at these secrets, or by these devices, in order of time."""
    is_meant = or_(LoginFailure.scope.in_(list(scopes)), LoginFailure.device.in_(list(devices)))
    found = select(LoginFailure).where(is_meant, LoginFailure.at > since).order_by(LoginFailure.at)
    return db.session.execute(found).scalars().all()


def minutes_to_wait(tries: Sequence[LoginFailure], limits: Iterable[Limit], now: datetime) -> int:
    """How many minutes a budget stays used up; 0 if it is not. Undecided tries do not count.

    :param tries: those of the budget, in order of time.
    """
    decided = [one for one in tries if not _is_undecided(one, now)]
    return max((_wait(_counted(decided, limit, now), limit, now) for limit in limits), default=0)


def _note_failure(scope: str) -> None:
    """Write a wrong try at someone's secret into the activity log. What names no one is not: there is no end to it."""
    kind, _, rest = scope.partition(":")
    person = {"pin": "student", "teacher": "teacher", "totp": "teacher", "confirm": "teacher"}.get(kind)
    person_id = rest.partition(":")[0]
    if person is not None and person_id not in {"", "unknown"}:
        audit_log.note(AuditAction.SIGN_IN_FAILED, f"{person}:{person_id}", detail=kind)


def _reserve(session: Session, secret: Budget, device: Budget | None, spare_scope: str | None) -> Reservation | None:
    """Reserve the try, or refuse it; None: undecided tries have taken what is left."""
    for name in sorted({secret.name, *([device.name] if device else [])}):
        in_turn(session, name)  # read committed lets two transactions count the same rows
    now, scope = clock.now(), secret.name
    by_device = tries_since(_oldest(device, now), devices=[device.name]) if device else []
    if device and (wait := minutes_to_wait(by_device, device.limits, now)):
        raise ServiceError(AccountErrorCode.TOO_MANY_ON_DEVICE, minutes=wait)
    at_secret = tries_since(_oldest(secret, now), scopes=[scope])
    if wait := minutes_to_wait(at_secret, secret.limits, now):
        if spare_scope is None:
            raise ServiceError(AccountErrorCode.TOO_MANY_TRIES, minutes=wait)
        scope = spare_scope
    elif not _has_room(at_secret, secret.limits, now):
        return None
    if device and not _has_room(by_device, device.limits, now):
        return None
    row = LoginFailure(scope=scope, device=device.name if device else None, state=TryState.UNDECIDED)
    session.add(row)
    session.flush()
    return Reservation(row.id, scope)


def _oldest(budget: Budget, now: datetime) -> datetime:
    return now - timedelta(minutes=max((limit.minutes for limit in budget.limits), default=0))


def _has_room(tries: Sequence[LoginFailure], limits: Iterable[Limit], now: datetime) -> bool:
    return all(len(_counted(tries, limit, now)) < limit.failures for limit in limits)


def _counted(tries: Sequence[LoginFailure], limit: Limit, now: datetime) -> list[datetime]:
    since = now - timedelta(minutes=limit.minutes)
    without = {TryState.REFUSED, *([TryState.FORGIVEN] if limit.is_forgivable else [])}
    return [one.at for one in tries if one.at > since and one.state not in without]


def _wait(counted: Sequence[datetime], limit: Limit, now: datetime) -> int:
    if len(counted) < limit.failures:
        return 0
    ends = counted[-limit.failures] + timedelta(minutes=limit.minutes)
    return max(1, ceil((ends - now).total_seconds() / 60))


def _is_undecided(one: LoginFailure, now: datetime) -> bool:
    return one.state == TryState.UNDECIDED and one.at > now - _UNDECIDED_FOR
