"""The contents of a roster file: classes, and the minimum about each student."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from classroom.services.errors import ErrorCode, RosterErrorCode, ServiceError, error_code
from classroom.services.names import clean_name

MAX_ROWS = 2000
"""Maximum number of rows in a file."""
LONGEST_ID = 64
EXPORTED_HEADINGS = ("name", "student id", "group", "grade")
"""Of the app's own table, in which every row is a student."""
LONGEST_FAMILY = 80
LONGEST_GROUP = 40
LONGEST_STATUS = 40


class FileKind(StrEnum):
    """The structure of a file."""

    TABLE = "table"
    """Rows and columns: a text, list, or spreadsheet."""
    ONEROSTER = "oneroster"
    """A zip archive of tables that name their own classes."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a student is not in the class today, according to the file's dates or status."""

    is_over: bool
    """Otherwise, the enrollment has not begun yet."""
    day: str
    """The last day, or the first, as written in the file; "" if it has only a status."""
    status: str = ""
    """What the file says instead of a date: "Withdrawn"."""


@dataclass(frozen=True, slots=True)
class Person:
    """A student in a file."""

    line: int
    """The line in the file, from 1."""
    given: str
    """The first name, or the full name if the file doesn't separate the parts."""
    family: str = ""
    """Only its first letters ever become part of a name here."""
    source_id: str = ""
    """The student's ID in the file."""
    identifier: str = ""
    """A second ID of the student in the file, which another file may use as the first."""
    group: str = ""
    level: int | None = None
    section: str = ""
    """The class that a table names in this row."""
    typed: str = ""
    """The name typed in the preview, used unchanged."""
    has_left: bool = False
    """Whether the file says that the student has left; a date alone is not enough."""
    absence: Absence | None = None
    """None if the student is in the class today."""

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Person:
        """Read the JSON of `RosterFile.to_json`."""
        absence = kept.get("absence")  # a draft may be from an older version of the app
        return cls(**{**kept, "absence": Absence(**absence) if absence else None})


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A skipped row, and the reason."""

    line: int
    text: str
    code: ErrorCode
    facts: dict[str, Any] = field(default_factory=dict)
    rest: Person | None = None
    """The row's other data, if only the name is wrong: the teacher can type another."""

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> WrongRow:
        """Read the JSON of `RosterFile.to_json`."""
        rest = kept.get("rest")
        value = kept["code"] if "code" in kept else kept["problem"]  # a draft may be from an older version of the app
        return cls(
            kept["line"], kept["text"], error_code(value), kept["facts"], Person.from_json(rest) if rest else None
        )


@dataclass(frozen=True, slots=True)
class ClassList:
    """The students of one class in a file."""

    name: str = ""
    """Empty if the file doesn't say."""
    source_id: str = ""
    people: tuple[Person, ...] = ()
    wrong: tuple[WrongRow, ...] = ()
    begins: str = ""
    """The first day of a class in which no one is present yet but some will come; these count as students."""


@dataclass(frozen=True, slots=True)
class RosterFile:
    """The contents of a file."""

    kind: FileKind
    classes: tuple[ClassList, ...]
    unread: tuple[str, ...] = ()
    """Headings of skipped columns."""
    repeated_ids: tuple[str, ...] = ()
    """Headings of ID columns whose values repeat for different students."""
    is_guessed: bool = False
    """Whether given and family names were split without a comma or heading to tell which is which."""
    over: tuple[str, ...] = ()
    """The classes that are skipped because their term is over."""
    tidied: tuple[str, ...] = ()
    """Text around the names of a list that was removed."""
    may_be_pairs: bool = False
    """Whether each two names of the only line may be those of one student."""

    @property
    def names_classes(self) -> bool:
        """Return whether the file itself names its students' classes."""
        return self.kind is FileKind.ONEROSTER or any(one.name for one in self.classes)

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON, stored until the teacher has reviewed it."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> RosterFile:
        """Read the JSON of `to_json`."""
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
            may_be_pairs=kept.get("may_be_pairs", False),
        )


def clean_group(text: str) -> str:
    """Return the name of a group for storage; "" for none.

    :raises ServiceError: a NAME_… code.
    """
    return clean_name(text, longest=LONGEST_GROUP) if text.strip() else ""


def clean_id(text: str) -> str:
    """Return the ID of a student or class, with leading zeros; "" if empty.

    :raises ServiceError: ID_UNREADABLE.
    """
    try:
        return clean_name(text, longest=LONGEST_ID) if text.strip() else ""
    except ServiceError as error:
        raise ServiceError(RosterErrorCode.ID_UNREADABLE) from error
