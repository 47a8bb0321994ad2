"""Read students from a grid by the roles of its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from classroom import clock
from classroom.services.errors import ErrorCode, FileErrorCode, NameErrorCode, RosterErrorCode, ServiceError
from classroom.services.names import clean_name, fold_name
from classroom.services.rosters.choices import Choices, heading_of, suggestion_for
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
    words_between,
)
from classroom.services.rosters.lists.titles import around_names, is_part_of_class, is_place
from classroom.services.rosters.people import (
    EXPORTED_HEADINGS,
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
from classroom.services.rosters.sources import Sheet, Source
from classroom.services.rosters.table_classes import split_classes
from classroom.services.rosters.tables.blocks import titles_below
from classroom.services.rosters.tables.leaving import Leaving, left_below
from classroom.services.rosters.words import role_words, values
from classroom.services.rosters.words.given_names import have_no_family_names, have_two_family_names, is_given
from classroom.services.rosters.words.headings import NAME_COLUMNS, Column, meaning_of, topic_of, words_of
from classroom.services.rosters.words.name_remarks import names_told_apart, remark_of, without_remark
from classroom.services.rosters.words.person_names import (
    checked_name,
    is_sentence,
    split_name,
    without_particles,
    without_suffix,
)
from classroom.services.rosters.words.status_words import has_left

_TWO_FAMILY_NAMES = frozenset(
    "nombre nombres alumno alumna alumnos alumnas alumnado estudiante estudiantes apellidos hola grado".split()
)
_TITLE = re.compile(r"[*# ]{0,3}[^\W\d_]+(?: [^\W\d_]+)? ?:\s*\S")
"""Headings that reports write above each part: "Class: 3B"."""
_INSTRUCTION = re.compile(
    r"required|optional|recommended|(?:e\.? ?g\.|ex\.|example|ejemplo|z\. ?b\.|p\. ?ex\.)[ :].*", re.IGNORECASE
)
"""Below the headings of a template."""
_LONGEST_GIVEN = 80
_FEW_ROWS = 2
_OF_NAMES = NAME_COLUMNS | {Column.FAMILY, Column.MIDDLE}
_TEST_STUDENT = ("Test", "Student", "")
"""Last in every gradebook of Canvas."""


def read_table(source: Source, choices: Choices) -> RosterFile:
    """Read the students: each row becomes a person or a reason to skip it.

    :raises ServiceError: FILE_EMPTY, FILE_TOO_LONG or NAMES_MISSING.
    """
    sheet = source.readings[choices.reading].sheets[choices.sheet]
    below = [row for row in sheet.rows[choices.heading + 1 :] if row.filled]
    if not below:
        raise ServiceError(FileErrorCode.FILE_EMPTY)
    if len(below) > MAX_ROWS:
        raise ServiceError(FileErrorCode.FILE_TOO_LONG, longest=MAX_ROWS)
    if not set(choices.columns) & NAME_COLUMNS:
        raise ServiceError(RosterErrorCode.NAMES_MISSING)
    reader = _Reader(sheet, choices, below, is_alone=len(below) == 1 and bool(source.text))
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

    def __init__(self, sheet: Sheet, choices: Choices, below: Sequence[Row], *, is_alone: bool) -> None:
        self._heading = sheet.rows[choices.heading] if choices.heading >= 0 else None
        self._at: dict[Column, list[int]] = {}
        for at, column in enumerate(choices.columns):
            self._at.setdefault(column, []).append(at)
        self._is_grid = sheet.is_grid
        self._is_list = sheet.is_list or len(choices.columns) == 1
        self._is_plain = self._is_list or (choices.heading < 0 and not sheet.is_grid)
        shown = [row.shown for row in below]
        noise = (
            lines_without_names(shown)
            if self._is_list
            else texts_of_pictures(shown)
            | initials_of_pictures(shown)
            | teachers_by_title(list(map(self._whole_names, below)))
            | adults_in_sections(shown, {at for at, row in enumerate(below) if row.filled == 1})
            | (around_names(shown) if self._is_plain else set())
        )
        self._noise = frozenset(below[at].line for at in noise)
        sections = (
            set() if self._is_list else {at for at, row in enumerate(below) if row.filled == 1 and has_left(shown[at])}
        )
        self._left_below = {below[at].line: status for at, status in left_below(shown, noise, sections).items()}
        self._noise |= {below[at].line for at in sections}
        named = [row for row in below if row.line not in self._noise and not values.is_summary(row.shown)]
        whole = [row.shown if self._is_list else self._whole_names(row) for row in named]
        of_students = [at for at, one in enumerate(choices.columns) if one not in _OF_NAMES | {Column.IGNORED}]
        self._is_own = self._heading is not None and tuple(self._heading.cells) == EXPORTED_HEADINGS
        bare = {at for at, row in enumerate(named) if not self._is_own and not any(map(row.cell, of_students))}
        odd = odd_lines(whole) if self._is_plain else words_between(whole) & bare
        titles = self._noise.union(row.line for row in below if row.shown.endswith(":"))
        apart = lines_apart([row.line for row in below], titles) if sheet.is_list else frozenset[int]()
        if sheet.is_list:
            apart |= {below[at].line for at in lines_below_text(shown, noise)}
        if self._is_plain and not self._is_list:
            first = next((at for at, row in enumerate(named) if row.filled > 1), 0)
            is_below = len(named) - first > _FEW_ROWS and all(row.filled > 1 for row in named[first:])
            apart |= {row.line for row in named[:first]} if is_below else set()  # titles above a table
        numberless = self._last_without_number([] if self._is_own else named, choices)
        self._odd = apart.union((named[at].line for at in odd), numberless)
        self._is_alone = is_alone and sheet.is_list
        self._are_first_names = sheet.is_list and have_no_family_names(row.shown for row in named)
        self._titles = titles_below(sheet.rows, choices.heading) if self._heading else frozenset[int]()
        heading = self._heading.cells if self._heading else ()
        headings = [
            words_of(heading[at])
            for at in (*self._at.get(Column.NAME, ()), *self._at.get(Column.NAME_FAMILY_FIRST, ()))
            if at < len(heading)
        ]
        rich = [row for row in below if row.filled > 1]
        commas = ["," in self._text(row, Column.NAME_FAMILY_FIRST) for row in rich]
        self._have_commas = len(rich) > _FEW_ROWS and all(commas)
        self._have_some_commas = any(commas) and not all(commas)  # the others are written as one says them
        self._leaving = Leaving(self._at.get(Column.STATUS, ()), self._heading, below, clock.local_day(clock.now()))
        self._told_apart = names_told_apart(
            self._whole_names(row) for row in below if not self._text(row, Column.SOURCE_ID)
        )
        if self._is_list:
            headings += [words_of(below[at].shown) for at in noise]
        self._family_words = 2 if any(_TWO_FAMILY_NAMES & set(words) for words in headings) else 1
        if self._at.get(Column.NAME_FAMILY_FIRST) and have_two_family_names(map(self._whole_names, below)):
            self._family_words = 2
        parts = [at for column in (Column.GIVEN, Column.FAMILY) for at in self._at.get(column, ())]
        is_headed = all(at < len(heading) and meaning_of(heading[at]) for at in parts)
        self.is_guessed = Column.NAME in self._at or (Column.GIVEN in self._at and not is_headed)

    def _last_without_number(self, rows: Sequence[Row], choices: Choices) -> list[int]:
        """Return the last row if it has words, and a total at most, but not the number that all others have."""
        if self._is_list or len(rows) <= _FEW_ROWS + 1:
            return []
        *others, last = rows
        running = [str(number) for number in range(1, len(rows))]
        numbers = [[row.cell(at) for row in others] for at in range(len(choices.columns))]
        ids = [
            at
            for at, column in enumerate(choices.columns)
            if numbers[at] == running or (column is Column.SOURCE_ID and all(map(str.isdecimal, numbers[at])))
        ]
        data = [at for at in range(len(choices.columns)) if choices.columns[at] not in _OF_NAMES and last.cell(at)]
        is_total = all(last.cell(at).isdecimal() and not others[-1].cell(at).isdecimal() for at in data)
        return [last.line] if ids and is_total and not set(ids) & set(data) else []

    def person(self, row: Row) -> Person:
        """Return a row's student.

        :raises ServiceError: with the reason to skip the row.
        """
        self._check(row)
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
        source_id, group = self._text(row, Column.SOURCE_ID), self._text(row, Column.GROUP)
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
            group=clean_group(group if self._is_own else values.bare_number(group)),
            level=values.level_of(self._text(row, Column.LEVEL)),
            section=self._text(row, Column.CLASS)[:LONGEST_GROUP],
        )

    def _absence(self, row: Row) -> Absence | None:
        """Return that the student has left, if the row says so in a column or in a remark behind the name."""
        remarks = (remark_of(self._text(row, column)) for column in (*NAME_COLUMNS, Column.FAMILY))
        left = next(filter(has_left, remarks), "") or self._left_below.get(row.line, "")
        return Absence(is_over=True, day="", status=left[:LONGEST_STATUS]) if left else self._leaving.absence(row)

    def rest_if_named(self, row: Row, error: ServiceError) -> Person | None:
        """Return a row's data besides the name, if only the name is wrong."""
        if error.code in _NAME_PROBLEMS:
            with suppress(ServiceError):
                return self.rest(row)
        return None

    def _check(self, row: Row) -> None:
        if row.is_hidden:
            raise ServiceError(RosterErrorCode.ROW_HIDDEN)
        remarks = (remark_of(self._text(row, column)) for column in _OF_NAMES)
        role = next(filter(role_words.is_adult, (self._text(row, Column.ROLE).replace("_", " "), *remarks)), "")
        if role:
            raise ServiceError(RosterErrorCode.NO_STUDENT, role=role[:40])
        if row.is_broken:
            raise ServiceError(RosterErrorCode.QUOTE_OPEN)
        first = next((cell for cell in map(values.plain, row.cells) if any(map(str.isalnum, cell))), "")
        has_name = row.filled > 1 and self._whole_names(row) not in {"", first}
        if values.is_summary(first) and not has_name:
            raise ServiceError(RosterErrorCode.ROW_IS_SUMMARY)
        is_title = row.line in self._noise or (self._is_plain and is_place(first))
        is_title = is_title or (first.endswith(":") and (self._is_plain or row.filled == 1))
        is_among_rows = self._heading is not None and row.filled == 1 < len(row.cells)
        is_among_rows = is_among_rows and (is_part_of_class(first) or (self._have_commas and "," not in first))
        if is_title or is_among_rows or (self._is_grid and is_furniture(first)):
            raise ServiceError(RosterErrorCode.LINE_IS_TITLE)
        is_heading = row.line in self._titles or (self._heading and is_repeated(row, self._heading))
        is_template = all(_INSTRUCTION.fullmatch(cell) for cell in map(values.plain, row.cells) if cell)
        if is_heading or is_template or (row.filled == 1 and _TITLE.match(first)):
            raise ServiceError(RosterErrorCode.LINE_ABOVE_HEADINGS)
        is_prose = self._is_plain and is_sentence(row.shown)
        has_number = self._is_list and "," in first and any(map(str.isdigit, without_remark(first)[0]))
        if row.line in self._odd or has_number or is_prose:  # "Ms. Hart, Room 12"
            raise ServiceError(RosterErrorCode.NOT_A_NAME)

    def _name(self, row: Row) -> tuple[str, str]:
        """Return given and family name, as separated by the columns."""
        has_both = values.has_letters(self._text(row, Column.GIVEN)) and values.has_letters(
            self._text(row, Column.FAMILY)
        )
        given = checked_name(self._preferred(row), is_part=has_both) or checked_name(
            self._text(row, Column.GIVEN), is_part=has_both
        )
        family = checked_name(self._text(row, Column.FAMILY), is_part=has_both)
        given = " ".join(without_remark(given, is_kept=_both(given, family) in self._told_apart)).strip()
        if has_both and values.is_summary(f"{given} {family}"):
            raise ServiceError(RosterErrorCode.ROW_IS_SUMMARY)
        if given and family:
            given = without_particles(
                without_suffix(given.partition(",")[0] or given)
            )  # "Zoé, Marie": the first of several first names
            family = without_suffix(family)
        for column in (Column.NAME, Column.NAME_FAMILY_FIRST):
            whole = checked_name(self._text(row, column))
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

    def _preferred(self, row: Row) -> str:
        """Return the first of several preferred names: a nickname counts if there is no other."""
        names = (row.cell(at) for at in self._at.get(Column.PREFERRED, ()))
        return next((name for name in names if values.has_letters(name) and not values.is_placeholder(name)), "")

    def _whole_names(self, row: Row) -> str:
        whole = self._text(row, Column.NAME) or self._text(row, Column.NAME_FAMILY_FIRST)
        return whole or _both(self._text(row, Column.GIVEN), self._text(row, Column.FAMILY))

    def _text(self, row: Row, column: Column) -> str:
        """Return the cells with a role, joined, without placeholders."""
        if column not in self._at:
            return ""
        cells = map(row.cell, self._at[column])
        is_name = column in NAME_COLUMNS or column is Column.FAMILY
        return " ".join(
            cell
            for cell in cells
            if cell
            and not (
                (values.is_placeholder(cell) and not values.CELL_ERROR.fullmatch(cell) and not is_name)
                or cell in {"-", "–"}
            )
        )


def _both(given: str, family: str) -> str:
    """Return a key of a name in two columns, with the remark behind it at the end."""
    return f"{family}, {given}" if family else given


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
