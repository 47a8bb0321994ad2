"""Split text into rows and cells, in the formats of spreadsheets, other programs, and people."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeGuard

from classroom.services.errors import FileErrorCode, ServiceError
from classroom.services.rosters.people import MAX_ROWS
from classroom.services.rosters.words.headings import WHOLE_NAMES, Column, heading_strength, topic_of
from classroom.services.rosters.words.values import is_grade, is_name, plain
from classroom.services.text_files import LINE_END, unguarded, without_separator_line

MAX_COLUMNS = 200
HEADING_ROWS = 20
"""The first rows, where headings are searched: reports have titles above them."""
_BLANK_LINES = 10
"""Maximum number of lines per row: reading the others takes time, too."""
_DELIMITERS = ("\t", ";", ",", "|", "~", "^")
_ALIGNED = re.compile(r" {2,}")
_WIDE_GAP = re.compile(r" {3,}")
_VARIED = 0.6
"""If a smaller proportion of values is distinct, a column contains groups rather than names."""
_FEW_CELLS = 2
_NONE = "\x1f"
"""A separator that no file contains, so each line is one cell."""
_LONGEST_CELL_LINES = 8
"""Maximum number of lines in a cell; with more, a quotation mark is unmatched."""
_LONGEST_CELL = 300
"""Maximum characters read from a cell: longer ones contain no name, and would take time."""
_LONGEST_FIELD = csv.field_size_limit()


@dataclass(frozen=True)
class Row:
    """The cells of one row, and its line in the file, from 1."""

    line: int
    cells: Sequence[str]
    is_broken: bool = False
    """Whether it has an unmatched quotation mark, so that its cells are uncertain."""
    is_hidden: bool = False
    """Whether a workbook hides the row, by a filter or otherwise."""

    @cached_property
    def filled(self) -> int:
        """The number of nonempty cells."""
        return sum(map(bool, map(str.strip, self.cells)))

    @cached_property
    def shown(self) -> str:
        """The row for display, truncated if too long."""
        return " | ".join(cell for cell in map(plain, self.cells) if cell)[:200]

    def cell(self, index: int) -> str:
        """Return a cell on one line and without a guard against formulas; "" if missing."""
        return self._texts[index] if index < len(self.cells) else ""

    @cached_property
    def _texts(self) -> Sequence[str]:
        return [unguarded(plain(cell)[:_LONGEST_CELL]) for cell in self.cells]


def likeliest_headings(rows: Sequence[Row]) -> tuple[int, int]:
    """Return the index and the strength of the row that is most like headings of several columns; (-1, 0) for none."""
    strengths = [heading_strength(row.cells) if row.filled > 1 else 0 for row in rows[:HEADING_ROWS]]
    strength = max(strengths, default=0)
    return (strengths.index(strength), strength) if strength else (-1, 0)


def is_repeated(row: Row, heading: Row) -> bool:
    """Return whether a row repeats the headings. Columns of private data may be empty in it."""
    places = range(max(len(row.cells), len(heading.cells)))
    return all(not (cell := row.cell(at)) or cell == heading.cell(at) for at in places) and row.filled > 0


def rows_of(text: str) -> list[Row]:
    """Split a text into rows: at the separator of its headings, or at the one that gives most rows several cells.

    :raises ServiceError: FILE_NOT_READ, FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    rest = without_separator_line(text)
    text = text if len(rest) == len(text) else f"\n{rest}"  # count lines like an editor
    most, best, strongest, is_tabbed = 0.5, None, 0, False
    for delimiter in _DELIMITERS:
        if delimiter not in text:
            continue
        rows = cut(text, delimiter, above=HEADING_ROWS)
        if not rows:
            return []
        _, strength = likeliest_headings(rows)
        share = 1.0 if _is_rectangle(rows) else sum(row.filled > 1 for row in rows) / max(1, len(rows))
        is_better = (strength, 0 if is_tabbed else share) > (strongest, 0 if is_tabbed else most)
        if is_better and not _is_one_heading(rows):
            is_tabbed = delimiter == "\t"  # even if more lines have a comma, as in "King, Ana"
            most, best, strongest = share, rows, strength
    if strongest < 2 and (aligned := _aligned(lines_of(text))) is not None:
        return aligned
    return lines_of(text) if best is None else _with_whole_names(best)


