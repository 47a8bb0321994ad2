"""Matches between people on a list and students of a class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from classroom.models import Student
from classroom.services.errors import ErrorCode
from classroom.services.names import fold_name
from classroom.services.rosters.people import Person, WrongRow


@dataclass(frozen=True, slots=True)
class Match:
    """A person on the list, and the matching student; None for a new one."""

    person: Person
    student: Student | None
    is_new_number: bool = False
    """Whether the student gets the list's ID."""
    is_by_number: bool = False
    """Whether the student was found by ID."""


@dataclass(frozen=True, slots=True)
class IdConflict:
    """A row with the ID of a student who has another name. It is skipped until a teacher decides."""

    line: int
    name: str
    """The shortest name that the person could get."""
    student_id: str
    student_name: str
    is_same: bool
    """Whether a teacher confirmed that it is the same student."""


@dataclass(slots=True)
class Matches:
    """Matches in the order of lines, and skipped rows."""

    found: list[Match] = field(default_factory=list)
    wrong: list[WrongRow] = field(default_factory=list)
    id_conflicts: list[IdConflict] = field(default_factory=list)
    """Conflicts, including those that a teacher has settled, which also count as matches."""


def file_key(student: Student) -> str:
    """Return the student's folded name in the school's files: a teacher may have renamed the student."""
    return fold_name(student.name_in_file) if student.name_in_file else student.name_key


def wrong_row(person: Person, code: ErrorCode, facts: dict[str, Any], rest: Person | None = None) -> WrongRow:
    """Create a skipped row with the facts for its message.

    :param rest: the person, if a different name would fix the row.
    """
    return WrongRow(person.line, person.typed or f"{person.given} {person.family}".strip(), code, facts, rest)
