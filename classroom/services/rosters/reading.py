"""Read students from a grid by the roles of its columns."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from classroom import clock
from classroom.services.errors import ErrorCode, FileErrorCode, NameErrorCode, RosterErrorCode, ServiceError
from classroom.services.names import clean_name, fold_name
from classroom.services.rosters.cells import Cells, joined
from classroom.services.rosters.choices import Choices, heading_of, split_classes, suggestion_for
from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.people import (
    LONGEST_FAMILY,
    LONGEST_GROUP,
    LONGEST_STATUS,
    MAX_ROWS,
    Absence,
    FileKind,
    Person,
    RosterFile,
    WrongRow,
    clean_group,
    clean_id,
)
from classroom.services.rosters.sheets import Sheet, Source
from classroom.services.rosters.skipped_rows import SkippedRows
from classroom.services.rosters.tables.leaving import Leaving
from classroom.services.rosters.words import values
from classroom.services.rosters.words.given_names import have_no_family_names, have_two_family_names, is_given
from classroom.services.rosters.words.headings import NAME_COLUMNS, Column, meaning_of, topic_of, words_of
from classroom.services.rosters.words.name_remarks import names_told_apart, remark_of, without_remark
from classroom.services.rosters.words.person_names import (
    checked_name,
    split_name,
    without_particles,
    without_suffix,
)
from classroom.services.rosters.words.status_words import has_left

_TWO_FAMILY_NAMES = frozenset(
    "nombre nombres alumno alumna alumnos alumnas alumnado estudiante estudiantes apellidos hola grado".split()
)
_LONGEST_GIVEN = 80
_TEST_STUDENT = ("Test", "Student", "")
"""Last in every gradebook of Canvas."""


def read_table(source: Source, choices: Choices) -> RosterFile:
    """Read the students: each row becomes a person or a reason to skip it.

    :raises ServiceError: FILE_EMPTY, FILE_TOO_LONG or NAMES_MISSING.
    """
    sheet = source.readings[choices.reading].sheets[choices.sheet]
    cells = Cells(sheet, choices)
    below = cells.rows
    if not below:
        raise ServiceError(FileErrorCode.FILE_EMPTY)
    if len(below) > MAX_ROWS:
        raise ServiceError(FileErrorCode.FILE_TOO_LONG, longest=MAX_ROWS)
    if not set(choices.columns) & NAME_COLUMNS:
        raise ServiceError(RosterErrorCode.NAMES_MISSING)
    reader = _Reader(cells, is_alone=len(below) == 1 and bool(source.text))
    people: list[Person] = []
    wrong = [
        WrongRow(row.line, row.shown, RosterErrorCode.LINE_ABOVE_HEADINGS)
        for row in sheet.rows[: max(0, choices.heading)]
    ]
    for row in below:
        try:
            people.append(reader.person(row))
        except ServiceError as error:
            wrong.append(WrongRow(row.line, row.shown, error.code, error.facts, reader.rest_if_named(row, error)))
    return RosterFile(
        FileKind.TABLE,
        tuple(split_classes(people, wrong, choices, sheet)),
        _unread(sheet, choices),
        _repeated_ids(sheet, choices),
        is_guessed=reader.is_guessed and any(one.family for one in people),
        tidied=sheet.noise,
        may_be_pairs=sheet.may_be_pairs,
    )


_NAME_PROBLEMS: frozenset[ErrorCode] = frozenset(
    {
        NameErrorCode.NAME_NOT_TEXT,
        NameErrorCode.NAME_TOO_LONG,
        RosterErrorCode.CELL_IS_ERROR,
        RosterErrorCode.EMAIL_NOT_NAME,
        RosterErrorCode.LINE_IS_TITLE,
        RosterErrorCode.NOT_A_NAME,
        RosterErrorCode.NO_STUDENT,
        RosterErrorCode.QUOTE_OPEN,
        RosterErrorCode.ROW_IS_SUMMARY,
        RosterErrorCode.ROW_WITHOUT_NAME,
    }
)


class _Reader:
    """Reads the rows of one sheet."""

    def __init__(self, cells: Cells, *, is_alone: bool) -> None:
        self._cells = cells
        self._skipped = skipped = SkippedRows(cells)
        self._is_alone = is_alone and cells.sheet.is_list
        self._are_first_names = cells.sheet.is_list and have_no_family_names(row.shown for row in skipped.named)
        commas = ["," in cells.text(row, Column.NAME_FAMILY_FIRST) for row in cells.rows if row.filled > 1]
        self._have_some_commas = any(commas) and not all(commas)  # the others are written as one says them
        statuses = cells.places.get(Column.STATUS, ())
        self._leaving = Leaving(statuses, cells.heading, cells.rows, clock.local_day(clock.now()))
        self._told_apart = names_told_apart(
            cells.whole_name(row) for row in cells.rows if not cells.text(row, Column.SOURCE_ID)
        )
        self._family_words = self._words_of_family_names()
        parts = [at for column in (Column.GIVEN, Column.FAMILY) for at in cells.places.get(column, ())]
        is_headed = all(cells.heading and meaning_of(cells.heading.cell(at)) for at in parts)
        self.is_guessed = Column.NAME in cells.places or (Column.GIVEN in cells.places and not is_headed)

    def _words_of_family_names(self) -> int:
        """Return the number of words in family names: two in Spain, as headings or the names tell."""
        cells = self._cells
        places = (*cells.places.get(Column.NAME, ()), *cells.places.get(Column.NAME_FAMILY_FIRST, ()))
        headings = [cells.heading.cell(at) for at in places] if cells.heading else []
        headings += self._skipped.noise if cells.is_list else []
        are_two = any(not _TWO_FAMILY_NAMES.isdisjoint(words_of(heading)) for heading in headings)
        if Column.NAME_FAMILY_FIRST in cells.places and not are_two:
            are_two = have_two_family_names(map(cells.whole_name, cells.rows))
        return 2 if are_two else 1

    def person(self, row: Row) -> Person:
        """Return a row's student.

        :raises ServiceError: with the reason to skip the row.
        """
        self._skipped.check(row)
        given, family = self._name(row)
        if not given:
            raise ServiceError(RosterErrorCode.ROW_WITHOUT_NAME)
        rest = replace(self.rest(row), absence=self._absence(row))
        if (given, family, rest.source_id) == _TEST_STUDENT:
            raise ServiceError(RosterErrorCode.NO_STUDENT, role="Test Student")
        return replace(
            rest,
            given=clean_name(given, longest=_LONGEST_GIVEN if family else 40),
            family=clean_name(family[:LONGEST_FAMILY], longest=LONGEST_FAMILY) if family else "",
        )

    def rest(self, row: Row) -> Person:
        """Return a row's data besides the name.

        :raises ServiceError: CELL_IS_ERROR, ID_SHORTENED, ID_UNREADABLE, GROUP_IS_DATE or a NAME_… code.
        """
        source_id, group = self._cells.text(row, Column.SOURCE_ID), self._cells.text(row, Column.GROUP)
        if values.CELL_ERROR.fullmatch(source_id):
            raise ServiceError(RosterErrorCode.CELL_IS_ERROR, found=source_id)
        if values.SHORTENED_NUMBER.fullmatch(source_id):
            raise ServiceError(RosterErrorCode.ID_SHORTENED, found=source_id)
        if values.DATE.fullmatch(group):
            raise ServiceError(RosterErrorCode.GROUP_IS_DATE, found=group)
        return Person(
            row.line,
            "",
            source_id=clean_id(values.bare_number(source_id)),
            group=clean_group(group if self._cells.is_own else values.bare_number(group)),
            level=values.level_of(self._cells.text(row, Column.LEVEL)),
            section=self._cells.text(row, Column.CLASS)[:LONGEST_GROUP],
        )

    def _absence(self, row: Row) -> Absence | None:
        """Return that the student has left, if the row says so in a column or in a remark behind the name."""
        remarks = (remark_of(self._cells.text(row, column)) for column in (*NAME_COLUMNS, Column.FAMILY))
        left = next(filter(has_left, remarks), "") or self._skipped.left_below.get(row.line, "")
        return Absence(is_over=True, day="", status=left[:LONGEST_STATUS]) if left else self._leaving.absence(row)

    def rest_if_named(self, row: Row, error: ServiceError) -> Person | None:
        """Return a row's data besides the name, if only the name is wrong."""
        if error.code in _NAME_PROBLEMS:
            with suppress(ServiceError):
                return self.rest(row)
        return None

    def _name(self, row: Row) -> tuple[str, str]:
        """Return given and family name, as separated by the columns."""
        has_both = values.has_letters(self._cells.text(row, Column.GIVEN)) and values.has_letters(
            self._cells.text(row, Column.FAMILY)
        )
        given = checked_name(self._cells.preferred(row), is_part=has_both) or checked_name(
            self._cells.text(row, Column.GIVEN), is_part=has_both
        )
        family = checked_name(self._cells.text(row, Column.FAMILY), is_part=has_both)
        given = " ".join(without_remark(given, is_kept=joined(given, family) in self._told_apart)).strip()
        if has_both and values.is_summary(f"{given} {family}"):
            raise ServiceError(RosterErrorCode.ROW_IS_SUMMARY)
        if given and family:
            given = without_particles(
                without_suffix(given.partition(",")[0] or given)
            )  # "Zoé, Marie": the first of several first names
            family = without_suffix(family)
        for column in (Column.NAME, Column.NAME_FAMILY_FIRST):
            whole = checked_name(self._cells.text(row, column))
            is_first = self._are_first_names and all(map(is_given, whole.split()))  # "Juan Pablo"
            if whole and (self._is_alone or is_first) and "," not in whole:
                given = whole  # keep a single typed name as it is
            elif whole:
                first, last = split_name(
                    whole,
                    is_family_first=column is Column.NAME_FAMILY_FIRST and not self._have_some_commas,
                    family_words=self._family_words,
                    is_remark_kept=whole in self._told_apart,
                )
                if not values.has_letters(first):
                    first, last = whole, ""  # "0 A" is not a "0" of a family "A"
                given, family = given or first, family or last
        if family and fold_name(given).endswith(f" {fold_name(family)}"):  # a full name in a column of first names
            given = " ".join(given.split()[: -len(family.split())])
        if given and not values.has_letters(given):
            raise ServiceError(RosterErrorCode.NOT_A_NAME)
        return given, family


