"""Sign-ins and failed tries."""

from __future__ import annotations

import hashlib
from typing import Any

from classroom.models import LoginFailure, LoginSession, Student, Teacher
from tests.factories.saving import numbers, save


def make_login_session(person: Teacher | Student, *, token: str | None = None, **values: Any) -> LoginSession:
    """Create a sign-in."""
    kind = "teacher_id" if isinstance(person, Teacher) else "student_id"
    token_hash = hashlib.sha256((token or f"token {next(numbers)}").encode()).hexdigest()
    return save(LoginSession(token_hash=token_hash, **{kind: person.id}, **values))


def make_login_failure(scope: str, **values: Any) -> LoginFailure:
    """Record a wrong PIN or password."""
    return save(LoginFailure(scope=scope, **values))


def lock_out(student: Student) -> None:
    """Use up the tries for a student's PIN on new devices."""
    for _ in range(5):
        make_login_failure(f"pin:{student.id}")
