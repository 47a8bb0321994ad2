"""Read a file or a pasted text into sheets, in each possible reading.

Columns that a roster never needs, such as addresses and birth dates, are cleared here, before anything is stored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from classroom.services.encodings import mended
from classroom.services.errors import FileErrorCode, ServiceError
from classroom.services.rosters.files.grids import (
    HEADING_ROWS,
    Row,
    cut,
    likeliest_headings,
    lines_of,
    rows_of,
    spaced,
    written_lines,
)
from classroom.services.rosters.files.spreadsheets import is_spreadsheet, read_sheets
from classroom.services.rosters.lists.chats import without_messages
from classroom.services.rosters.lists.labeled_lines import students_in_labeled_lines
from classroom.services.rosters.lists.name_grids import students_in_grid
from classroom.services.rosters.lists.names_across import students_across
from classroom.services.rosters.lists.notes import without_notes
from classroom.services.rosters.lists.one_line import may_be_pairs, with_listed_names
from classroom.services.rosters.lists.plain_lines import SOFT_BREAK, as_lines
from classroom.services.rosters.lists.siblings import with_each_sibling
from classroom.services.rosters.lists.spaced_separators import one_of_a_pair, with_tabs
from classroom.services.rosters.lists.tidying import tidied, without_counts, without_initials
from classroom.services.rosters.lists.two_lines import with_whole_names
from classroom.services.rosters.lists.written_tables import as_table, with_rows
from classroom.services.rosters.people import MAX_ROWS
from classroom.services.rosters.sheets import Reading, Sheet, Source
from classroom.services.rosters.tables.blocks import arranged
from classroom.services.rosters.tables.columns import suggest_columns, without_relatives
from classroom.services.rosters.tables.heading_rows import find_headings
from classroom.services.rosters.words import values
from classroom.services.rosters.words.confidential import without_confidential
from classroom.services.rosters.words.headings import NAME_COLUMNS, Column, heading_strength, meaning_of
from classroom.services.rosters.words.person_names import is_sentence
from classroom.services.rosters.words.private_data import is_only_private, without_private_data
from classroom.services.rosters.words.status_words import status_in
from classroom.services.text_files import text_readings

_COUNT = re.compile(r"^[^\w\n]{0,6}[0-9]{1,3}(?!\w)", re.MULTILINE)
_WORD = re.compile(r"\w+")
_BETWEEN = re.compile(r"[\t;]")
_STEPS = (as_lines, with_listed_names, as_table, with_rows, one_of_a_pair, with_tabs, with_whole_names)
"""Each brings texts of some kinds into rows with one student each, and leaves other texts unchanged."""
_NAME_PARTS = frozenset({Column.GIVEN, Column.FAMILY, Column.NAME, Column.NAME_FAMILY_FIRST})


def source_of_file(content: bytes) -> Source:
    """Read a table, list, or spreadsheet.

    :raises ServiceError: FILE_NOT_READ, FILE_EMPTY, FILE_TOO_LONG, FILE_TOO_WIDE, or another code for the file.
    """
    if is_spreadsheet(content):
        sheets = tuple(_sheet_of_workbook(*sheet) for sheet in read_sheets(content))
        return Source((Reading("", sheets),))
    content = mended(content)
    found = text_readings(content)
    alike = _cleared_alike([_sheet_of_text(without_messages(content.decode(one))) for one in found.encodings])
    readings = tuple(Reading(one, (sheet,)) for one, sheet in zip(found.encodings, alike, strict=True))
    return Source(readings, found.is_sure) if found.is_sure else _told_by_headings(readings)


def _told_by_headings(readings: Sequence[Reading]) -> Source:
    """Put the reading first whose headings have more known words than those of all others: that one is certain."""
    known = [max(heading_strength(row.cells) for row in one.sheets[0].rows[:HEADING_ROWS]) for one in readings]
    at = known.index(max(known))
    if known.count(known[at]) > 1:
        return Source(tuple(readings), is_sure=False)
    return Source((readings[at], *readings[:at], *readings[at + 1 :]), is_sure=True)


def _cleared_alike(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Clear what is cleared in one encoding in the others, too: there, its heading may be unknown."""
    if len(sheets) < 2 or len({tuple(len(row.cells) for row in sheet.rows) for sheet in sheets}) > 1:
        return list(sheets)
    empty = [
        [any(not sheet.rows[at].cells[place] for sheet in sheets) for place in range(len(row.cells))]
        for at, row in enumerate(sheets[0].rows)
    ]
    return [
        replace(
            sheet,
            rows=tuple(
                replace(row, cells=["" if is_empty else cell for cell, is_empty in zip(row.cells, line, strict=True)])
                for row, line in zip(sheet.rows, empty, strict=True)
            ),
        )
        for sheet in sheets
    ]


