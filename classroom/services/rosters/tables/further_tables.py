"""A second table below the first one, with other headings: its columns are brought into the order of the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from classroom.services.names import fold_name
from classroom.services.rosters.files.grids import Row, is_repeated
from classroom.services.rosters.words.headings import STUDENT_NAMES, Column, heading_strength, topic_of

_FEWEST_SHARED = 2


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
