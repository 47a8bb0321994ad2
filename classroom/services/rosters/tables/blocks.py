"""Bring tables into the usual form: one line of headings, one list below it, and the class in each row.

Reports write headings in two lines, or repeat them for each class, below a title with its name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from classroom.services.names import fold_name
from classroom.services.rosters.files.grids import Row, is_repeated, likeliest_headings
from classroom.services.rosters.tables.layouts import one_below_another, one_student_a_row, upright, with_further_tables
from classroom.services.rosters.words import vocabulary
from classroom.services.rosters.words.headings import (
    STUDENT_NAMES,
    Column,
    Topic,
    heading_strength,
    topic_of,
    words_of,
)

_ADULTS = frozenset({Topic.PRIVATE, Topic.TEACHER})
_IN_SECOND_LINE = (
    vocabulary.NAME | vocabulary.ID | vocabulary.GIVEN | vocabulary.FAMILY | vocabulary.GRADE | vocabulary.INITIAL
)
_DIGITS = re.compile("[0-9]+")
"""As of the pages: "Page 2 of 3"."""
_SECTION = re.compile(r"([^\W\d_]+)(?:: *| +)(\S.{0,39})")
"""The title of a section: "Class: 4B", "Klasse 4b"."""


def arranged(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with one line of headings above one list; unchanged if they are so already."""
    rows = upright(rows)
    at, strength = likeliest_headings(rows)
    if not strength:
        return one_student_a_row(rows, 0) if rows else []
    joined = with_further_tables(_with_joined_headings(rows, at), at)
    stacked = one_below_another(_with_sections(one_student_a_row(joined, at), at), at)
    return _with_class_in_each_row(stacked, at)


def _with_joined_headings(rows: Sequence[Row], at: int) -> list[Row]:
    """Join headings in two lines: a second line of words like "Name" and "ID", or a first one that spans columns."""
    heading, below = rows[at], rows[at + 1] if at + 1 < len(rows) else None
    if below is not None and below.filled > 1 and all(_is_second_line(cell) for cell in below.cells if cell.strip()):
        both = replace(heading, cells=_joined(heading.cells, below.cells))
        if heading_strength(both.cells) >= heading_strength(heading.cells) and not is_repeated(below, heading):
            return [*rows[:at], both, *rows[at + 2 :]]
    above = rows[at - 1] if at else None
    labels = [words_of(cell) for cell in heading.cells if cell.strip()]
    if above is None or above.filled < 2 or (len(set(labels)) == len(labels) and not _tells_people_apart(above)):
        return list(rows)
    spanning = _filled_right(above.cells, len(heading.cells))
    if not _ADULTS.isdisjoint(map(topic_of, spanning)):
        both = replace(heading, cells=_joined(spanning, heading.cells))
        return [*rows[:at], both, *rows[at + 1 :]]
    return list(rows)


def _tells_people_apart(above: Row) -> bool:
    """Return whether a line above the headings says only which are about students and which about parents."""
    topics = {topic_of(cell) for cell in above.cells if cell.strip()}
    return not topics.isdisjoint(STUDENT_NAMES) and topics <= STUDENT_NAMES | _ADULTS


def _is_second_line(cell: str) -> bool:
    words = frozenset(words_of(cell))
    return bool(words & _IN_SECOND_LINE) and words <= _IN_SECOND_LINE | vocabulary.FILLERS


def _joined(first: Sequence[str], second: Sequence[str]) -> list[str]:
    pairs = zip_longest(first, second, fillvalue="")
    return [f"{one.strip()} {other.strip()}".strip() if other.strip() else one for one, other in pairs]


def _filled_right(cells: Sequence[str], width: int) -> list[str]:
    """Repeat each cell in the empty ones to its right."""
    filled = [""]
    for cell in [*map(str.strip, cells), *[""] * width][:width]:
        filled.append(cell or filled[-1])
    return filled[1:]


def titles_below(rows: Sequence[Row], at: int) -> frozenset[int]:
    """Return the lines of titles that are repeated with the headings, on each page or for each class."""
    heading = rows[at]
    above = list(map(_without_numbers, rows[:at]))
    below = map(_without_numbers, rows[at + 1 :]) if above else ()
    lines = {row.line for row in below if any(is_repeated(row, title) for title in above)}
    for title, row in pairwise(rows[at + 1 :]):
        if title.filled == 1 and is_repeated(row, heading) and _is_title(title.shown):
            lines.add(title.line)
    return frozenset(lines)


def _without_numbers(row: Row) -> Row:
    return replace(row, cells=[_DIGITS.sub("0", cell.strip()) for cell in row.cells])


def _is_title(text: str) -> bool:
    is_part_of_school = any(topic_of(word) is not None for word in text.split()[:1])
    return is_part_of_school or ":" in text or any(map(str.isdigit, text))


def _with_sections(rows: list[Row], at: int) -> list[Row]:
    """Add a column of the class if the headings repeat for each class, below a title with its name."""
    heading = rows[at]
    repeats = [at, *(index for index in range(at + 1, len(rows)) if is_repeated(rows[index], heading))]
    titles = [_section_above(rows, index) for index in repeats]
    if len(repeats) < 2 or None in titles or len(set(titles)) < 2:
        return rows
    known = [title for title in titles if title is not None]
    if Column.CLASS in map(topic_of, heading.cells):
        return rows
    width = max(len(row.cells) for row in rows)
    added = dict.fromkeys(repeats, known[0][0])
    for start, end, (_, name) in zip(repeats, [*repeats[1:], len(rows)], known, strict=True):
        added |= {index: name for index in range(start + 1, end) if rows[index].filled > 1}
    return [
        replace(row, cells=[*row.cells, *[""] * (width - len(row.cells)), added[index]]) if index in added else row
        for index, row in enumerate(rows)
    ]


def _with_class_in_each_row(rows: list[Row], at: int) -> list[Row]:
    """Repeat the class in the rows below if it is only in the first row of each class."""
    below = [row for row in rows[at + 1 :] if row.filled]
    for place in (index for index, cell in enumerate(rows[at].cells) if topic_of(cell) is Column.CLASS):
        named = [row.cell(place) for row in below if row.cell(place)]
        is_once = (
            len(named) > 1 and len({fold_name(name) for name in named}) == len(named) and len(named) * 2 <= len(below)
        )
        if is_once and below[0].cell(place):
            last = ""
            for index in range(at + 1, len(rows)):
                cells = list(rows[index].cells)
                if rows[index].filled and place < len(cells):
                    last = cells[place] = cells[place].strip() or last
                    rows[index] = replace(rows[index], cells=cells)
    return rows


def _section_above(rows: Sequence[Row], at: int) -> tuple[str, str] | None:
    """Return the kind and name of the section that begins with these headings: ("Class", "4B")."""
    if not at or rows[at - 1].filled != 1:
        return None
    found = _SECTION.fullmatch(next(cell.strip() for cell in rows[at - 1].cells if cell.strip()))
    if found is None:
        return None
    return (found[1], found[2]) if topic_of(found[1]) is Column.CLASS else None
