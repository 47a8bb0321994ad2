"""Limits on guessing, counted in the database so that they hold over processes and restarts."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, union_all

from classroom import clock
from classroom.database import db, transaction
from classroom.models import LoginFailure
from classroom.services.locks import in_turn
from classroom.services.problems import Problem, ProblemError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``failures`` in any ``minutes``."""

    failures: int
    minutes: int


PIN = Limit(failures=5, minutes=15)
PIN_IN_A_DAY = Limit(failures=20, minutes=24 * 60)
PINS_OF_CLASS = Limit(failures=60, minutes=60)
PASSWORD = Limit(failures=10, minutes=15)
# Six digits, of which three are good at a time: so many tries find one in about two years of trying without a pause.
CODE = Limit(failures=5, minutes=15)
# A class behind one address types the code at once: generous, and still hopeless to guess with.
CLASS_CODE = Limit(failures=30, minutes=5)
CARD = Limit(failures=30, minutes=5)
SETUP_TOKEN = Limit(failures=10, minutes=15)
LONGEST = timedelta(minutes=PIN_IN_A_DAY.minutes)
"""Older failures count nowhere."""


def reserve(*, scope: str, limit: Limit) -> None:
    """Count a try as failed before it is checked, so that tries at the same moment count too.

    Forgive the scope when the try succeeds.

    :raises ProblemError: TOO_MANY_TRIES, with ``minutes`` to wait.
    """
    with transaction() as session:
        in_turn(session, scope)  # read committed lets two transactions count the same rows
        now = clock.now()
        since = now - timedelta(minutes=limit.minutes)
        session.execute(delete(LoginFailure).where(LoginFailure.scope == scope, LoginFailure.at <= since))
        count, first = session.execute(
            select(func.count(), func.min(LoginFailure.at)).where(LoginFailure.scope == scope)
        ).one()
        if count < limit.failures:
            session.add(LoginFailure(scope=scope))
            return
    wait = first + timedelta(minutes=limit.minutes) - now
    raise ProblemError(Problem.TOO_MANY_TRIES, minutes=max(1, ceil(wait.total_seconds() / 60)))


def forgive(*, scope: str) -> None:
    """Forget the failures of a scope: its secret was right, or a new one was made."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.scope == scope))


def forgive_all(*, beginning: str) -> None:
    """As `forgive`, for all scopes that begin so."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.scope.startswith(beginning, autoescape=True)))


def release(*, scope: str) -> None:
    """Take back the newest failure of a scope only: one right try among many people's.

    Those who take back at the same moment take different ones: else a class that signs in at once would fill its scope.
    """
    newest = (
        select(LoginFailure.id)
        .where(LoginFailure.scope == scope)
        .order_by(LoginFailure.id.desc())
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.id == newest.scalar_subquery()))


def forget_old_failures() -> None:
    """Forget what counts no longer, also where nobody tries again."""
    with transaction() as session:
        session.execute(delete(LoginFailure).where(LoginFailure.at <= clock.now() - LONGEST))


def full_scopes(*, limits: Mapping[str, Limit]) -> frozenset[str]:
    """Those of the scopes in which no further try is allowed now. It is one query: pages that are asked often show it.

    :param limits: what each scope allows; not none.
    """
    now = clock.now()
    alike: dict[Limit, list[str]] = defaultdict(list)
    for scope, limit in limits.items():
        alike[limit].append(scope)
    counted = (
        select(LoginFailure.scope)
        .where(LoginFailure.scope.in_(scopes), LoginFailure.at > now - timedelta(minutes=limit.minutes))
        .group_by(LoginFailure.scope)
        .having(func.count() >= limit.failures)
        for limit, scopes in alike.items()
    )
    return frozenset(db.session.execute(union_all(*counted)).scalars())
