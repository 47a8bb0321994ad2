"""Teachers, classes, and students."""

from __future__ import annotations

from functools import cache
from typing import Any

from classroom.models import SchoolClass, Student, Teacher
from classroom.services.accounts.passwords import hash_secret
from classroom.services.names import fold_name
from tests.factories.saving import numbers, save, together

PASSWORD = "seven purple giraffes"
"""The default password of teachers."""
PIN = "471108"
"""The default PIN of students."""


def make_teacher(name: str | None = None, *, password: str = PASSWORD, **values: Any) -> Teacher:
    """Create a teacher who can sign in."""
    name = name or f"Teacher {next(numbers)}"
    return save(Teacher(name=name, name_key=fold_name(name), password_hash=_hash(password), **values))


def make_school_class(name: str = "7B", *, teacher: Teacher | None = None, **values: Any) -> SchoolClass:
    """Create an empty class."""
    values.setdefault("code", f"c{next(numbers):05}".replace("0", "z").replace("1", "y"))
    return save(SchoolClass(teacher_id=(teacher or make_teacher()).id, name=name, **values))


def make_student(
    name: str | None = None, *, school_class: SchoolClass | None = None, pin: str | None = PIN, **values: Any
) -> Student:
    """Create a student. With ``pin=None``, no login card was printed."""
    name = name or f"Student {next(numbers):05}"  # lists sort names as text
    pin_hash = _hash(pin) if pin is not None else None
    if pin is not None and pin.isdigit():
        values.setdefault("pin_digits", len(pin))
    class_id = (school_class or make_school_class()).id
    return save(Student(class_id=class_id, name=name, name_key=fold_name(name), pin_hash=pin_hash, **values))


def make_students(count: int, *, school_class: SchoolClass) -> list[Student]:
    """Create several students of a class with one commit."""
    with together():
        return [make_student(school_class=school_class) for _ in range(count)]


@cache
def _hash(secret: str) -> str:
    return hash_secret(secret)
