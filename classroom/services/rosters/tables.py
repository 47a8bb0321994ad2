"""Rosters as tables: CSV files, and what is pasted out of a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from classroom.services.names import clean_name, fold_name
from classroom.services.problems import Problem, ProblemError
from classroom.services.rosters.cutting import Row, rows_of
from classroom.services.rosters.headings import (
    NAMED,
    Column,
    column_of,
    heading_at,
    is_heading,
    may_count,
    read_headings,
    unread_headings,
)
from classroom.services.rosters.listing import COLUMNS, list_rows
from classroom.services.rosters.people import (
    LONGEST_FAMILY,
    MAX_ROWS,
    ClassList,
    FileKind,
    Person,
    RosterFile,
    WrongRow,
    clean_group,
    clean_id,
    level_of,
)
from classroom.services.rosters.tidying import Litter, tidied

_SHORTENED = re.compile(r"[0-9](?:[.,][0-9]+)?[eE]\+[0-9]+")
"""What spreadsheets make of a long number."""
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    rf"[0-9]{{1,2}}[-./ ]+{_MONTH}|{_MONTH}[-./ ]+[0-9]{{1,2}}|[0-9]{{1,4}}([-./])[0-9]{{1,2}}\1[0-9]{{2,4}}",
    re.IGNORECASE,
)
"""What spreadsheets make of a group called 3-4."""
_ERROR = re.compile(r"#(?:DIV/0!|REF!|N/A|VALUE!|NAME\?|NUM!|NULL!|SPILL!|ERROR!)|Err:[0-9]{3}")
"""What they show where they could not compute."""
_NUMBER = re.compile(r"[0-9][0-9-]*")
_SMALL = re.compile(r"[0-9]{1,4}")
_GAPS = 3
"""Numbers that only count the lines are at most so many times as high as there are lines."""

Columns = Mapping[Column, int]


@dataclass(frozen=True, slots=True)
class _Table:
    """Rows, and what is in their columns."""

    rows: list[Row]
    columns: Columns
    heading: Sequence[str]
    litter: tuple[Litter, ...] = ()
    is_guessed: bool = False
    above: Sequence[Row] = ()
    """What stands above the headings."""


def read_table(text: str, *, class_name: str = "") -> RosterFile:
    """Read the rows of one class.

    :param class_name: where the file has students of several classes, only those of this class are taken.
    :raises ProblemError: FILE_NOT_READ, FILE_EMPTY, FILE_TOO_LONG, FILE_TOO_WIDE, HEADINGS_MISSING, NAMES_MISSING or
        CLASS_MISSING.
    """
    read = _read(text)
    if not read.rows:
        raise ProblemError(Problem.FILE_EMPTY)
    if len(read.rows) > MAX_ROWS:
        raise ProblemError(Problem.FILE_TOO_LONG, longest=MAX_ROWS)
    columns = _without_running_numbers(read.rows, read.columns, read.heading)
    people: list[Person] = []
    rows, wrong = _of_class(read.rows, columns, class_name)
    wrong += [WrongRow(row.line, row.shown, Problem.LINE_ABOVE_HEADINGS) for row in read.above]
    for row in rows:
        try:
            people.append(_person(row, columns))
        except ProblemError as error:
            wrong.append(WrongRow(row.line, row.shown, error.problem, error.facts))
    found = ClassList(people=tuple(people), wrong=tuple(wrong))
    counting = [_called(column, at, read.heading) for column, at in read.columns.items() if column not in columns]
    told = [f"{heading.strip()} (it counts the lines)" for heading in counting if heading]
    unread = (*unread_headings(read.heading), *told)
    return RosterFile(FileKind.TABLE, (found,), unread, is_guessed=read.is_guessed, tidied=read.litter)


def has_columns(text: str) -> bool:
    """Whether a pasted text is a table, or has more around its names, rather than names, one a line.

    :raises ProblemError: FILE_NOT_READ, FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    rows = rows_of(text)
    is_more = any(sign in text for sign in ",;\t") or bool(tidied(text)[1])
    return bool(rows) and (is_more or is_heading(rows[0].cells) or max(row.filled for row in rows) > 1)


def _read(text: str) -> _Table:
    """Find out what is where: by the headings, else by a look at the rows."""
    rows = rows_of(text)
    at = heading_at([row.cells for row in rows])
    if at is not None:
        columns = read_headings(rows[at].cells)
        if not NAMED & set(columns):
            raise ProblemError(Problem.NAMES_MISSING)
        return _Table(rows[at + 1 :], columns, rows[at].cells, above=rows[:at])
    heading = rows[0].cells if rows and is_heading(rows[0].cells) else []
    text, litter = tidied(text)
    rows = rows_of(text)[len(heading[:1]) :]
    guessed = _guessed(rows) if any(len(row.cells) > 1 for row in rows) else COLUMNS
    if Column.GIVEN not in guessed or Column.SOURCE_ID in guessed or _is_even(rows, guessed):
        return _Table(rows, guessed, heading, litter, is_guessed=len(guessed) > 1)
    rows = list_rows(text)[len(heading[:1]) :]
    return _Table(rows, COLUMNS, heading, litter, is_guessed=any(row.cell(COLUMNS[Column.FAMILY]) for row in rows))


