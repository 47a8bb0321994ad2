"""What the columns of a roster are called, in any order and case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum


class Column(StrEnum):
    """What we read of a roster."""

    NAME = "name"
    GIVEN = "given"
    FAMILY = "family"
    SOURCE_ID = "source_id"
    GROUP = "group"
    CLASS = "class"
    LEVEL = "level"


_CALLED: Mapping[Column, str] = {
    Column.NAME: "name|full name|student|student name|students|pupil|pupil name|learner|learner name|display name"
    "|names",
    Column.GIVEN: "first name|first|given name|given|forename|preferred name|preferred first name|student first name"
    "|pupil first name|nickname|preferred given name|legal first name",
    Column.FAMILY: "last name|last|family name|family|surname|family initial|last initial|initial|last name initial"
    "|student last name|pupil last name|surname initial|legal last name",
    Column.SOURCE_ID: "id|student id|student number|student no|number|no|nr|pupil id|pupil number|learner id|sis id"
    "|local id|sourced id|identifier|school id|upn|user id|id number|sis user id",
    Column.GROUP: "group|groups|group name|set|reading group|math group|maths group",
    Column.CLASS: "class|class name|classes|section|homeroom|form|course|period|registration group|class section",
    Column.LEVEL: "grade|grades|grade level|level|year|year group|year level",
}
_COLUMN_OF = {spelling.replace(" ", ""): column for column, names in _CALLED.items() for spelling in names.split("|")}
_COUNTING = frozenset({"no", "nr", "number"})
"""These may count the lines. Others that are called numbers say whose they are."""
_IN_BRACKETS = re.compile(r"\(.*?\)|\[.*?\]")
_LONGEST = 200
"""Longer cells are no headings, and with brackets that nobody closes would take hours to look through."""
_TITLES = 2
"""So many lines may stand above the headings."""
NAMED = frozenset({Column.NAME, Column.GIVEN})
"""One of these must be there."""


def column_of(heading: str) -> Column | None:
    """What a heading says; None if it is none of ours.

    >>> column_of("STUDENT_ID"), column_of("Student Name (Last, First)"), column_of("E-mail")
    (<Column.SOURCE_ID: 'source_id'>, <Column.NAME: 'name'>, None)
    """
    return _COLUMN_OF.get(_bare(heading))


def may_count(heading: str) -> bool:
    """Whether the numbers below may just count the lines.

    >>> may_count("No."), may_count("Student No.")
    (True, False)
    """
    return _bare(heading) in _COUNTING


def read_headings(row: Sequence[str]) -> dict[Column, int]:
    """Where each column stands; the first of two that are alike."""
    found: dict[Column, int] = {}
    for index, heading in enumerate(row):
        column = column_of(heading)
        if column is not None:
            found.setdefault(column, index)
    return found


def is_heading(row: Sequence[str]) -> bool:
    """Whether a row says what the columns are. One heading among several names is a name."""
    found = read_headings(row)
    return bool(NAMED & set(found)) or len(found) > 1


def heading_at(rows: Sequence[Sequence[str]]) -> int | None:
    """Where the headings of several columns stand: in the first row, or below a title or two."""
    for index, row in enumerate(rows[: _TITLES + 1]):
        is_wide = sum(1 for cell in row if cell.strip()) > 1
        if is_wide and is_heading(row) and (index == 0 or _names_more(row)):
            return index
    return None


def _names_more(row: Sequence[str]) -> bool:
    found = set(read_headings(row))
    return bool(NAMED & found) and len(found) > 1


def _bare(heading: str) -> str:
    if len(heading) > _LONGEST:
        return ""
    return "".join(sign for sign in _IN_BRACKETS.sub("", heading).casefold() if sign.isalnum())


def unread_headings(row: Iterable[str]) -> tuple[str, ...]:
    """The headings of columns that are not ours, as they are written, cut where they are endless."""
    return tuple(cell.strip()[:40] for cell in row if cell.strip() and column_of(cell) is None)[:30]
