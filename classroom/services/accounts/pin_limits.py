"""Limits on attempts at PINs and picture passwords, and who is locked out (docs/sign-in-limits.md).

A student has one budget for all new devices together, and one for known devices. Discarding cookies uses up only the
first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Select, bindparam, delete, literal, select, update

from classroom import clock
from classroom.database import transaction
from classroom.models import LoginFailure, SecretKind, Student, TryState
from classroom.prepared_statements import PreparedSelect
from classroom.services.accounts import rate_limit
from classroom.services.accounts.card_secrets import PICTURE_PASSWORDS
from classroom.services.accounts.devices import Device, Tried, budget_of
from classroom.services.accounts.rate_limit import Budget, Limit, minutes_to_wait

CLASS_SIZE = 30
MAX_GUESS_PROBABILITY = 0.01
"""Probability that an attacker who uses every budget of a class of `CLASS_SIZE` for a day finds any secret of it."""

_SHORT = Limit(failures=5, minutes=15)
_DAY_MINUTES = 24 * 60
OLD_PIN_DIGITS = 4
_ALERT_AFTER = 15
_ALERT_WINDOW = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class SecretLimits:
    """The number of secrets of a kind, and the number of wrong guesses checked per day."""

    secrets: int
    new_devices: int
    known_devices: int
    """0 if known devices share the budget of new ones."""

    @property
    def tries_a_day(self) -> int:
        """Return the maximum number of wrong guesses at one secret that are checked in 24 hours."""
        return self.new_devices + self.known_devices

    def guess_probability(self, *, students: int = CLASS_SIZE) -> float:
        """Return the probability that any of a day's attempts finds a secret of a class."""
        return 1 - (1 - self.tries_a_day / self.secrets) ** students

    def budget(self, student_id: str, *, is_known_device: bool) -> Budget:
        """Return the budget for an attempt at a student's secret."""
        if is_known_device and self.known_devices:
            return Budget(_known(student_id), _limits(self.known_devices))
        return Budget(_new(student_id), _limits(self.new_devices))


PICTURES = SecretLimits(PICTURE_PASSWORDS, new_devices=5, known_devices=5)
SHORT_PIN = SecretLimits(10**OLD_PIN_DIGITS, new_devices=3, known_devices=0)
"""Four digits, for cards printed by earlier versions."""


@dataclass(frozen=True, slots=True)
class SignInTrouble:
    """Problems that keep students of a class from signing in."""

    locked_out: frozenset[str]
    wrong_tries: int
    """Failed attempts of the last hour without a later success, if too many for typing errors; otherwise 0."""


def limits_of(kind: SecretKind | str, pin_digits: int | None) -> SecretLimits:
    if kind == SecretKind.PICTURES:
        return PICTURES
    digits = pin_digits or OLD_PIN_DIGITS
    return SHORT_PIN if digits <= OLD_PIN_DIGITS else SecretLimits(10**digits, new_devices=20, known_devices=20)


def note_refused_device(*, student_id: str, device: Device) -> None:
    """Record that a student used a device whose budget is used up: the teacher sees it, and unlocking resets it."""
    budget = budget_of(Tried.PIN, device)
    if budget is None:
        return
    row = LoginFailure(scope=_new(student_id), device=budget.name, state=TryState.REFUSED)
    is_same = (LoginFailure.scope == row.scope) & (LoginFailure.device == row.device)
    with transaction() as session:
        session.execute(delete(LoginFailure).where(is_same, LoginFailure.state == TryState.REFUSED))
        session.add(row)


def sign_in_trouble(*, class_id: str, student_ids: Iterable[str] | None = None) -> SignInTrouble:
    """Find who is locked out, and whether someone is guessing, in one query.

    :param student_ids: the students to check for `locked_out`; None for all.
    """
    now = clock.now()
    tries: dict[str, list[LoginFailure]] = {}
    limits: dict[str, SecretLimits] = {}
    recent = 0
    for one in _TRIES.all(class_id=class_id, since=now - rate_limit.LONGEST):
        limits[one.student_id] = limits_of(one.secret_kind, one.pin_digits)
        tries.setdefault(one.student_id, []).append(one)
        recent += one.state == TryState.WRONG and one.at > now - _ALERT_WINDOW
    meant = tries.keys() if student_ids is None else tries.keys() & set(student_ids)
    locked = frozenset(one for one in meant if _is_locked_out(one, tries[one], limits[one]))
    return SignInTrouble(locked, recent if recent >= _ALERT_AFTER else 0)


def unlock_student(*, student_id: str) -> None:
    """Unlock a student: delete failed attempts at the secret, and the budgets of the devices used."""
    is_theirs = LoginFailure.scope.in_([_new(student_id), _known(student_id)])
    with transaction() as session:
        devices = session.execute(select(LoginFailure.device).where(is_theirs).distinct()).scalars().all()
        session.execute(delete(LoginFailure).where(is_theirs))
        met = LoginFailure.device.in_([one for one in devices if one is not None])
        session.execute(update(LoginFailure).where(met).values(device=None))


def _is_locked_out(student_id: str, tries: list[LoginFailure], limits: SecretLimits) -> bool:
    now = clock.now()
    since = now - timedelta(minutes=_SHORT.minutes)
    if any(one.state == TryState.REFUSED and one.at > since for one in tries):
        return True
    budgets = [limits.budget(student_id, is_known_device=is_known) for is_known in (False, True)]
    return any(
        minutes_to_wait([one for one in tries if one.scope == budget.name], budget.limits, now) for budget in budgets
    )


def _tries() -> Select[*tuple[Any, ...]]:
    scopes = [literal(prefix) + Student.id for prefix in (_new(""), _known(""))]
    return (
        select(
            Student.id.label("student_id"),
            Student.secret_kind,
            Student.pin_digits,
            LoginFailure.scope,
            LoginFailure.state,
            LoginFailure.at,
        )
        .join(LoginFailure, LoginFailure.scope.in_(scopes))
        .where(Student.class_id == bindparam("class_id", type_=Student.class_id.type))
        .where(LoginFailure.at > bindparam("since", type_=LoginFailure.at.type))
        .order_by(LoginFailure.at)
    )


_TRIES = PreparedSelect(_tries)


def _limits(tries_a_day: int) -> tuple[Limit, ...]:
    return (_SHORT, Limit(tries_a_day, _DAY_MINUTES, is_forgivable=False))


def _new(student_id: str) -> str:
    return f"pin:{student_id}"


def _known(student_id: str) -> str:
    return f"pin-known:{student_id}"
