"""What a file says: classes, and of each student as little as the app needs."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from classroom.services.errors import ErrorCode, RosterErrorCode, ServiceError, error_code
from classroom.services.names import clean_name

MAX_ROWS = 2000
"""Rows of a file; more is refused."""
LONGEST_ID = 64
LONGEST_FAMILY = 80
LONGEST_GROUP = 40
_LEVEL = re.compile(
    r"(?:grade|year|gr\.?|klasse|stufe|niveau|nivel|grado|ano|año|série|serie)? ?0?([1-8])"
    r"(?:st|nd|rd|th|\.?[ºª°]|\.|er|e|ème)?(?: grade| ?año| ?ano)?",
    re.IGNORECASE,
)


class FileKind(StrEnum):
    """How a file is built."""

    TABLE = "table"
    """Rows and columns: a text, a list or a spreadsheet."""
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
    section: str = ""
    """The class that a table names in the row."""
    typed: str = ""
    """The name that the teacher typed in the preview: it is the student's name here, as it is."""
    has_left: bool = False
    """Whether the file says so; a date alone does not."""
    absence: Absence | None = None
    """None: in the class today."""

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Person:
        """Return what `RosterFile.to_json` wrote."""
        absence = kept.get("absence")  # a draft may be older than the app
        return cls(**{**kept, "absence": Absence(**absence) if absence else None})


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row that is left out, and why."""

    line: int
    text: str
    code: ErrorCode
    facts: dict[str, Any] = field(default_factory=dict)
    rest: Person | None = None
    """What the row says besides the name, where only the name is wrong: the teacher can type one."""

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> WrongRow:
        """Restore what `RosterFile.to_json` wrote."""
        rest = kept.get("rest")
        value = kept["code"] if "code" in kept else kept["problem"]  # a draft may be older than the app
        return cls(
            kept["line"], kept["text"], error_code(value), kept["facts"], Person.from_json(rest) if rest else None
        )


@dataclass(frozen=True, slots=True)
class ClassList:
    """The students of one class in a file."""

    name: str = ""
    """Empty where the file does not say."""
    source_id: str = ""
    people: tuple[Person, ...] = ()
    wrong: tuple[WrongRow, ...] = ()
    begins: str = ""
    """The first day of a class in which no one is yet, but some come later: these count as being in it."""


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A file as read."""

    kind: FileKind
    classes: tuple[ClassList, ...]
    unread: tuple[str, ...] = ()
    """Headings of columns that were not read."""
    repeated_ids: tuple[str, ...] = ()
    """Headings of columns that are called IDs, but repeat for different students."""
    is_guessed: bool = False
    """Whether given and family name were told apart without a comma or a heading that says which is which."""
    over: tuple[str, ...] = ()
    """The classes that are left out, because their term is over."""
    tidied: tuple[str, ...] = ()
    """What stood around the names of a list and was taken away."""

    @property
    def names_classes(self) -> bool:
        """Whether the file says itself which classes its students are in."""
        return self.kind is FileKind.ONEROSTER or any(one.name for one in self.classes)

    def to_json(self) -> dict[str, Any]:
        """As it is kept until the teacher has looked at it."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> RosterFile:
        """Return what `to_json` wrote."""
        classes = tuple(
            ClassList(
                one["name"],
                one["source_id"],
                tuple(Person.from_json(person) for person in one["people"]),
                tuple(WrongRow.from_json(row) for row in one["wrong"]),
                one.get("begins", ""),
            )
            for one in kept["classes"]
        )
        return cls(
            FileKind(kept["kind"]),
            classes,
            tuple(kept["unread"]),
            is_guessed=kept["is_guessed"],
            over=tuple(kept.get("over", ())),
            tidied=tuple(kept.get("tidied", ())),
            repeated_ids=tuple(kept.get("repeated_ids", ())),
        )


def clean_group(text: str) -> str:
    """Return the name of a group as it is kept; "" for none.

    :raises ServiceError: a NAME_… code.
    """
    return clean_name(text, longest=LONGEST_GROUP) if text.strip() else ""


def clean_id(text: str) -> str:
    """Return what a file calls a student or class, leading zeros kept; "" for nothing.

    :raises ServiceError: ID_UNREADABLE.
    """
    try:
        return clean_name(text, longest=LONGEST_ID) if text.strip() else ""
    except ServiceError as error:
        raise ServiceError(RosterErrorCode.ID_UNREADABLE) from error


def level_of(text: str) -> int | None:
    """Return a grade from 1 to 8, however it is written; None for anything else, and for several.

    >>> level_of("03"), level_of("Grade 3"), level_of("3.º"), level_of("KG"), level_of("3,4"), level_of("12")
    (3, 3, 3, None, None, None)
    """
    found = _LEVEL.fullmatch(text.strip())
    return int(found[1]) if found else None
