"""The tables of a OneRoster archive, their columns by name in any order and case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from classroom.services.rosters.grids import Row, cut
from classroom.services.rosters.people import MAX_ROWS
from classroom.services.text_files import decoded

USERS, CLASSES, ENROLLMENTS, ROLES = "users.csv", "classes.csv", "enrollments.csv", "roles.csv"
TERMS = "academicsessions.csv"
LONGEST: Mapping[str, int] = {
    USERS: MAX_ROWS,
    CLASSES: MAX_ROWS,
    ENROLLMENTS: 20_000,
    ROLES: 20_000,
    TERMS: MAX_ROWS,
}
"""The tables that are read, and how many rows each may have."""


@dataclass(frozen=True, slots=True)
class Record:
    """A row of one of the tables."""

    row: Row
    columns: Mapping[str, int]
    """By their names in small letters."""

    def __getitem__(self, column: str) -> str:
        index = self.columns.get(column.casefold())
        return "" if index is None else self.row.cell(index)

    @property
    def is_deleted(self) -> bool:
        """Whether the row says that what it is about is no more."""
        return self["status"].casefold() == "tobedeleted"


def records(files: Mapping[str, bytes], name: str) -> Iterator[Record]:
    """The rows of a table; none if the archive has no such table.

    :raises ServiceError: FILE_NOT_READ, FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    if name not in files:
        return
    rows = cut(decoded(files[name]), longest=LONGEST[name])
    if not rows:
        return
    heading, *rows = rows
    columns = {heading.cell(index).casefold(): index for index in reversed(range(len(heading.cells)))}
    yield from (Record(row, columns) for row in rows)
