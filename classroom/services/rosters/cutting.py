"""Cutting a text into rows and cells, as spreadsheets and people write them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Literal

from classroom.services.problems import Problem, ProblemError
from classroom.services.rosters.headings import heading_at
from classroom.services.rosters.people import MAX_ROWS
from classroom.services.text_files import unguarded, without_separator_line

MAX_COLUMNS = 200
_BLANK_LINES = 10
"""A file may have so many lines for each row that it may have: reading others takes time too."""
_DELIMITERS = ("\t", ";", ",")
_NONE = "\x1f"
"""A separator that no file has: each line is one cell."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, and in which line it begins, counted from 1."""

    line: int
    cells: list[str]

    @property
    def filled(self) -> int:
        """How many cells hold something."""
        return sum(1 for cell in self.cells if cell.strip())

    @property
    def text(self) -> str:
        """The row as one reads it, cut where it is endless."""
        return " ".join(" ".join(self.cells).split())[:200]

    @property
    def shown(self) -> str:
        """The same with strokes between the cells."""
        return " | ".join(cell for cell in (" ".join(cell.split()) for cell in self.cells) if cell)[:200]

    def cell(self, index: int | None) -> str:
        """What stands in a cell, on one line and without a guard against formulas; "" if there is no such cell."""
        if index is None or index >= len(self.cells):
            return ""
        return unguarded(" ".join(self.cells[index].split()))


def rows_of(text: str) -> list[Row]:
    """The rows with something in them: cut at the separator of a heading, else where most rows fall into parts.

    :raises ProblemError: FILE_NOT_READ, FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    text = without_separator_line(text)
    most, best = 0.5, None
    for delimiter in _DELIMITERS:
        rows = cut(text, delimiter)
        if rows is None:
            continue
        if not rows:
            return []
        if heading_at([row.cells for row in rows]) is not None:
            return rows
        share = sum(row.filled > 1 for row in rows) / len(rows)
        if share > most:
            most, best = share, rows
    return lines_of(text) if best is None else best


def lines_of(text: str) -> list[Row]:
    """The lines with something in them, each as one cell.

    :raises ProblemError: FILE_NOT_READ or FILE_TOO_LONG.
    """
    rows = cut(text, _NONE)
    if rows is None:
        raise ProblemError(Problem.FILE_NOT_READ)
    return rows


def cut(text: str, delimiter: str = ",", *, longest: int = MAX_ROWS) -> list[Row] | None:
    """The rows with something in them; None if a cell has no end. A quotation mark without a partner is a mere sign.

    :param longest: so many rows may follow the heading.
    :raises ProblemError: FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    for knows_quotes in (True, False):
        try:
            return _read(text, delimiter, longest, knows_quotes=knows_quotes)
        except csv.Error:
            continue
    return None


def _read(text: str, delimiter: str, longest: int, *, knows_quotes: bool) -> list[Row]:
    quote = '"' if knows_quotes else None
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if knows_quotes else csv.QUOTE_NONE
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=delimiter, quotechar=quote, quoting=quoting, strict=True)
    rows = []
    line = 1
    for cells in reader:
        row = Row(line, cells)
        line = reader.line_num + 1
        if line > longest * _BLANK_LINES:
            raise ProblemError(Problem.FILE_TOO_LONG, longest=longest)
        if len(cells) > MAX_COLUMNS:
            raise ProblemError(Problem.FILE_TOO_WIDE, longest=MAX_COLUMNS)
        if row.filled:
            rows.append(row)
        if len(rows) > longest + 1:
            raise ProblemError(Problem.FILE_TOO_LONG, longest=longest)
    return rows
