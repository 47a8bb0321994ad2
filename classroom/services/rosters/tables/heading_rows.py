"""Find the row with the headings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from classroom.services.rosters.files.grids import HEADING_ROWS, Row, is_repeated
from classroom.services.rosters.tables.column_contents import MOST
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.headings import STUDENT_NAMES, heading_strength, topic_of, words_of

_DAYS = vocabulary.words(
    "mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday lun lunes mar martes mie miercoles "
    "jue jueves vie viernes montag dienstag mittwoch donnerstag freitag lundi mardi mercredi jeudi vendredi"
)
_FEW_CELLS = 2
_FEW_ROWS = 2
"""With so few rows, the first one cannot be compared with the others."""


def find_headings(rows: Sequence[Row]) -> int | None:
    """Return the index of the row with the headings: the one with most known words, among the first rows."""
    strengths = [heading_strength(row.cells) for row in rows[:HEADING_ROWS]]
    strengths = [
        0 if strength and _recurs(row, rows) else strength for strength, row in zip(strengths, rows, strict=False)
    ]
    able = [at for at, strength in enumerate(strengths) if strength]
    named = [at for at in able if not STUDENT_NAMES.isdisjoint(map(topic_of, rows[at].cells))]
    at = max(named or able, key=strengths.__getitem__, default=None)  # "Grade", "4", "Section", "B" stand above "Name"
    best = strengths[at] if at is not None else 0
    if at and best < 3 and rows[at].filled < 2 and len(rows[at].shown.split()) < 2:  # a title, or a student's name
        return None
    if at is None and rows and _are_days(rows[0]):
        return 0
    if at is None and len(rows) > _FEW_ROWS:
        naming = (index for index, row in enumerate(rows[:HEADING_ROWS]) if names_a_column(row))
        at = next((index for index in naming if not _recurs(rows[index], rows)), None)
        first = next((index for index, row in enumerate(rows[:HEADING_ROWS]) if row.filled > 1), 0)
        return first if at is None and _differs_from_below(rows[first:]) else at
    return at


def _recurs(heading: Row, rows: Sequence[Row]) -> bool:
    """Return whether known words are in most rows, as a role or "No groups" is: these are no headings."""
    known = [at for at, cell in enumerate(heading.cells) if topic_of(cell) is not None]
    if not known or any(vocabulary.NAME & set(words_of(cell)) for cell in heading.cells):
        return False
    compared = rows[: 2 * HEADING_ROWS]
    others = [row for row in compared if row is not heading and row.filled > 1 and not is_repeated(row, heading)]
    return bool(others) and any(
        sum(row.cell(at) == heading.cell(at) for row in others) > MOST * len(others) for at in known
    )


def names_a_column(row: Row) -> bool:
    """Return whether a cell says "Name" or "Student" and nothing else: no student is called that."""
    found = [frozenset(words_of(cell)) for cell in row.cells]
    naming = vocabulary.NAME | vocabulary.LEARNER
    return row.filled > 1 and any(words & naming and words <= vocabulary.OF_NAMES for words in found)


def _are_days(row: Row) -> bool:
    """Return whether a row has the days of a week: "Mon", "Tue 9/2"."""
    return row.filled > 1 and all(not _DAYS.isdisjoint(words_of(cell)[:1]) for cell in row.cells if cell.strip())


def _differs_from_below(rows: Sequence[Row]) -> bool:
    """Return whether the first row has words where all others have numbers: headings in an unknown language."""
    top, below = rows[0], rows[1:]
    labels = [at for at, cell in enumerate(top.cells) if any(map(str.isdigit, cell)) and values.has_letters(cell)]
    numbered = [at for at in labels if _are_numbers(at, below)]
    if len(numbered) > 1:  # "Week 1", "Week 2"
        return True
    if any(map(str.isdigit, "".join(top.cells))):
        return False
    if top.filled > _FEW_CELLS and top.shown.islower() and _has_capitals(below):
        return True
    return any(
        values.is_name(top.cell(at))
        and not top.cell(at)[:1].islower()  # "new", for a student without a number
        and not values.is_grade(top.cell(at))  # "K"
        and all(any(map(str.isdigit, row.cell(at))) for row in below)
        for at in range(len(top.cells))
    )


def _has_capitals(rows: Sequence[Row]) -> bool:
    """Return whether all cells of a column begin with capitals, as names do."""
    columns = ([row.cell(at) for row in rows] for at in range(len(rows[0].cells)))
    return any(all(cell[:1].isupper() for cell in cells) for cells in columns)


def _are_numbers(at: int, rows: Sequence[Row]) -> bool:
    cells = [row.cell(at) for row in rows if row.cell(at)]
    return (
        len(cells) > 1
        and not any(map(values.has_letters, cells))
        and all(any(map(str.isdigit, cell)) for cell in cells)
    )
