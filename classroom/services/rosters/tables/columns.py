"""Suggest the role of each roster column from its heading and contents.

Headings suggest a role, and contents can rule it out: IDs must differ between students, and names must not be email
addresses. Without a known heading, the form of the values decides. A teacher's choice of columns is never overridden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from classroom.services.names import fold_name
from classroom.services.rosters.files import enrollment_dates
from classroom.services.rosters.files.grids import Row, is_repeated
from classroom.services.rosters.tables.column_contents import MOST, SCORE, Contents, whole_name
from classroom.services.rosters.tables.guessed_names import guessed_names, relatives, share_words, texts_of_controls
from classroom.services.rosters.tables.useful_columns import can_be_groups, useless_columns
from classroom.services.rosters.words import role_words, status_words, values
from classroom.services.rosters.words.confidential import is_confidential
from classroom.services.rosters.words.headings import (
    ANY_NAMES,
    IN_USE,
    NAME_COLUMNS,
    OF_ANYONE,
    OF_OTHERS,
    Column,
    Meaning,
    Topic,
    meaning_of,
)

_TITLED = re.compile(r"(?:mr|mrs|ms|dr)\b\.?(?: |$)", re.IGNORECASE)
_INITIALS = re.compile("[A-Z]{2}")
_SMALL = re.compile(r"0?[0-9]{1,4}\.?")
_GAPS = 3
"""Row numbers don't exceed the number of rows by more than this factor."""
_FEW_CELLS = 2
"""In rows with more cells, a single one is a title or a footer."""
_FEW_ROWS = 2
_WHOLE_NAMES = frozenset({Column.NAME, Column.NAME_FAMILY_FIRST})
_FEW_ANSWERS = 4
_LAST_ORDERED = 12
"""The highest grade."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The suggested roles of all columns, and warnings for the teacher."""

    columns: tuple[Column, ...]
    repeated_ids: tuple[int, ...] = ()
    """Columns with an ID heading where different students have the same value."""
    counting: tuple[int, ...] = ()
    """Columns that only number the rows."""
    private: frozenset[int] = frozenset()
    """Columns whose values are discarded, such as addresses and birth dates."""
    useless: frozenset[int] = frozenset()
    """Columns that no one would choose, whose values are discarded, too."""
    is_guessed: bool = False
    """Whether names were detected without headings."""


def suggest_columns(rows: Sequence[Row], heading: Row | None) -> Suggestion:
    """Suggest a role for each column.

    :param rows: the rows below the heading.
    """
    width = max((len(row.cells) for row in (*rows, *([heading] if heading else []))), default=0)
    if heading is not None and heading.filled == 1 and max((row.filled for row in rows), default=0) > 1:
        heading = None  # a heading that spans several columns doesn't say which one it means
    rows = _of_students(rows, heading)
    contents = [_contents(at, rows, heading) for at in range(width)]
    counting = tuple(one.at for one in contents if _counts(one))
    codes = [one for one in contents if one.meaning is not None and one.meaning.is_code]
    private = frozenset(one.at for one in contents if _is_private(one))
    if any(one.is_about(Topic.PRIVATE) for one in codes):
        private |= {one.at for one in codes}
    private |= texts_of_controls(contents)
    usable = [one for one in contents if one.at not in private and one.at not in counting]
    roles = _named_roles(usable)
    if heading is not None:
        roles |= _parts_below_one_heading(usable, roles, heading)
    is_guessed = not (set(roles.values()) & NAME_COLUMNS)
    if is_guessed:
        private |= relatives([one for one in contents if one.meaning is None and one.at not in private])
        usable = [one for one in usable if one.at not in private]
    if is_guessed and not any(one.is_about(Topic.MONEY) for one in contents):
        guessed = guessed_names([one for one in usable if one.at not in roles or roles[one.at] is Column.CLASS])
        if Column.FAMILY in roles.values() and len(guessed) == 1:
            guessed = dict.fromkeys(guessed, Column.GIVEN)  # "Surname" and "Other names"
        roles |= guessed
    repeated = _add_id(usable, roles, rows)
    _add_unnamed(usable, roles, has_heading=heading is not None)
    found = set(roles.values())
    are_whole = bool(found & _WHOLE_NAMES) or Column.FAMILY in found
    are_sure = not is_guessed or any("," in name for name in _texts_of(Column.NAME_FAMILY_FIRST, contents, roles))
    useless = useless_columns(usable, roles, has_names=heading is not None and are_sure and are_whole)
    names = Contents(width, tuple(_name_key(row, roles) for row in rows), None, is_spaced=False)
    useless |= {one.at for one in usable if one.is_about(Topic.TEACHER) and share_words(names, one)}  # legal tutors
    columns = tuple(roles.get(at, Column.IGNORED) for at in range(width))
    return Suggestion(columns, repeated, counting, private, useless, is_guessed and heading is None)