def _repeated_ids(sheet: Sheet, choices: Choices) -> tuple[str, ...]:
    """Return the headings of ID columns that are not used because different students have the same value."""
    headings = {at: heading_of(sheet, choices, at) for at, role in enumerate(choices.columns) if role is Column.IGNORED}
    if Column.SOURCE_ID not in map(topic_of, headings.values()):
        return ()
    return tuple(headings[at] for at in suggestion_for(sheet, choices.heading).repeated_ids if at in headings)


def _unread(sheet: Sheet, choices: Choices) -> tuple[str, ...]:
    """Return the headings of skipped columns, truncated if too long."""
    ignored = [at for at, role in enumerate(choices.columns) if role is Column.IGNORED]
    is_spanning = choices.heading >= 0 and sheet.rows[choices.heading].filled == 1
    headings = [
        (not is_spanning and heading_of(sheet, choices, at)) or _first_name_in(sheet, choices, at) for at in ignored
    ]
    return tuple(heading[:40] for heading in headings if heading)[:30]


def _first_name_in(sheet: Sheet, choices: Choices, at: int) -> str:
    """Return the first cell of a column without a heading, if it may be a second list of names; else ""."""
    cells = filter(None, (row.cell(at) for row in sheet.rows[choices.heading + 1 :]))
    first = next(cells, "")
    if not values.is_name(first) or (second := next(cells, None)) is None:
        return ""
    return f"{first[:38]} …" if values.is_name(second) and all(map(values.is_name, cells)) else ""
