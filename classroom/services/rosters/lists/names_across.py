"""Tables with a group in each row and its members in numbered columns: "Team | Member 1 | Member 2"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from classroom.services.rosters.files.grids import HEADING_ROWS, Row
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.headings import STUDENT_NAMES, Column, Topic, topic_of, words_of

_NUMBERED = re.compile(r"(.*[^\W\d_])[ #._-]*([0-9]{1,2}|(?<=[ #._-])[A-H])")
_OF_OTHERS = frozenset({Topic.PRIVATE, Topic.TEACHER, Topic.RESULT, Column.CLASS, Column.LEVEL})
_FEWEST_ROWS = 2


def students_across(rows: Sequence[Row]) -> list[Row] | None:
    """Return a numbered row for each student, with the name and the label of the row; None for other tables."""
    for at, heading in enumerate(rows[:HEADING_ROWS]):
        genders = [place for place in range(len(heading.cells)) if _is_of_gender(heading.cell(place))]
        if len(genders) > 1 and heading.filled == len(genders) + 1:
            return _by_gender(genders, rows[at + 1 :])
        if len(places := _members(heading)) > 1:
            return _students(heading, places, rows[at + 1 :])
    return None


def _is_of_gender(cell: str) -> bool:
    words = frozenset(words_of(cell))
    return bool(words) and words <= vocabulary.GENDERS


def _by_gender(places: Sequence[int], below: Sequence[Row]) -> list[Row] | None:
    """Return the students of "Boys" and "Girls" beside a column of rooms or classes, which has no names."""
    others = [row.cell(at) for row in below for at in range(len(row.cells)) if at not in places]
    cells = [row.cell(at) for row in below for at in places if row.cell(at)]
    return _numbered(below, places, {}) if _are_names(cells) and not any(map(values.is_only_name, others)) else None


def _members(heading: Row) -> list[int]:
    """Return the columns whose headings are one word and the numbers from 1, or the letters from A."""
    found = {at: match for at in range(len(heading.cells)) if (match := _NUMBERED.fullmatch(heading.cell(at)))}
    labels = {words_of(match[1]) for match in found.values()}
    signs = [match[2] for match in found.values()]
    are_counted = signs in ([str(number + 1) for number in range(len(signs))], list("ABCDEFGH"[: len(signs)]))
    is_one = len(labels) == 1 and topic_of(" ".join(*labels)) not in _OF_OTHERS
    return [*found] if are_counted and is_one and heading.filled > len(found) else []


def _students(heading: Row, places: Sequence[int], below: Sequence[Row]) -> list[Row] | None:
    first, *more = [at for at in range(len(heading.cells)) if at not in places and heading.cell(at)]
    filled = [row for row in below if row.filled]
    cells = [row.cell(at) for row in filled for at in places if row.cell(at)]
    has_names = any(topic_of(heading.cell(at)) in STUDENT_NAMES for at in (first, *more))
    has_names = has_names or any(values.is_full_name(row.cell(at)) for at in more for row in filled)
    labels = {row.line: _label(heading, first, row) for row in filled}
    are_labels = len(set(labels.values())) == len(filled)
    if has_names or len(filled) < _FEWEST_ROWS or not are_labels or not _are_names(cells):
        return None
    return _numbered(filled, places, labels)


def _are_names(cells: Sequence[str]) -> bool:
    are_names = all(values.is_only_name(cell) and not cell[:1].islower() and not values.is_mark(cell) for cell in cells)
    return are_names and len(set(cells)) == len(cells) and all(len(cell) > 1 for cell in cells)


def _label(heading: Row, at: int, row: Row) -> str:
    """Return what the row is: "Red", or "Table 1" for a number below "Table"."""
    label = row.cell(at)
    return f"{heading.cell(at)} {label}" if label.isdecimal() else label


def _numbered(rows: Sequence[Row], places: Sequence[int], labels: Mapping[int, str]) -> list[Row]:
    students: list[Row] = []
    for row in rows:
        label = labels.get(row.line, "")
        names = [row.cell(at) for at in places if row.cell(at) and not values.is_placeholder(row.cell(at))]
        students += [
            Row(len(students) + number, [name, label] if label else [name]) for number, name in enumerate(names, 1)
        ]
    return students
