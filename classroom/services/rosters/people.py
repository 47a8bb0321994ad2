"""What a file says: classes, and of each student as little as the app needs."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from classroom.services.names import clean_name
from classroom.services.problems import Problem, ProblemError

MAX_ROWS = 2000
"""Rows of a file; more is refused."""
LONGEST_ID = 64
LONGEST_FAMILY = 80
LONGEST_GROUP = 40


class FileKind(StrEnum):
    """How a file is built."""

    TABLE = "table"
    """Rows and columns of one class."""
    ONEROSTER = "oneroster"
    """A zip archive of tables that name their classes themselves."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a student is not in the class today, by the file's dates."""

    is_over: bool
    """Else it has not begun yet."""
    day: str
    """The last day, or the first, as the file has it."""


@dataclass(frozen=True, slots=True)
class Person:
    """A student as a file has it."""

    line: int
    """Where in the file, counted from 1."""
    given: str
    """The first name, or all of it where the file does not tell the parts apart."""
    family: str = ""
    """Only its first letters ever become part of a name."""
    source_id: str = ""
    """What the file calls the student."""
    identifier: str = ""
    """A second number of the student in the file: another file may use it as the first."""
    group: str = ""
    level: int | None = None
    has_left: bool = False
    """Whether the file says so; a date alone does not."""
    absence: Absence | None = None
    """None: in the class today."""

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Person:
        """What `RosterFile.to_json` wrote."""
        absence = kept.get("absence")  # a draft may be older than the app
        return cls(**{**kept, "absence": Absence(**absence) if absence else None})


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row that is left out, and why."""

    line: int
    text: str
    problem: Problem
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClassList:
    """The students of one class in a file."""

    name: str = ""
    """Empty where the file does not say."""
    source_id: str = ""
    people: tuple[Person, ...] = ()
    wrong: tuple[WrongRow, ...] = ()
    begins: str = ""
    """The first day of a class in which nobody is yet, but some come later: these count as being in it."""


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A file as read."""

    kind: FileKind
    classes: tuple[ClassList, ...]
    unread: tuple[str, ...] = ()
    """Headings of columns that were not read."""
    is_guessed: bool = False
    """Whether there was no heading, and what the columns are was guessed."""
    over: tuple[str, ...] = ()
    """The classes that are left out, because their term is over."""
    tidied: tuple[str, ...] = ()
    """What stood around the names of a list and was taken away."""

    @property
    def names_classes(self) -> bool:
        """Whether the file says itself which classes its students are in."""
        return self.kind is FileKind.ONEROSTER

    def to_json(self) -> dict[str, Any]:
        """As it is kept until the teacher has looked at it."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> RosterFile:
        """What `to_json` wrote."""
        classes = tuple(
            ClassList(
                one["name"],
                one["source_id"],
                tuple(Person.from_json(person) for person in one["people"]),
                tuple(WrongRow(**{**row, "problem": Problem(row["problem"])}) for row in one["wrong"]),
                one.get("begins", ""),
            )
            for one in kept["classes"]
        )
        return cls(
            FileKind(kept["kind"]),
            classes,
            tuple(kept["unread"]),
            kept["is_guessed"],
            tuple(kept.get("over", ())),
            tuple(kept.get("tidied", ())),
        )


def clean_group(text: str) -> str:
    """The name of a group as it is kept; "" for none.

    :raises ProblemError: a NAME_… problem.
    """
    return clean_name(text, longest=LONGEST_GROUP) if text.strip() else ""


def clean_id(text: str) -> str:
    """What a file calls a student or class, leading zeros kept; "" for nothing.

    :raises ProblemError: ID_UNREADABLE.
    """
    try:
        return clean_name(text, longest=LONGEST_ID) if text.strip() else ""
    except ProblemError as error:
        raise ProblemError(Problem.ID_UNREADABLE) from error


def level_of(text: str) -> int | None:
    """A grade from 1 to 8, also as "03" or "Grade 3"; None for anything else, and for several.

    >>> level_of("03"), level_of("Grade 3"), level_of("KG"), level_of("3,4"), level_of("12")
    (3, 3, None, None, None)
    """
    digits = text.casefold().removeprefix("grade").removeprefix("year").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 2 and 1 <= int(digits) <= 8 else None
