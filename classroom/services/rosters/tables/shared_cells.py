"""Tables with several students in one cell, as of a group: "Red | Ana King, Bo Lee"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from classroom.services.names import fold_name
from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.headings import STUDENT_NAMES, Column, topic_of, words_of

_LINES = re.compile(r"\s*[\n;]\s*")
_COMMAS = re.compile(r"\s*(?:,|&| and )\s*")
_PLURAL = ("s", "schuler", "en", "er", "ni")
"""Endings of a heading for several students: below "Alumno", a comma is part of a name."""
_MOST = 0.5
_OF_GROUPS = vocabulary.GROUP | vocabulary.TEAM | vocabulary.words("pair pairs partners buddies pareja parejas station")


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
    return bool(_OF_GROUPS & set(words_of(heading.cell(0)))) and all(labels) and len(set(labels)) == len(labels)
