"""Tables with a student in each column, and the names of the fields in the first one."""

from __future__ import annotations

from collections.abc import Sequence

from classroom.services.rosters.files.grids import HEADING_ROWS, Row
from classroom.services.rosters.words import values
from classroom.services.rosters.words.headings import ANY_NAMES, topic_of

_FEWEST_FIELDS = 2
_FEWEST_STUDENTS = 2


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
