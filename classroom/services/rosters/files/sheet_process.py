"""Read a spreadsheet in a separate process, from stdin to JSON on stdout. Run as a script, not imported.

A malicious file can make the reader run out of memory or panic. That ends only this process, not the server.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from datetime import date, datetime, time
from importlib import import_module
from io import BytesIO

from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

MEMORY = 1024 * 1024 * 1024
CPU_SECONDS = 20
_LONGEST_CELL = 1000
_EXACT = 2**53
"""Larger whole numbers have lost digits in the spreadsheet."""


def main(most_rows: int, most_columns: int, most_sheets: int) -> None:
    """Write the sheets of the workbook on stdin, each truncated to one row and column more than allowed."""
    limit()
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(sys.stdin.buffer.read()))
        found = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet][:most_sheets]
        sheets = [
            {
                "name": one.name,
                "is_hidden": one.visible != SheetVisibleEnum.Visible,
                "rows": rows_of(book, one.name, most_rows + 1, most_columns + 1),
            }
            for one in found
        ]
    except PasswordError:
        sys.exit(3)
    json.dump(sheets, sys.stdout)


def limit() -> None:
    """Limit memory and time, if the system supports it."""
    with suppress(ImportError, ValueError, OSError):
        resource = import_module("resource")  # not on Windows
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


def rows_of(book: CalamineWorkbook, name: str, most_rows: int, most_columns: int) -> list[list[str]]:
    """Return a sheet's rows as text. A value merged over several rows is repeated in each."""
    sheet = book.get_sheet_by_name(name)
    rows = [
        [text_of(cell) for cell in row[:most_columns]]
        for row in sheet.to_python(skip_empty_area=False, nrows=most_rows)
    ]
    for (top, left), (bottom, _) in sheet.merged_cell_ranges or ():
        for row in rows[top + 1 : bottom + 1]:
            if left < len(row) and top < len(rows):
                row[left] = rows[top][left]
    return rows


def text_of(cell: object) -> str:
    """Return a cell as displayed: no ".0" after whole numbers, dates as 2026-09-01."""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell)) if abs(cell) < _EXACT else f"{cell:.5E}"
    if isinstance(cell, datetime) and cell.time() == time():
        cell = cell.date()
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)[:_LONGEST_CELL]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