def without_relatives(rows: Sequence[Row]) -> list[Row]:
    """Return a table without headings, without columns of relatives. Phone numbers beside tell who these are."""
    width = max((len(row.cells) for row in rows), default=0)
    is_table = width > _FEW_CELLS and len(rows) > 1
    found = relatives([_contents(at, rows, None) for at in range(width)]) if is_table else ()
    if not found:
        return list(rows)
    return [replace(row, cells=[cell for at, cell in enumerate(row.cells) if at not in found]) for row in rows]


def _of_students(rows: Sequence[Row], heading: Row | None) -> list[Row]:
    """Return the rows that can be students: headings of further pages and totals say nothing about the columns."""
    filled = sorted(row.filled for row in rows if row.filled)
    usual = heading.filled if heading is not None else filled[len(filled) // 2] if filled else 0
    least = 2 if usual > _FEW_CELLS else 1
    return [
        row
        for row in rows
        if row.filled >= least
        and not (heading is not None and is_repeated(row, heading))
        and not values.is_summary(next(filter(None, map(values.plain, row.cells)), ""))
    ] or list(rows)


def _contents(at: int, rows: Sequence[Row], heading: Row | None) -> Contents:
    raw = [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at].strip()]
    is_spaced = bool(raw) and all(cell[:1].isspace() for cell in raw)
    meaning = meaning_of(heading.cell(at)) if heading is not None else None
    one = Contents(at, tuple(row.cell(at) for row in rows), meaning, is_spaced)
    is_task = meaning is not None and meaning.is_title and (not one.filled or one.share(SCORE.fullmatch) > MOST)
    return replace(one, meaning=Meaning(Topic.RESULT)) if is_task else one


def _is_private(one: Contents) -> bool:
    if _says_who_left(one):
        return False
    if one.is_about(Topic.PRIVATE) or one.share(values.is_email) >= MOST:
        return True
    if (
        one.meaning is None
        and one.share(is_confidential) > 0
        and not one.share(lambda cell: values.is_full_name(cell) and not is_confidential(cell)) >= MOST
    ):
        return True
    if one.is_about(Column.FAMILY) and one.share(_TITLED.match) > 0:  # of the household
        return True
    is_known = one.is_about(Column.SOURCE_ID, Column.GROUP, Column.CLASS, Column.STATUS)
    return one.share(values.is_private) >= MOST and not (is_known and one.meaning and not one.meaning.is_title)


def _says_who_left(one: Contents) -> bool:
    """Return whether a column of notes says nothing else: what else was in it has been removed."""
    return one.meaning is not None and one.meaning.is_note and one.share(status_words.surely_left) == 1


def _named_roles(contents: Iterable[Contents]) -> dict[int, Column]:
    """Return the roles suggested by headings, if the cells match. IDs are added later."""
    roles: dict[int, Column] = {}
    contents = [one for one in contents if one.meaning is not None]
    contents.sort(key=_fit)
    able = [one for one in contents if one.is_about(Topic.BARE_NAME) and one.has_names]
    if any(one.is_about(Column.FAMILY) for one in contents):  # then "Nombre" is the given name, beside "Alumno"
        able.sort(key=lambda one: one.meaning is not None and one.meaning.rank != OF_ANYONE)
    bare = next(iter(able), None)
    for one in contents:
        about = one.meaning.about if one.meaning else None
        if not isinstance(about, Column) or about is Column.SOURCE_ID or not _agrees(one, about):
            continue
        has_statuses = about is Column.CLASS and one.share(status_words.is_status) == 1  # "Enrolled"
        about = Column.STATUS if has_statuses else about
        may_be_second = (about is Column.FAMILY and _fit(one) == 1) or about in {Column.STATUS, Column.PREFERRED}
        is_rare = (
            about is Column.FAMILY and _fit(one) != 1 and one.is_sparse and bare is not None and not bare.is_sparse
        )
        if (about not in roles.values() or may_be_second) and not is_rare:
            roles[one.at] = whole_name(one) if about is Column.NAME else about
    if bare is not None and not set(roles.values()) & _WHOLE_NAMES:
        roles |= _bare_role(bare, set(roles.values()))
    roles = _with_whole_names(_with_given_names(contents, roles), contents)
    middle = next((one for one in contents if roles.get(one.at) is Column.MIDDLE and not one.is_sparse), None)
    if middle is not None and set(roles.values()) & ANY_NAMES == {Column.GIVEN}:
        roles[middle.at] = Column.FAMILY  # "Презиме" in Serbian
    if set(roles.values()) & ANY_NAMES == {Column.PREFERRED}:
        roles = {
            one.at: whole_name(one) if roles[one.at] is Column.PREFERRED else roles[one.at]
            for one in contents
            if one.at in roles
        }
    return {at: role for at, role in roles.items() if not _has_better_source(role, set(roles.values()))}