def _is_rectangle(rows: Sequence[Row]) -> bool:
    """Return whether all rows have equally many cells, empty ones included: marks of days on which all were present."""
    return (
        len({len(row.cells) for row in rows}) == 1 and len(rows[0].cells) > _FEW_CELLS and rows[0].filled > _FEW_CELLS
    )


def _is_one_heading(rows: Sequence[Row]) -> bool:
    """Return whether only a heading like "Last, First" has the delimiter, above names in one column."""
    several = [index for index, row in enumerate(rows) if row.filled > 1]
    if not several or len({rows[index].shown for index in several}) > 1 or len(several) * 2 >= len(rows):
        return False
    return topic_of(", ".join(rows[several[0]].cells)) in WHOLE_NAMES


def _with_whole_names(rows: list[Row]) -> list[Row]:
    """Join "King, Ana" in files that don't quote it: all rows have one cell more than the headings."""
    first, _ = likeliest_headings(rows)
    if first < 0 and _has_names_above_wider_rows(rows):
        first = 0
    width = len(rows[first].cells)
    if first >= 0 and (joined := _split_heading(rows[first], rows[first + 1 :])) is not None:
        return [*rows[:first], joined, *rows[first + 1 :]]
    names = [at for at, cell in enumerate(rows[first].cells) if topic_of(cell) in WHOLE_NAMES]
    below = rows[first + 1 :]
    if first < 0 or len(names) != 1 or not below or any(len(row.cells) != width + 1 for row in below):
        return rows
    (at,) = names
    first_names = [row.cells[at + 1] for row in below]
    is_spaced = all(cell[:1] == " " for cell in first_names) and not any(cell[:1] == " " for cell in rows[first].cells)
    is_varied = len(set(first_names)) > _VARIED * len(first_names) and not all(map(is_grade, first_names))
    are_names = all(row.cells[at].strip() and is_name(row.cells[at + 1].strip()) for row in below)
    if not are_names or not (is_spaced or is_varied):
        return rows
    whole = [
        Row(row.line, [*row.cells[:at], ",".join(row.cells[at : at + 2]), *row.cells[at + 2 :]], row.is_broken)
        for row in below
    ]
    return [*rows[: first + 1], *whole]


def _has_names_above_wider_rows(rows: Sequence[Row]) -> bool:
    """Return whether one of the first cells is "Student" or the like, and all rows below have one cell more."""
    is_heading = any(topic_of(cell) in WHOLE_NAMES for cell in rows[0].cells)
    return is_heading and all(len(row.cells) == len(rows[0].cells) + 1 for row in rows[1:])


def _split_heading(heading: Row, below: Sequence[Row]) -> Row | None:
    """Join "Last, First" if the headings don't quote it, but the rows do: they have one cell less."""
    cells = heading.cells
    if not below or any(len(row.cells) != len(cells) - 1 for row in below):
        return None
    for at in range(len(cells) - 1):
        is_whole = topic_of(",".join(cells[at : at + 2])) is Column.NAME_FAMILY_FIRST
        if is_whole and all("," in row.cells[at] for row in below):
            return Row(heading.line, [*cells[:at], ",".join(cells[at : at + 2]), *cells[at + 2 :]])
    return None


def lines_of(text: str) -> list[Row]:
    """Return the nonempty lines, each as one cell.

    :raises ServiceError: FILE_NOT_READ or FILE_TOO_LONG.
    """
    return cut(text, _NONE)


def spaced(rows: list[Row]) -> list[Row]:
    """Split lines at wide gaps, if most have one."""
    split = [replace(row, cells=_WIDE_GAP.split(row.cells[0].strip())) for row in rows if len(row.cells) == 1]
    is_split = len(split) == len(rows) and sum(len(row.cells) > 1 for row in split) * 2 > len(split)
    return split if is_split else rows


