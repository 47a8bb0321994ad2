"""Limits on guessing, counted in the database so that they hold over processes and restarts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from sqlalchemy import delete, func, select, text

from classroom import clock
from classroom.database import transaction
from classroom.models import LoginFailure
from classroom.services.problems import Problem, ProblemError


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``failures`` in any ``minutes``."""

    failures: int
    minutes: int


PIN = Limit(failures=5, minutes=15)
PASSWORD = Limit(failures=10, minutes=15)
# A class behind one address types the code at once: generous, and still hopeless to guess with.
CLASS_CODE = Limit(failures=30, minutes=5)
SETUP_TOKEN = Limit(failures=10, minutes=15)


def reserve(*, scope: str, limit: Limit) -> None:
    """Count a try as failed before it is checked, so that tries at the same moment count too.

    Forgive the scope when the try succeeds.

    :raises ProblemError: TOO_MANY_TRIES, with ``minutes`` to wait.
    """
    with transaction() as session:
        if session.get_bind().dialect.name == "postgresql":
            # Read committed lets two transactions count the same rows; one scope at a time.
            session.execute(text("SELECT pg_advisory_xact_lock(hashtext(:scope))"), {"scope": scope})
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


def release(*, scope: str) -> None:
    """Take back the newest failure of a scope only: one right try among many people's."""
    with transaction() as session:
        newest = select(func.max(LoginFailure.id)).where(LoginFailure.scope == scope).scalar_subquery()
        session.execute(delete(LoginFailure).where(LoginFailure.id == newest))
