"""Tell which columns a teacher might still choose: what the others hold is no use to a roster, and is not kept.

No list of headings names everything that schools note. So a column is kept because of what it may be used for, not
cleared because of what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from classroom.services.rosters.tables.column_contents import MOST, Contents
from classroom.services.rosters.words import values
from classroom.services.rosters.words.headings import OF_ANYONE, OF_COUNTRY, OF_OTHERS, Column, Topic

_MOST_FILLED = 0.8
"""The proportion of students for whom a column of classes or groups has a value."""
_FEWEST_DIGITS = 3
_LONGEST_GROUP = 30
_LONG_NUMBER = 11
_NUMBER = re.compile(r"[-+]?[0-9]+(?:[.,/:-][0-9]+)* ?%?")
_MEASURE = re.compile(r"[0-9]{1,4}(?:[.,/:][0-9]{1,4})+|[0-9]{1,3}[A-Za-z]{1,2}")
"""A decimal number, a fraction, or a number with a unit: "520L"."""
_WORDS_OF_NOTE = 3
_FEW_STUDENTS = 2
"""Of more, each one may have another guardian, but not another teacher."""
_GROUPS = frozenset({Column.CLASS, Column.GROUP})


def useless_columns(contents: Sequence[Contents], used: Mapping[int, Column], *, has_names: bool) -> frozenset[int]:
    """Return the columns that can be neither names nor IDs nor parts of a class.

    :param used: the roles of columns.
    :param has_names: whether headings say where the names are, so that no other column has them.
    """
    rest = [one for one in contents if one.at not in used and one.filled]
    found = {one.at for one in rest if not _is_useful(one, has_names=has_names)}
    found |= {one.at for one in rest if has_names and one.meaning is not None and one.meaning.rank == OF_OTHERS}
    is_named = any(one.at in used and _names_student(one) for one in contents)
    found |= {one.at for one in rest if is_named and one.is_about(Topic.BARE_NAME) and not _names_student(one)}
    codes = [one for one in rest if _can_be_ids(one)]
    if has_names and (Column.SOURCE_ID in used.values() or len(codes) > 1):  # numbers of the state, passwords, scores
        found |= {one.at for one in (*codes, *filter(_is_further_id, rest))}
    if not has_names and Column.SOURCE_ID in used.values():
        found |= {one.at for one in rest if one.meaning is None and one.variety == 1 and one.share(_is_password) == 1}
    unknown = [one for one in rest if one.meaning is None and not _can_be_ids(one)] if has_names else []
    has_groups = not _GROUPS.isdisjoint(used.values())  # another division may be by results
    return frozenset(found | {one.at for one in unknown if has_groups or _shares_values(one, unknown)})


def _names_student(one: Contents) -> bool:
    """Return whether the heading says whose names these are: "Child", unlike "Name"."""
    return one.meaning is not None and one.is_about(Topic.BARE_NAME) and one.meaning.rank < OF_ANYONE


def _shares_values(one: Contents, others: Sequence[Contents]) -> bool:
    """Return whether another column has the same values, as results have in each subject, and groups don't."""
    return any(other is not one and not other.counts.keys().isdisjoint(one.counts) for other in others)


def _is_useful(one: Contents, *, has_names: bool) -> bool:
    about = one.meaning.about if one.meaning is not None else None
    if about is Topic.TEACHER:
        return one.share(_is_note) == 0 and (one.variety < 1 or len(one.cells) <= _FEW_STUDENTS)
    if about not in {None, Topic.OTHER, Topic.RESULT, Topic.MONEY, Column.STATUS}:
        return True
    if not has_names and (len(one.cells) == 1 or _can_be_names(one)):
        return True
    return about in {None, Topic.OTHER} and (_can_be_ids(one) or can_be_groups(one))


def _can_be_ids(one: Contents) -> bool:
    """Return whether each student has another code, as long as all others: scores differ in length, or recur."""
    lengths = {len(cell) for cell in one.filled}
    is_complete = len(one.filled) == len(one.cells) and one.variety == 1
    has_codes = one.share(lambda cell: values.is_code(cell) and sum(map(str.isdigit, cell)) >= _FEWEST_DIGITS) == 1
    is_known = one.meaning is not None or one.share(_MEASURE.fullmatch) > 0
    return is_complete and has_codes and not is_known and len(lengths) == 1 and min(lengths) > _FEWEST_DIGITS


def _is_further_id(one: Contents) -> bool:
    """Return whether a second column of IDs is not the school's, or as long as numbers of states, with birth dates."""
    if one.meaning is None or not one.is_about(Column.SOURCE_ID):
        return False
    is_long = one.share(lambda cell: sum(map(str.isdigit, cell)) >= _LONG_NUMBER) == 1
    return is_long or one.meaning.is_title or one.meaning.rank == OF_COUNTRY


def _can_be_names(one: Contents) -> bool:
    is_complete = one.share(_is_note) == 0 and not one.is_sparse
    return is_complete and one.share(lambda cell: values.is_only_name(cell) and not cell.islower()) >= MOST


def can_be_groups(one: Contents) -> bool:
    """Return whether a few words divide the students."""
    is_division = len(one.counts) <= max(2, len(one.cells) // 2) and len(one.counts) < len(one.filled)
    is_filled = len(one.filled) >= _MOST_FILLED * len(one.cells)
    return is_division and is_filled and one.share(_is_group) == 1


def _is_group(cell: str) -> bool:
    is_short = len(cell) <= _LONGEST_GROUP and sum(map(str.isdigit, cell)) <= _FEWEST_DIGITS
    return is_short and _NUMBER.fullmatch(cell) is None and not values.is_mark(cell)


def _is_password(cell: str) -> bool:
    """Return whether a cell is a code with letters, beside another that may be the ID: "red-panda-40"."""
    return values.is_code(cell) and values.has_letters(cell)


def _is_note(cell: str) -> bool:
    """Return whether a cell has a few words in small letters: "sits with Bo at lunch"."""
    return sum(map(str.islower, cell.split())) >= _WORDS_OF_NOTE
