"""Limits on guessing, counted in the database, so they hold across processes and restarts.

Only failed attempts count. An attempt that takes long to check is reserved first, so concurrent attempts never exceed a
limit. If pending attempts have reserved the rest of a budget, further ones wait for them.
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
    """Whether a success clears earlier failures."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The maximum number of failed attempts at one secret, or by one device."""

    name: str
    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class Reservation:
    """An attempt that is being checked. Until settled, it counts as failed, even if the process dies."""

    id: int
    scope: str


PASSWORD = Limit(failures=10, minutes=15)
"""Per device; a device that knows the teacher has its own budget."""
PASSWORD_ON_NEW_DEVICES = Limit(failures=40, minutes=60)
"""Per teacher's password, for all devices together where the teacher has not signed in yet."""
CODE = Limit(failures=5, minutes=15)
"""Six digits, three of them valid at a time: 480 attempts a day succeed with a probability of 0.15%."""
CLASS_CODE = Limit(failures=30, minutes=5)
"""Per device."""
SETUP_TOKEN = Limit(failures=10, minutes=15)
"""Per device. The token has 96 bits."""
LONGEST = timedelta(days=1)
"""How long attempts at PINs count; others count for `LONGEST_OTHER`."""
LONGEST_OTHER = timedelta(hours=1)

KEPT_BEYOND = timedelta(days=2)
"""How much longer attempts are kept: the server's clock may be wrong, and be corrected."""

_UNDECIDED_FOR = timedelta(minutes=1)
"""A process that died left an older reservation: it counts as failed."""
_PATIENCE_SECONDS = 20.0
_PAUSE_SECONDS = 0.03


def reserve_try(*, secret: Budget, device: Budget | None = None, spare_scope: str | None = None) -> Reservation:
    """Reserve an attempt in both budgets, before the secret is checked.

    :param device: None for a device without a cookie.
    :param spare_scope: where the attempt is reserved if the secret's budget is used up. Such an attempt must fail
        whatever was typed. Without a spare scope it is rejected.
    :raises ServiceError: TOO_MANY_TRIES for the secret or TOO_MANY_ON_DEVICE for the device, with ``minutes`` to wait;
        BUSY if other attempts stay pending.
    """
    deadline = time.monotonic() + _PATIENCE_SECONDS
    if device is None and spare_scope is None:
        check_secret(secret)  # attempts without cookies mostly end here, without waiting for other writers
    while True:
        with transaction() as session:
            reserved = _reserve(session, secret, device, spare_scope)
        if reserved is not None:
            return reserved
        if time.monotonic() > deadline:
            raise ServiceError(ServerErrorCode.BUSY)
        time.sleep(_PAUSE_SECONDS)


def check_reserved(reserved: Reservation, check: Callable[[], bool]) -> bool:
    """Check the secret of a reserved attempt, and count it if it fails. Holds no connection during the check.

    :raises ServiceError: like ``check``; the attempt is then withdrawn.
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
    """Withdraw a reserved attempt: the secret was correct, or the attempt does not count."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.id == reserved.id))


def add_wrong_try(*, scope: str, device: str | None = None) -> None:
    """Count a failed attempt without a reservation, because checking took no time."""
    with transaction() as session:
        session.add(LoginFailure(scope=scope, device=device))
        _note_failure(scope)


def clear_failures(*, scope: str) -> None:
    """Clear the failures that a success clears."""
    is_wrong = (LoginFailure.scope == scope) & (LoginFailure.state == TryState.WRONG)
    with transaction() as session:
        session.execute(update(LoginFailure).where(is_wrong).values(state=TryState.FORGIVEN))


def reset_limit(*, scope: str) -> None:
    """Delete the failed attempts at a secret."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.scope == scope))


def reset_limits(*, beginning: str) -> None:
    """Delete the failed attempts at all secrets whose scopes start with this."""
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
    """Reject attempts at a secret whose budget is used up. Exact only if the caller holds its lock.

    :raises ServiceError: TOO_MANY_TRIES, with ``minutes`` to wait.
    """
    now = clock.now()
    tries = tries_since(_oldest(secret, now), scopes=[secret.name])
    if wait := minutes_to_wait(tries, secret.limits, now):
        raise ServiceError(AccountErrorCode.TOO_MANY_TRIES, minutes=wait)


def delete_old_tries() -> None:
    """Delete attempts that have not counted anywhere for `KEPT_BEYOND`."""
    now = clock.now() - KEPT_BEYOND
    is_pin = LoginFailure.scope.startswith("pin")
    is_old = or_(LoginFailure.at <= now - LONGEST, ~is_pin & (LoginFailure.at <= now - LONGEST_OTHER))
    with transaction() as session:
        session.execute(delete(LoginFailure).where(is_old))


def tries_since(since: datetime, *, scopes: Iterable[str] = (), devices: Iterable[str] = ()) -> Sequence[LoginFailure]:
    """Return the attempts at these secrets, or by these devices, by time."""
    is_meant = or_(LoginFailure.scope.in_(list(scopes)), LoginFailure.device.in_(list(devices)))
    found = select(LoginFailure).where(is_meant, LoginFailure.at > since).order_by(LoginFailure.at)
    return db.session.execute(found).scalars().all()


def minutes_to_wait(tries: Sequence[LoginFailure], limits: Iterable[Limit], now: datetime) -> int:
    """Return for how many minutes a budget stays used up; 0 if it is not. Pending attempts do not count.

    :param tries: those of the budget, by time.
    """
    decided = [one for one in tries if not _is_undecided(one, now)]
    return max((_wait(_counted(decided, limit, now), limit, now) for limit in limits), default=0)


def _note_failure(scope: str) -> None:
    """Add a failed attempt at someone's secret to the activity log. Others are not logged: they have no limit."""
    kind, _, rest = scope.partition(":")
    person = {"pin": "student", "teacher": "teacher", "totp": "teacher", "confirm": "teacher"}.get(kind)
    person_id = rest.partition(":")[0]
    if person is not None and person_id not in {"", "unknown"}:
        audit_log.note(AuditAction.SIGN_IN_FAILED, f"{person}:{person_id}", detail=kind)


def _reserve(session: Session, secret: Budget, device: Budget | None, spare_scope: str | None) -> Reservation | None:
    """Reserve the attempt or reject it; None if pending attempts have reserved what is left."""
    for name in sorted({secret.name, *([device.name] if device else [])}):
        in_turn(session, name)  # with READ COMMITTED, two transactions could count the same rows
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
    # An attempt in the future was made before the clock was set back. It must not lock anyone out for longer.
    until = now + clock.JUMP
    return [one.at for one in tries if since < one.at < until and one.state not in without]


def _wait(counted: Sequence[datetime], limit: Limit, now: datetime) -> int:
    if len(counted) < limit.failures:
        return 0
    ends = counted[-limit.failures] + timedelta(minutes=limit.minutes)
    return max(1, ceil((ends - now).total_seconds() / 60))


def _is_undecided(one: LoginFailure, now: datetime) -> bool:
    return one.state == TryState.UNDECIDED and one.at > now - _UNDECIDED_FOR
