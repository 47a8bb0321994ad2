"""The people that most tests use."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models import SchoolClass, Student, Teacher
from tests.factories.people import make_school_class, make_student, make_teacher
from tests.factories.saving import together


@dataclass(frozen=True)
class Cast:
    """Alice teaches 7B, and Bob is her student. Charlie is in 8C, Dora's class."""

    alice: Teacher
    class_7b: SchoolClass
    bob: Student
    dora: Teacher
    class_8c: SchoolClass
    charlie: Student


def make_cast() -> Cast:
    """Create the people and their classes."""
    with together():
        alice, dora = make_teacher("Alice Okafor"), make_teacher("Dora Lind")
        class_7b = make_school_class("7B", teacher=alice)
        class_8c = make_school_class("8C", teacher=dora)
        bob = make_student("Bob", school_class=class_7b)
        charlie = make_student("Charlie", school_class=class_8c)
    return Cast(alice=alice, class_7b=class_7b, bob=bob, dora=dora, class_8c=class_8c, charlie=charlie)