def _aligned(lines: Sequence[Row]) -> list[Row] | None:
    """Split columns aligned with spaces, as in email; None if there are no headings."""
    rows = [replace(row, cells=_ALIGNED.split(row.cells[0].strip())) for row in lines]
    at, strength = likeliest_headings(rows)
    if strength < 2:
        return None
    width, below = len(rows[at].cells), rows[at + 1 :]
    numbered = [row for row in below if len(row.cells) == width + 1 and row.cells[0].strip(".").isdecimal()]
    if len(numbered) * 2 > len(below):  # the numbers of the rows have no heading
        rows[at] = Row(rows[at].line, ["", *rows[at].cells])
    return rows


def written_lines(text: str, *, longest: int = MAX_ROWS) -> list[str]:
    """Return all lines of a text.

    :raises ServiceError: FILE_TOO_LONG.
    """
    lines = LINE_END.split(text)
    if len(lines) > longest * _BLANK_LINES:
        raise ServiceError(FileErrorCode.FILE_TOO_LONG, longest=longest)
    return lines


def cut(text: str, delimiter: str = ",", *, longest: int = MAX_ROWS, above: int = 1) -> list[Row]:
    """Return the nonempty rows.

    An unmatched quotation mark affects only its own row.

    :param longest: maximum number of rows below the heading.
    :param above: maximum number of rows above it.
    :raises ServiceError: FILE_NOT_READ, FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    lines = written_lines(text, longest=longest)
    if any(len(line) > _LONGEST_FIELD and max(map(len, line.split(delimiter))) > _LONGEST_FIELD for line in lines):
        raise ServiceError(FileErrorCode.FILE_NOT_READ)
    rows = []
    for row in _rows(lines, delimiter):
        if len(row.cells) > MAX_COLUMNS:
            raise ServiceError(FileErrorCode.FILE_TOO_WIDE, longest=MAX_COLUMNS)
        if row.filled:
            rows.append(row)
        if len(rows) > longest + above:
            raise ServiceError(FileErrorCode.FILE_TOO_LONG, longest=longest)
    return rows


def _rows(lines: Sequence[str], delimiter: str) -> Iterator[Row]:
    alone = [_cells(line, delimiter) for line in lines]
    widths = Counter(len(cells) for cells, line in zip(alone, lines, strict=True) if _is_whole(cells) and line.strip())
    width = widths.most_common(1)[0][0] if widths else 0
    at = 0
    while at < len(lines):
        cells, taken = alone[at], 1
        if cells is None:
            cells, taken = _several_lines(lines, alone, at, delimiter, width)
        if cells is None:
            naive = [cell.strip().strip('"') for cell in lines[at].split(delimiter)]
            yield Row(at + 1, [cell[:_LONGEST_CELL] for cell in naive], is_broken=True)
        else:
            yield Row(at + 1, [cell[:_LONGEST_CELL] for cell in cells])
        at += taken


def _several_lines(
    lines: Sequence[str], alone: Sequence[list[str] | None], at: int, delimiter: str, width: int
) -> tuple[list[str] | None, int]:
    """Join lines of a cell with line breaks, unless one of them is a row by itself."""
    if delimiter == _NONE:
        return None, 1
    for count in range(2, min(_LONGEST_CELL_LINES, len(lines) - at) + 1):
        last = alone[at + count - 1]
        if width > 1 and _is_whole(last) and len(last) == width:
            break
        cells = _cells("\n".join(lines[at : at + count]), delimiter)
        if cells is not None and len(cells) >= width:
            return cells, count
    return None, 1


def _is_whole(cells: list[str] | None) -> TypeGuard[list[str]]:
    """Return whether a line is a row by itself: no cell begins or ends in another line."""
    return cells is not None and not any('"' in cell for cell in cells)


def _cells(line: str, delimiter: str) -> list[str] | None:
    """Return the cells of one row; None if a quotation mark is unmatched."""
    if '"' not in line:
        return line.split(delimiter)
    for is_strict in (True, False) if line.count('"') % 2 == 0 else (True,):
        with suppress(csv.Error, ValueError):
            (cells,) = csv.reader([line], delimiter=delimiter, strict=is_strict)
            return cells
    return None