def _parts_below_one_heading(contents: Sequence[Contents], roles: dict[int, Column], heading: Row) -> dict[int, Column]:
    """Return the two parts of names in a column headed "Name" and the one beside it without a heading: merged cells."""
    for one, other in pairwise(contents):
        is_name = roles.get(one.at) in _WHOLE_NAMES and other.at == one.at + 1 and not heading.cell(other.at)
        if is_name and all(part.share(_is_one_part) > MOST and part.variety > MOST for part in (one, other)):
            return guessed_names([one, other])
    return {}


def _with_given_names(contents: Sequence[Contents], roles: dict[int, Column]) -> dict[int, Column]:
    """Correct the role of "Full names" beside "Surname", if these are first names only."""
    found = {role: one for one in contents if (role := roles.get(one.at)) is not None}
    family, whole = found.get(Column.FAMILY), found.get(Column.NAME)
    if family is None or whole is None or Column.GIVEN in found or not whole.filled:
        return roles
    both = [(last, name) for last, name in zip(family.cells, whole.cells, strict=True) if last and name]
    is_contained = sum(fold_name(last) in fold_name(name) for last, name in both) * 2 > len(both)
    return roles if is_contained or not both else {**roles, whole.at: Column.GIVEN}


def _with_whole_names(roles: dict[int, Column], contents: Sequence[Contents]) -> dict[int, Column]:
    """Correct the role of a column of first names in a language whose word for them also means "name"."""
    given = next((one for one in contents if roles.get(one.at) is Column.GIVEN), None)
    if given is None or given.meaning is None or not given.meaning.may_be_whole or Column.FAMILY in roles.values():
        return roles
    is_whole = given.share(lambda cell: len(cell.split()) > 1) > MOST
    return {**roles, given.at: whole_name(given)} if is_whole else roles


def _bare_role(bare: Contents, found: set[Column]) -> dict[int, Column]:
    """Resolve a column headed "Name": the name part that no other column has, or the full name."""
    has_given, has_family = Column.GIVEN in found, Column.FAMILY in found
    if has_given and has_family:
        return {}
    if Column.PREFERRED in found and not has_given and not has_family and bare.share(_is_one_part) > MOST:
        return {bare.at: Column.FAMILY}
    if not has_given and bare.share(lambda cell: "," in cell) > MOST:  # beside "Family name", of the household
        return {bare.at: whole_name(bare)}
    return {bare.at: Column.FAMILY if has_given else Column.GIVEN if has_family else whole_name(bare)}


def _is_one_part(cell: str) -> bool:
    """Return whether a name is one word, apart from particles: "de Vries"."""
    return "," not in cell and sum(not word[0].islower() for word in cell.split()) == 1


def _has_better_source(role: Column, found: set[Column]) -> bool:
    """Return whether other columns are better: separate first and last names rather than the full name."""
    if role in _WHOLE_NAMES:
        return Column.GIVEN in found
    return role is Column.FAMILY and Column.GIVEN not in found and bool(found & _WHOLE_NAMES)


def _texts_of(role: Column, contents: Sequence[Contents], roles: Mapping[int, Column]) -> list[str]:
    return [cell for one in contents if roles.get(one.at) is role for cell in one.filled]


def _fit(one: Contents) -> int:
    """Return a sort key: the rank of the heading, and whether "4B" below it says that it is the class."""
    rank = one.meaning.rank if one.meaning else 0
    if rank == IN_USE and one.is_about(Column.FAMILY) and all(one.cells):
        return -1
    return rank - 2 * (one.is_about(Column.CLASS) and one.share(values.CLASS_CODE.fullmatch) == 1)


def _agrees(one: Contents, role: Column) -> bool:
    """Return whether the cells match the heading. An empty column matches anything."""
    if not one.filled:
        return role not in NAME_COLUMNS | {Column.FAMILY}
    if role in NAME_COLUMNS | {Column.FAMILY, Column.MIDDLE}:
        are_initials = role is Column.FAMILY and one.share(_INITIALS.fullmatch) > MOST  # of who signed
        are_names = one.share(lambda cell: values.is_name(cell) or cell.endswith('"')) >= MOST
        return not are_initials and (are_names or not one.share(values.is_private))
    if role is Column.LEVEL:
        return one.share(values.is_grade) >= MOST
    if role is Column.ROLE:
        return one.share(role_words.is_role) >= MOST
    if role is Column.STATUS:
        return (
            one.share(enrollment_dates.readings) >= MOST
            or one.share(status_words.is_status) >= MOST
            or one.share(status_words.surely_left) > 0
            or _are_answers(one)
            or status_words.are_codes(one.filled)
        )
    is_sure = role is not Column.GROUP or one.meaning is None or one.meaning.rank < OF_OTHERS
    return is_sure or can_be_groups(one)