def _is_even(rows: Iterable[Row], columns: Columns) -> bool:
    """Whether there is something in all the columns of all rows: else it is a list in which each line is as it is."""
    return all(row.cell(at) for row in rows for at in columns.values())


def _guessed(rows: Sequence[Row]) -> dict[Column, int]:
    """What the columns are where no heading says it: one of names, or two, and perhaps one of numbers."""
    used = [at for at in range(max(len(row.cells) for row in rows)) if any(row.cell(at) for row in rows)]
    numbers = [at for at in used if all(_NUMBER.fullmatch(row.cell(at) or "0") for row in rows)]
    names = [at for at in used if at not in numbers] or used[:1]
    if len(names) > 2 or len(numbers) > 1:
        raise ProblemError(Problem.HEADINGS_MISSING)
    found = {} if not numbers or numbers == names else {Column.SOURCE_ID: numbers[0]}
    if len(names) == 1:
        return {Column.NAME: names[0], **found}
    first, second = names
    if all(row.cells[second][:1] == " " for row in rows if second < len(row.cells)):  # "King, Ana" as people write it
        first, second = second, first
    return {Column.GIVEN: first, Column.FAMILY: second, **found}


def _without_running_numbers(rows: Sequence[Row], columns: Columns, heading: Sequence[str]) -> Columns:
    """Leave out a column that counts the rows from 1: such a number belongs to another student next time."""
    at = columns.get(Column.SOURCE_ID)
    if at is None:
        return columns
    numbers = [row.cell(at) for row in rows]
    counts_all = set(numbers) == {str(number) for number in range(1, len(rows) + 1)}
    called = _called(Column.SOURCE_ID, at, heading)
    may_have_gaps = not called or may_count(called)
    if not counts_all and not (may_have_gaps and _count_with_gaps(numbers)):
        return columns
    return {column: index for column, index in columns.items() if column is not Column.SOURCE_ID}


def _called(column: Column, at: int, heading: Sequence[str]) -> str:
    """The heading of a column; "" where what it holds was guessed, whatever stands above it."""
    return heading[at] if at < len(heading) and column_of(heading[at]) is column else ""


def _count_with_gaps(cells: Sequence[str]) -> bool:
    """Whether these are small numbers that rise from 1: somebody was taken out of the list, or put in."""
    written = [cell.removesuffix(".") for cell in cells if cell]
    if not written or written[0] not in {"1", "01"} or not all(_SMALL.fullmatch(cell) for cell in written):
        return False
    numbers = [int(cell) for cell in written]
    return all(one <= other for one, other in pairwise(numbers)) and numbers[-1] <= _GAPS * len(cells)


def _of_class(rows: Iterable[Row], columns: Columns, class_name: str) -> tuple[list[Row], list[WrongRow]]:
    """The rows of the class asked for; if all are of one class, these, whatever it is called there."""
    rows = list(rows)
    at = columns.get(Column.CLASS)
    called = {fold_name(row.cell(at)): row.cell(at) for row in rows}
    if at is None or len(called) < 2:
        return rows, []
    wanted = fold_name(class_name)
    if wanted not in called:
        raise ProblemError(Problem.CLASS_MISSING, name=class_name, classes=", ".join(sorted(called.values())[:10]))
    others = [row for row in rows if fold_name(row.cell(at)) != wanted]
    wrong = [WrongRow(row.line, row.shown, Problem.OTHER_CLASS, {"name": row.cell(at) or "–"}) for row in others]
    return [row for row in rows if fold_name(row.cell(at)) == wanted], wrong


def _person(row: Row, columns: Columns) -> Person:
    given, family, whole = (row.cell(columns.get(one)) for one in (Column.GIVEN, Column.FAMILY, Column.NAME))
    if not given and not family and whole.count(",") == 1:
        family, given = (part.strip() for part in whole.split(","))
    given = given or whole
    if not given:
        raise ProblemError(Problem.LINE_IS_TITLE if columns is COLUMNS else Problem.ROW_WITHOUT_NAME)
    source_id = row.cell(columns.get(Column.SOURCE_ID))
    failed = next((cell for cell in (given, family, source_id) if _ERROR.fullmatch(cell)), None)
    if failed is not None:
        raise ProblemError(Problem.CELL_IS_ERROR, found=failed)
    if _SHORTENED.fullmatch(source_id):
        raise ProblemError(Problem.ID_SHORTENED, found=source_id)
    group = row.cell(columns.get(Column.GROUP))
    if _DATE.fullmatch(group):
        raise ProblemError(Problem.GROUP_IS_DATE, found=group)
    return Person(
        line=row.line,
        given=clean_name(given),
        family=clean_name(family, longest=LONGEST_FAMILY) if family else "",
        source_id=clean_id(source_id),
        group=clean_group(group),
        level=level_of(row.cell(columns.get(Column.LEVEL))),
    )
