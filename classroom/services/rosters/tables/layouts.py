"""Find the students of tables with other layouts: across, in shared cells, side by side, or in a further table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from classroom.services.names import fold_name
from classroom.services.rosters.files.grids import HEADING_ROWS, Row, is_repeated
from classroom.services.rosters.people import MAX_ROWS
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.headings import (
    ANY_NAMES,
    STUDENT_NAMES,
    Column,
    heading_strength,
    topic_of,
    words_of,
)

_FEWEST_SHARED = 2
_FEWEST_FIELDS = 2
_FEWEST_STUDENTS = 2
_LINES = re.compile(r"\s*[\n;]\s*")
_COMMAS = re.compile(r"\s*(?:,|&| and )\s*")
_PLURAL = ("s", "schuler", "en", "er", "ni")
"""Endings of a heading for several students: below "Alumno", a comma is part of a name."""
_MOST = 0.5


def with_further_tables(rows: Sequence[Row], at: int) -> list[Row]:
    """Return rows with the columns of the headings at an index; tables below that repeat its students are dropped.

    Without IDs, a second row with the same name is the same student: attendance lists name everyone again.
    """
    heading = rows[at]
    cells = [heading.cell(place) for place in range(len(heading.cells))]
    known_headings = frozenset(cells)
    starts = [
        index
        for index in range(at + 2, len(rows))
        if _shares_headings(rows[index], known_headings) and not is_repeated(rows[index], heading)
    ]
    if not starts:
        return list(rows)
    place = next(place for place, cell in enumerate(cells) if topic_of(cell) in STUDENT_NAMES)
    known = {fold_name(row.cell(place)) for row in rows[at + 1 : starts[0]]}
    arranged = list(rows[: starts[0]])
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        other = [rows[start].cell(index) for index in range(len(rows[start].cells))]
        source = [other.index(cell) if cell in other else None for cell in cells]
        has_ids = any(topic_of(cell) is Column.SOURCE_ID for cell in cells if cell in other)
        for row in rows[start:end]:
            if row.filled == 1:
                arranged.append(row)
                continue
            moved = replace(row, cells=["" if index is None else row.cell(index) for index in source])
            if has_ids or fold_name(moved.cell(place)) not in known:
                arranged.append(moved)
    return arranged


def _shares_headings(row: Row, headings: frozenset[str]) -> bool:
    """Return whether a row has headings, some of them of the first table."""
    shared = [cell for at in range(len(row.cells)) if (cell := row.cell(at)) and cell in headings]
    has_name = len(shared) >= _FEWEST_SHARED and any(topic_of(cell) in STUDENT_NAMES for cell in shared)
    return has_name and row.filled > _FEWEST_SHARED and heading_strength(row.cells) > 0


def upright(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of such a table with a student in each; other rows as they are."""
    if not _FEWEST_FIELDS <= len(rows) <= HEADING_ROWS:
        return list(rows)
    fields = [topic_of(row.cell(0)) for row in rows]
    width = max(len(row.cells) for row in rows)
    is_field = [topic is not None for topic in fields]
    across = [topic_of(rows[0].cell(at)) for at in range(1, width)]
    naming = [row for row, topic in zip(rows, fields, strict=True) if topic in ANY_NAMES]
    is_transposed = (
        width > _FEWEST_STUDENTS
        and sum(is_field) == len(rows)
        and not any(across)
        and len(set(fields)) > 1
        and bool(naming)
        and all(values.is_name(row.cell(at)) for row in naming for at in range(1, width))
    )
    if not is_transposed:
        return list(rows)
    return [Row(at + 1, [row.cell(at) for row in rows]) for at in range(width)]


def one_student_a_row(rows: Sequence[Row], at: int) -> list[Row]:
    """Return a numbered row for each student of a cell; unchanged if the cells below the headings have one each.

    Names are separated by lines or semicolons, or by commas if each row is another group.
    """
    heading, below = rows[at], rows[at + 1 :]
    topics = [topic_of(heading.cell(place)) for place in range(len(heading.cells))]
    if {Column.GIVEN, Column.FAMILY, Column.SOURCE_ID} & set(topics) or not set(topics) & STUDENT_NAMES:
        return list(rows)
    place = next(index for index, topic in enumerate(topics) if topic in STUDENT_NAMES)
    cells = [row.cells[place] for row in below if place < len(row.cells) and row.cells[place].strip()]
    between = _LINES if any(map(_LINES.search, map(str.strip, cells))) else _COMMAS
    is_plural = any(word.endswith(_PLURAL) for word in words_of(heading.cell(place)))
    if between is _COMMAS and not (is_plural and _is_of_groups(heading, below)):
        return list(rows)
    shared = sum(
        len(names) > 1 and all(map(values.is_full_name, names)) for names in (_parts(between, cell) for cell in cells)
    )
    if shared <= _MOST * len(cells):
        return list(rows)
    split = list(rows[: at + 1])
    for row in below:
        for name in _parts(between, row.cells[place]) if place < len(row.cells) else []:
            alone = [name if index == place else cell for index, cell in enumerate(row.cells)]
            split.append(replace(row, line=heading.line + len(split) - at, cells=alone))
    return split


def _parts(between: re.Pattern[str], cell: str) -> list[str]:
    return [part for part in between.split(cell.strip()) if part]


def _is_of_groups(heading: Row, below: Sequence[Row]) -> bool:
    """Return whether the first column names a different group in each row."""
    labels = [fold_name(row.cell(0)) for row in below]
    return bool(vocabulary.GROUPS & set(words_of(heading.cell(0)))) and all(labels) and len(set(labels)) == len(labels)


def one_below_another(rows: list[Row], at: int) -> list[Row]:
    """Put lists side by side below each other. The lines of the second one follow those of the first."""
    starts = _starts(rows[at])
    if len(starts) < 2:
        return rows
    stacked = rows[: at + 1]
    heading = rows[at]
    stacked[at] = replace(heading, cells=heading.cells[starts[0] : starts[1]])
    for number, (start, end) in enumerate(pairwise([*starts, starts[-1] + starts[1] - starts[0]])):
        for row in rows[at + 1 :]:
            part = replace(row, line=row.line + number * rows[-1].line, cells=row.cells[start:end])
            if part.filled:
                stacked.append(part)
        if len(stacked) > 2 * MAX_ROWS:  # is refused
            break
    return stacked


def _starts(heading: Row) -> list[int]:
    """Return the first columns of lists side by side, whose headings repeat; none for a single list."""
    words = [words_of(cell) for cell in heading.cells]
    filled = [at for at, cell in enumerate(heading.cells) if cell.strip()]
    labels = [words[at] for at in filled]
    for size in range(1, len(labels) // 2 + 1):
        times, rest = divmod(len(labels), size)
        places = [at - filled[index - index % size] for index, at in enumerate(filled)]
        if rest or labels != labels[:size] * times or places != places[:size] * times:
            continue
        starts = filled[::size]
        topics = [topic_of(heading.cells[at]) for at in filled[:size]]
        is_even = len({other - one for one, other in pairwise(starts)}) == 1
        is_known = any(one is not None and (size > 1 or one in ANY_NAMES) for one in topics)
        return starts if is_even and is_known else []
    return []
