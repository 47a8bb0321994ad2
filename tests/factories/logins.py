"""Sign-ins and failed tries."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from sqlalchemy import insert

from classroom import clock
from classroom.database import transaction
from classroom.models import LoginFailure, LoginSession, Student, Teacher
from classroom.prepared_statements import PreparedWrite
from tests.factories.saving import numbers, save

_ADD_LOGIN = PreparedWrite(lambda: insert(LoginSession))


def sign_in(person: Teacher | Student) -> str:
    """Sign someone in without a secret, and return the token.

    Takes a third of the time of the app's service, which also writes to the activity log.
    """
    token, now = secrets.token_urlsafe(32), clock.now()
    who = {"teacher_id" if isinstance(person, Teacher) else "student_id": person.id}
    times = {"created_at": now, "last_used_at": now}
    with transaction():
        _ADD_LOGIN.run({"token_hash": _hash(token), "teacher_id": None, "student_id": None, **who, **times})
    return token


def make_login_session(person: Teacher | Student, *, token: str | None = None, **values: Any) -> LoginSession:
    """Create a sign-in."""
    kind = "teacher_id" if isinstance(person, Teacher) else "student_id"
    token_hash = _hash(token or f"token {next(numbers)}")
    return save(LoginSession(token_hash=token_hash, **{kind: person.id}, **values))


def make_login_failure(scope: str, **values: Any) -> LoginFailure:
    """Record a wrong PIN or password."""
    return save(LoginFailure(scope=scope, **values))


def lock_out(student: Student) -> None:
    """Use up the tries for a student's PIN on new devices."""
    for _ in range(5):
        make_login_failure(f"pin:{student.id}")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