def source_of_text(text: str) -> Source:
    """Read pasted text.

    :raises ServiceError: FILE_NOT_READ, FILE_EMPTY, FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    text = without_messages(text)
    sheet = _sheet_of_text(text)
    return Source((Reading("", (sheet,)),), text=_without_private(text, sheet))


def _without_private(text: str, sheet: Sheet) -> str:
    """Return the text to keep until the import is done: unless each of its words is kept anyway, only what is kept."""
    kept = "\n".join("\t".join(map(values.plain, row.cells)) for row in sheet.rows)
    return kept if sheet.is_cleared or not _words(text) <= _words(kept) else text


def _words(text: str) -> set[str]:
    """Return the words and numbers of a text, without the numbers that count its lines."""
    return set(_WORD.findall(_COUNT.sub("", text)))


def _sheet_of_workbook(name: str, is_visible: bool, rows: Sequence[Row]) -> Sheet:  # noqa: FBT001
    lines = "\n".join(row.shown for row in rows) if all(row.filled < 2 for row in rows) else ""
    table = as_table(lines)
    if table != lines or likeliest_headings(rows_of(lines))[1] > 1:  # a text, pasted into one column
        return replace(_sheet_of_text(table), name=name, is_visible=is_visible)
    students = students_across(rows) or students_in_grid(rows) or students_in_labeled_lines(lines)
    if students is not None:
        return _grid(name, students, is_visible=is_visible)
    return _kept(Sheet(name, tuple(arranged(rows)), is_visible))


def _grid(name: str, students: Sequence[Row], *, is_visible: bool = True) -> Sheet:
    is_list = all(len(row.cells) == 1 for row in students)
    return Sheet(name, tuple(students), is_visible, is_list=is_list, is_grid=True)


def _sheet_of_text(text: str) -> Sheet:
    """Treat a text as a table if it has headings or regular columns, otherwise as a list of names."""
    written_lines(text)  # refuses a text that takes too long
    for step in _STEPS:
        text = step(text)
    rows = rows_of(text)
    if not rows:
        raise ServiceError(FileErrorCode.FILE_EMPTY)
    if (students := _students_in_cells(text, rows)) is not None:
        return _grid("", students)
    table = arranged(rows)
    at = find_headings(table)
    if at is not None and _is_above_list(table[at], table[at + 1 :]):
        text = "\n".join(row.cells[0] for row in table[at + 1 :])
        rows = table = lines_of(text)
        at = None
    if at is not None and (table[at].filled > 1 or table != rows):
        return _kept(Sheet("", tuple(table)))
    return _without_headings(text, table, title=[] if at is None else table[: at + 1])


def _students_in_cells(text: str, rows: list[Row]) -> list[Row] | None:
    """Return the students of a text in which a row has several; None if each has one at most."""
    if students := students_in_labeled_lines(text) or students_across(rows):
        return students
    if "\t" in text:
        return students_in_grid(cut(text, "\t"))  # even if the names have commas
    return students_in_grid(spaced(rows)) if len(rows) > 1 else None


def _without_headings(text: str, rows: list[Row], title: list[Row]) -> Sheet:
    """Return a list of names, or a table without headings.

    :param title: the rows up to a line that says what the names below are.
    """
    bare = rows if title else without_relatives(rows)
    if is_cleared := bare != rows:
        text = "\n".join("\t".join(row.cells) for row in bare)
    clean, noise = tidied(SOFT_BREAK.sub("\n", text))
    below = rows_of(clean)[len(title) :]
    are_either = may_be_pairs(text)
    if _is_table(below) and not (len(below) == 1 and is_sentence(clean)):
        return _kept(Sheet("", (*title, *below), noise=noise, may_be_pairs=are_either))
    last = title[-1].line if title else 0
    lines = [row for row in lines_of(clean) if row.line > last]
    listed = (*title, *_listed(lines))
    return Sheet("", listed, is_list=True, noise=noise, may_be_pairs=are_either, is_cleared=is_cleared)


def _is_above_list(heading: Row, below: Sequence[Row]) -> bool:
    """Return whether the headings of a copied page stand above lines of one cell, each of them about a student."""
    single = sum(len(row.cells) == 1 for row in below)
    return heading.filled > 1 and single == len(below) > heading.filled


def _is_table(rows: Sequence[Row]) -> bool:
    """Return whether rows without headings are a table: with more columns than name parts, or a name part in each."""
    if max((len(row.cells) for row in rows), default=0) < 2:
        return False
    columns = suggest_columns(rows, None).columns
    used = [at for at in range(len(columns)) if any(row.cell(at) for row in rows)]
    is_more = any(columns[at] not in _NAME_PARTS for at in used)
    return is_more or all(row.cell(at) for row in rows for at in used)


def _listed(rows: Sequence[Row]) -> list[Row]:
    """Normalize the lines of a list: replace the comma or space between name parts by a tab."""
    is_family_first = any("," in row.cells[0] and not row.cells[0].rstrip().endswith(":") for row in rows)
    between = ", " if is_family_first else " "
    in_parts = [[part for part in map(str.strip, _BETWEEN.split(row.cells[0])) if part] for row in rows]
    has_remarks = any(len(parts) == 1 for parts in in_parts)
    names = []
    for row, written in zip(rows, in_parts, strict=True):
        parts = [part for part in written if not part.isdecimal()] or [row.cells[0].strip()]
        if has_remarks and len(parts) == 2 and " " in parts[0]:
            parts = parts[:1]
        names.append(between.join(parts) if len(parts) == 2 else " ".join(parts))
    return [replace(row, cells=[name]) for row, name in zip(rows, without_notes(names), strict=True)]


def _kept(sheet: Sheet) -> Sheet:
    """Clear the columns that are never needed, if there are names without them, and row numbers before names."""
    if len(sheet.rows) > MAX_ROWS + HEADING_ROWS:
        return Sheet(sheet.name, sheet.rows[: MAX_ROWS + HEADING_ROWS + 1], sheet.is_visible)
    at = find_headings(sheet.rows)
    first = 0 if at is None else at + 1
    below = sheet.rows[first:]
    found = suggest_columns(below, None if at is None else sheet.rows[at])
    if not set(found.columns) & NAME_COLUMNS:
        return sheet
    cleared = found.private | found.useless
    changed = {place: [""] * len(below) for place in cleared}
    for place, column in enumerate(found.columns):
        meaning = meaning_of(sheet.rows[at].cell(place)) if at is not None else None
        if (meaning.is_note and place in cleared) if meaning else column is Column.STATUS:  # remarks
            changed[place] = [status_in(row.cell(place)) for row in below]
    for place in (place for place, column in enumerate(found.columns) if column in _NAME_PARTS):
        cells = [row.cell(place) for row in below]
        names = [_without_private_end(name) for name in without_initials(without_counts(cells))]
        if names != cells and len(set(names)) == len(set(cells)):  # otherwise, the numbers tell students apart
            changed[place] = names
    rows = [
        replace(row, cells=[changed[col][number] if col in changed else cell for col, cell in enumerate(row.cells)])
        for number, row in enumerate(below)
    ]
    rows = with_each_sibling(rows, found.columns)
    above = [
        replace(row, cells=["" if is_only_private(cell) else without_private_data(cell) for cell in row.cells])
        for row in sheet.rows[:first]
    ]
    is_cleared = bool(changed) or above != list(sheet.rows[:first])
    return replace(sheet, rows=(*above, *rows), heading=first - 1, is_cleared=is_cleared)


def _without_private_end(name: str) -> str:
    """Return a cell without what is noted behind the name; a footer stays, to be recognized."""
    return name if values.is_summary(values.plain(name)) else without_confidential(without_private_data(name))
