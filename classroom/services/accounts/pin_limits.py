"""How often PINs and picture passwords may be tried, and who is locked out (docs/sign-in-limits.md).

A student has one budget for all new devices together, and one for those where they have signed in before: who throws
cookies away uses up the first and leaves the second.
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
"""That someone who uses up every budget of a class of `CLASS_SIZE` in a day finds any secret of it."""

_SHORT = Limit(failures=5, minutes=15)
_DAY_MINUTES = 24 * 60
OLD_PIN_DIGITS = 4
_ALERT_AFTER = 15
_ALERT_WINDOW = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class SecretLimits:
    """How many secrets of a kind there are, and how many wrong tries at one are checked in a day."""

    secrets: int
    new_devices: int
    known_devices: int
    """0: both share the budget of new devices."""

    @property
    def tries_a_day(self) -> int:
        """The most wrong tries at one secret that are checked in 24 hours."""
        return self.new_devices + self.known_devices

    def guess_probability(self, *, students: int = CLASS_SIZE) -> float:
        """Probability that one of all tries of a day hits a secret of a class."""
        return 1 - (1 - self.tries_a_day / self.secrets) ** students

    def budget(self, student_id: str, *, is_known_device: bool) -> Budget:
        """Return the budget that a try at a student's secret counts against."""
        if is_known_device and self.known_devices:
            return Budget(_known(student_id), _limits(self.known_devices))
        return Budget(_new(student_id), _limits(self.new_devices))


PICTURES = SecretLimits(PICTURE_PASSWORDS, new_devices=5, known_devices=5)
SHORT_PIN = SecretLimits(10**OLD_PIN_DIGITS, new_devices=3, known_devices=0)
"""Four digits, on cards printed by earlier versions."""


@dataclass(frozen=True, slots=True)
class SignInTrouble:
    """What keeps students of a class from signing in."""

    locked_out: frozenset[str]
    wrong_tries: int
    """Wrong tries of the last hour that no right one followed, if they are too many to be slips; else 0."""


def limits_of(kind: SecretKind | str, pin_digits: int | None) -> SecretLimits:
    """Return the limits for a secret of this kind."""
    if kind == SecretKind.PICTURES:
        return PICTURES
    digits = pin_digits or OLD_PIN_DIGITS
    return SHORT_PIN if digits <= OLD_PIN_DIGITS else SecretLimits(10**digits, new_devices=20, known_devices=20)


def note_refused_device(*, student_id: str, device: Device) -> None:
    """Remember that a student met a device whose budget is used up: the teacher sees it, and unlocking frees it."""
    budget = budget_of(Tried.PIN, device)
    if budget is None:
        return
    row = LoginFailure(scope=_new(student_id), device=budget.name, state=TryState.REFUSED)
    is_same = (LoginFailure.scope == row.scope) & (LoginFailure.device == row.device)
    with transaction() as session:
        session.execute(delete(LoginFailure).where(is_same, LoginFailure.state == TryState.REFUSED))
        session.add(row)


def sign_in_trouble(*, class_id: str, student_ids: Iterable[str] | None = None) -> SignInTrouble:
    """Find who is locked out, and whether someone guesses, in one query.

    :param student_ids: whom to look at for `locked_out`; None for all students.
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
    """Unlock a student: delete wrong tries at the secret, and the budgets of the devices used."""
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
