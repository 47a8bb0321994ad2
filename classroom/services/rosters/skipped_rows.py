"""Tell which rows of a sheet are no students: titles, totals, adults, text, and rows that differ from all others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters.cells import OF_NAMES, Cells
from classroom.services.rosters.files.grids import Row, is_repeated
from classroom.services.rosters.lists.name_grids import is_furniture
from classroom.services.rosters.lists.noise import (
    adults_in_sections,
    initials_of_pictures,
    lines_without_names,
    teachers_by_title,
    texts_of_pictures,
)
from classroom.services.rosters.lists.odd_lines import (
    lines_apart,
    lines_below_text,
    odd_lines,
    texts_between,
    words_between,
)
from classroom.services.rosters.lists.titles import around_names, is_part_of_class, is_place
from classroom.services.rosters.tables.blocks import titles_below
from classroom.services.rosters.tables.leaving import left_below
from classroom.services.rosters.words import role_words, values
from classroom.services.rosters.words.headings import Column
from classroom.services.rosters.words.name_remarks import remark_of, without_remark
from classroom.services.rosters.words.person_names import is_sentence
from classroom.services.rosters.words.status_words import has_left

_TITLE = re.compile(r"[*# ]{0,3}[^\W\d_]+(?: [^\W\d_]+)? ?:\s*\S")
"""Headings that reports write above each part: "Class: 3B"."""
_INSTRUCTION = re.compile(
    r"required|optional|recommended|(?:e\.? ?g\.|ex\.|example|ejemplo|z\. ?b\.|p\. ?ex\.)[ :].*", re.IGNORECASE
)
"""Below the headings of a template."""
_FEW_ROWS = 2


class SkippedRows:
    """The rows without students, as far as they can be told only from the others."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        rows = cells.rows
        shown = [row.shown for row in rows]
        noise = self._without_names(shown)
        statuses = {at for at, row in enumerate(rows) if not cells.is_list and row.filled == 1 and has_left(shown[at])}
        self.noise = [shown[at] for at in noise]
        """The text of rows that are clearly no students."""
        self.left_below = {rows[at].line: status for at, status in left_below(shown, noise, statuses).items()}
        """The status of students below a title such as "Withdrawn:", by line."""
        self._noise = frozenset(rows[at].line for at in noise | statuses)
        self.named = [row for row in rows if row.line not in self._noise and not values.is_summary(row.shown)]
        """The others, which may be students."""
        self._odd = self._odd_rows() | self._rows_apart(shown, noise) | self._last_without_number()
        self._titles = titles_below(cells.sheet.rows, cells.headed_at) if cells.heading else frozenset[int]()
        commas = ["," in cells.text(row, Column.NAME_FAMILY_FIRST) for row in rows if row.filled > 1]
        self._have_commas = len(commas) > _FEW_ROWS and all(commas)

    def _without_names(self, shown: Sequence[str]) -> frozenset[int]:
        cells = self._cells
        if cells.is_list:
            return lines_without_names(shown)
        single = {at for at, row in enumerate(cells.rows) if row.filled == 1}
        return frozenset().union(
            texts_of_pictures(shown),
            initials_of_pictures(shown),
            teachers_by_title(list(map(cells.whole_name, cells.rows))),
            adults_in_sections(shown, single),
            around_names(shown) if cells.may_have_text else (),
        )

    def _odd_rows(self) -> frozenset[int]:
        """Return the lines of rows whose form differs from that of the others; in a table, only without data beside."""
        cells = self._cells
        if cells.may_have_text:
            return frozenset(self.named[at].line for at in odd_lines(self._names()))
        if cells.is_own:
            return frozenset()
        of_students = [at for at, one in enumerate(cells.columns) if one not in OF_NAMES | {Column.IGNORED}]
        names = self._names()
        alone = [at for at, row in enumerate(self.named) if row.filled == 1]
        between = (self.named[at] for at in words_between(names) | texts_between(names, alone))
        return frozenset(row.line for row in between if not any(map(row.cell, of_students)))

    def _names(self) -> list[str]:
        return [row.shown if self._cells.is_list else self._cells.whole_name(row) for row in self.named]

    def _rows_apart(self, shown: Sequence[str], noise: frozenset[int]) -> frozenset[int]:
        """Return the lines apart from the block of names, below a text, or with titles above a table."""
        cells = self._cells
        if cells.sheet.is_list:
            titles = self._noise.union(row.line for row in cells.rows if row.shown.endswith(":"))
            apart = lines_apart([row.line for row in cells.rows], titles)
            return apart.union(cells.rows[at].line for at in lines_below_text(shown, noise))
        if cells.is_list or not cells.may_have_text:
            return frozenset()
        first = next((at for at, row in enumerate(self.named) if row.filled > 1), 0)
        is_table = len(self.named) - first > _FEW_ROWS and all(row.filled > 1 for row in self.named[first:])
        return frozenset(row.line for row in self.named[:first]) if is_table else frozenset()

    def _last_without_number(self) -> frozenset[int]:
        """Return the last row if it has words, and a total at most, but not the number that all others have."""
        columns = self._cells.columns
        if self._cells.is_list or self._cells.is_own or len(self.named) <= _FEW_ROWS + 1:
            return frozenset()
        *others, last = self.named
        running = [str(number) for number in range(1, len(self.named))]
        numbers = [[row.cell(at) for row in others] for at in range(len(columns))]
        ids = {
            at
            for at, column in enumerate(columns)
            if numbers[at] == running or (column is Column.SOURCE_ID and all(map(str.isdecimal, numbers[at])))
        }
        data = [at for at in range(len(columns)) if columns[at] not in OF_NAMES and last.cell(at)]
        is_total = all(last.cell(at).isdecimal() and not others[-1].cell(at).isdecimal() for at in data)
        return frozenset({last.line}) if ids and is_total and ids.isdisjoint(data) else frozenset()

    def check(self, row: Row) -> None:
        """Check that a row may be a student.

        :raises ServiceError: with the reason to skip the row.
        """
        cells = self._cells
        if row.is_hidden:
            raise ServiceError(RosterErrorCode.ROW_HIDDEN)
        remarks = (remark_of(cells.text(row, column)) for column in OF_NAMES)
        role = next(filter(role_words.is_adult, (cells.text(row, Column.ROLE).replace("_", " "), *remarks)), "")
        if role:
            raise ServiceError(RosterErrorCode.NO_STUDENT, role=role[:40])
        if row.is_broken:
            raise ServiceError(RosterErrorCode.QUOTE_OPEN)
        first = next((cell for cell in map(values.plain, row.cells) if any(map(str.isalnum, cell))), "")
        has_name = row.filled > 1 and cells.whole_name(row) not in {"", first}
        if values.is_summary(first) and not has_name:
            raise ServiceError(RosterErrorCode.ROW_IS_SUMMARY)
        if self._is_title(row, first):
            raise ServiceError(RosterErrorCode.LINE_IS_TITLE)
        if self._is_about_headings(row, first):
            raise ServiceError(RosterErrorCode.LINE_ABOVE_HEADINGS)
        is_prose = cells.may_have_text and is_sentence(row.shown)
        has_number = cells.is_list and "," in first and any(map(str.isdigit, without_remark(first)[0]))
        if row.line in self._odd or has_number or is_prose:  # "Ms. Hart, Room 12"
            raise ServiceError(RosterErrorCode.NOT_A_NAME)

    def _is_title(self, row: Row, first: str) -> bool:
        """Return whether a row is a title above some of the students, or a part of the room in a seating chart."""
        cells = self._cells
        if row.line in self._noise or (cells.sheet.is_grid and is_furniture(first)):
            return True
        if cells.may_have_text and (is_place(first) or first.endswith(":")):
            return True
        is_single = row.filled == 1
        is_among_rows = cells.heading is not None and is_single and len(row.cells) > 1
        return (is_single and first.endswith(":")) or (
            is_among_rows and (is_part_of_class(first) or (self._have_commas and "," not in first))
        )

    def _is_about_headings(self, row: Row, first: str) -> bool:
        """Return whether a row repeats the headings or a title above them, or tells how to fill in a template."""
        heading = self._cells.heading
        is_repeat = row.line in self._titles or (heading is not None and is_repeated(row, heading))
        is_template = all(_INSTRUCTION.fullmatch(cell) for cell in map(values.plain, row.cells) if cell)
        return is_repeat or is_template or (row.filled == 1 and _TITLE.match(first) is not None)