def _are_answers(one: Contents) -> bool:
    """Return whether a column of statuses has only a few kinds of short answers: Y and N, or 0 and 2."""
    is_score = one.meaning is not None and one.meaning.has_day and one.share(str.isdecimal) > 0  # of an exit ticket
    return len(one.counts) <= _FEW_ANSWERS and one.share(status_words.is_answer) == 1 and not is_score


def _add_id(contents: Sequence[Contents], roles: dict[int, Column], rows: Sequence[Row]) -> tuple[int, ...]:
    """Choose the ID column; return columns with an ID heading that can't be it."""
    named = [one for one in contents if one.is_about(Column.SOURCE_ID) and one.at not in roles and one.filled]
    named.sort(key=_fit)
    names = [_name_key(row, roles) for row in rows]
    repeated = tuple(one.at for one in named if not _tells_apart(one, names))
    named = [one for one in named if one.share(values.is_full_name) <= MOST]  # "FIC SUT" below "Call #"
    able = [one for one in named if one.at not in repeated]
    if not named and not any(one.meaning for one in contents):
        able = [
            one
            for one in contents
            if one.at not in roles
            and one.filled
            and one.share(values.is_code) == 1
            and one.share(values.is_grade) < 1
            and one.share(values.CLASS_CODE.fullmatch) < 1
            and _tells_apart(one, names)
        ]
        if sum(one.share(SCORE.fullmatch) == 1 for one in able) > 1:  # several columns of such numbers are no IDs
            able = [one for one in able if one.share(SCORE.fullmatch) < 1]
    if able:
        roles[able[0].at] = Column.SOURCE_ID
    return repeated


def _tells_apart(one: Contents, names: Sequence[str]) -> bool:
    """Return whether no value occurs with different names."""
    owners: dict[str, str] = {}
    return all(
        owners.setdefault(cell, name) == name
        for cell, name in zip(one.cells, names, strict=True)
        if cell and name and not values.is_placeholder(cell)
    )


def _name_key(row: Row, roles: Mapping[int, Column]) -> str:
    parts = (row.cell(at) for at, role in roles.items() if role in NAME_COLUMNS or role is Column.FAMILY)
    whole = fold_name(" ".join(part for part in parts if part))
    return "" if values.is_summary(whole) else whole


def _add_unnamed(contents: Sequence[Contents], roles: dict[int, Column], *, has_heading: bool) -> None:
    """Detect grade and class columns without headings."""
    for one in contents:
        is_known = one.meaning is not None and not _says_who_left(one)
        if one.at in roles or is_known or not one.filled:
            continue
        taken = set(roles.values())
        if Column.LEVEL not in taken and one.share(values.is_grade) == 1 and not has_heading:
            roles[one.at] = Column.LEVEL
        elif Column.ROLE not in taken and one.share(role_words.is_role) == 1 and 0 < one.share(role_words.is_adult) < 1:
            roles[one.at] = Column.ROLE
        elif Column.STATUS not in taken and one.share(status_words.has_left) > 0:
            roles[one.at] = Column.STATUS
        elif Column.CLASS not in taken and one.share(values.CLASS_CODE.fullmatch) == 1 and not has_heading:
            roles[one.at] = Column.CLASS


def _counts(one: Contents) -> bool:
    """Return whether a column only numbers the rows: next time, a number belongs to another student."""
    cells = [cell.removesuffix(".") for cell in one.filled]
    if len(cells) > _FEW_ROWS and not cells[-1].isdecimal():  # "Total"
        del cells[-1]
    if len(cells) < 2 or (one.meaning is not None and not one.is_about(Column.SOURCE_ID)):
        return False
    if set(cells) == {str(number) for number in range(1, len(cells) + 1)}:
        return True
    may_have_gaps = one.meaning is None or one.meaning.may_count
    if not may_have_gaps or cells[0] not in {"1", "01"} or not all(_SMALL.fullmatch(cell) for cell in cells):
        return False
    numbers = [int(cell) for cell in cells]
    if one.meaning is None and numbers[-1] <= _LAST_ORDERED and len(set(numbers)) < len(numbers):
        return False  # grades, in order
    return all(low <= high for low, high in pairwise(numbers)) and numbers[-1] <= _GAPS * len(one.cells)
