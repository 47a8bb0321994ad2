"""Who on a list is which student of a class, as far as that is clear."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from classroom.models import Student
from classroom.services.errors import ErrorCode
from classroom.services.names import fold_name
from classroom.services.rosters.people import Person, WrongRow


@dataclass(frozen=True, slots=True)
class Match:
    """A person of the list, and the student of the class; None: not there yet."""

    person: Person
    student: Student | None
    is_new_number: bool = False
    """Whether the student is to be known by the list's number from now on."""
    is_by_number: bool = False
    """Whether the student was found by a number."""


@dataclass(frozen=True, slots=True)
class IdConflict:
    """A row with the number of a student who has another name. It is left out until a teacher says who it is."""

    line: int
    name: str
    """The shortest that the row could be called by."""
    student_id: str
    student_name: str
    is_same: bool
    """Whether a teacher has said so."""


@dataclass(slots=True)
class Matches:
    """Who everyone is, in the order of the lines, and which rows are left out."""

    found: list[Match] = field(default_factory=list)
    wrong: list[WrongRow] = field(default_factory=list)
    id_conflicts: list[IdConflict] = field(default_factory=list)
    """Those a teacher has settled are found as well."""


def file_key(student: Student) -> str:
    """Return what the school's files call the student, folded: a teacher may have renamed the student since."""
    return fold_name(student.name_in_file) if student.name_in_file else student.name_key


def wrong_row(person: Person, code: ErrorCode, facts: dict[str, Any], rest: Person | None = None) -> WrongRow:
    """Return a row that is left out, with what its message says.

    :param rest: the person, where another name would settle it.
    """
    return WrongRow(person.line, person.typed or f"{person.given} {person.family}".strip(), code, facts, rest)
