"""Detect the columns of names without headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from classroom.services.rosters.tables.column_contents import MOST, Contents, whole_name
from classroom.services.rosters.words import role_words, values, vocabulary
from classroom.services.rosters.words.given_names import are_last, begin_names
from classroom.services.rosters.words.headings import Column, Topic, names_group, words_of

_FEW_VALUES = 0.6
"""If at most this proportion of values is distinct, a column contains groups rather than names."""
_MOST_GROUPS = 6
_SHARE_OF_NAMES = 0.3
_GRADES = frozenset("ABCDF")
"""Beside full names, initials of family names are more varied."""
_CAPITALS = re.compile("[A-Z]{2,4}")
"""A code for a size, a language, or the like."""


def guessed_names(contents: Sequence[Contents]) -> dict[int, Column]:
    """Detect names by the cells: one column of full names, or two adjacent columns of name parts."""
    able = [
        one
        for one in contents
        if one.filled
        and one.share(values.is_name) > MOST
        and one.share(_is_subject) <= MOST
        and not one.is_about(Topic.OTHER, Topic.RESULT, Topic.TEACHER, Column.CLASS, Column.GROUP, Column.ROLE)
    ]
    able = [
        one for one in able if one.share(values.CLASS_CODE.fullmatch) < MOST and one.share(_is_group) < MOST
    ] or able
    able = [one for one in able if one.share(str.islower) <= MOST] or able  # "plays chess"
    able = [one for one in able if not one.is_sparse] or able  # marks of a few
    able = [one for one in able if not _has_label(one)] or able
    if (parts := _untis_names(able) or _family_and_given(able)) is not None:
        return parts
    able = _without_marks([one for one in able if one.share(role_words.is_role) < 1] or able) or able
    varied = [one for one in able if one.variety > _FEW_VALUES or len(one.filled) < 4]
    if len(varied) < 2:  # family names can repeat more often than groups: Nguyễn, Kim
        varied = [one for one in able if one in varied or _may_repeat(one, varied)]
    varied = varied or able
    if not varied:
        return {}
    whole = [one for one in varied if one.share(lambda cell: len(cell.split()) > 1) > MOST]
    if whole:  # letters before them are levels or the like
        varied = [one for one in varied if one.at >= whole[0].at or one.share(lambda cell: len(cell) == 1) < 1]
    others = [one for one in varied if one not in whole and not _has_marks(one)]
    is_alone = len(whole) == 1 and not others
    if whole and (is_alone or _are_two_people(whole) or whole[0].share(lambda cell: "," in cell) > MOST):
        return {whole[0].at: whole_name(whole[0])}
    if whole and varied[0] is whole[0]:
        varied = [one for one in varied if one is whole[0] or _may_be_part(one, whole[0])]
        if len(varied) == 1 or len(set(varied[1].filled)) == 1 < len(varied[1].filled):  # "No groups"
            return {whole[0].at: whole_name(whole[0])}
    if len(varied) == 1:
        return {varied[0].at: Column.NAME}
    first, second = varied[:2]
    is_family_first = (
        second.is_spaced
        or (first.share(str.isupper) > MOST > second.share(str.isupper))
        or are_last(zip(first.cells, second.cells, strict=True))
    )
    return {
        first.at: Column.FAMILY if is_family_first else Column.GIVEN,
        second.at: Column.GIVEN if is_family_first else Column.FAMILY,
    }


def _are_two_people(whole: Sequence[Contents]) -> bool:
    """Return whether a row has two full names, rather than two words for each part: "García López", "Ana Luz"."""
    return len(whole) > 1 and not any(begin_names(_last_words(one)) for one in whole[:2])


def _family_and_given(contents: Sequence[Contents]) -> dict[int, Column] | None:
    """Return two names with a comma and a space between, even if many have the same family name: "Singh, Ana"."""
    if len(contents) != 2 or contents[1].at != contents[0].at + 1 or not contents[1].is_spaced:
        return None
    is_group = any(map(names_group, contents[0].counts))
    are_names = all(one.share(values.is_only_name) == 1 for one in contents) and contents[1].variety > _FEW_VALUES
    return {contents[0].at: Column.FAMILY, contents[1].at: Column.GIVEN} if are_names and not is_group else None


def _untis_names(contents: Sequence[Contents]) -> dict[int, Column] | None:
    """Return the names beside short names, as Untis exports them: "MuellAnn", "Müller", "", "", "", "", "Anna"."""
    if len(contents) < 3 or contents[0].at + 1 != contents[1].at:
        return None
    short, family, given = contents[:3]
    begin = [
        [words_of(cell.replace("ı", "i"))[:1] for cell in row] for row in zip(short.cells, family.cells, strict=True)
    ]
    are_short = len(begin) > 1 and all(one and other and one[0][:2] == other[0][:2] for one, other in begin)
    return {family.at: Column.FAMILY, given.at: Column.GIVEN} if are_short else None


def relatives(contents: Sequence[Contents]) -> frozenset[int]:
    """Return columns of full names behind the students': parents, in tables without headings.

    They share words with the students' full names, or begin with given names, unlike two family names, or how to reach
    these people is beside.
    """
    controls = texts_of_controls(contents)
    contents = [one for one in contents if one.at not in controls]
    whole = _of_whole_names(contents)
    reached = {one.at - 1 for one in contents if one.share(values.is_contact) > MOST}
    reached = set() if whole and begin_names(_last_words(whole[0])) else reached  # "María José", "García López"
    single = [one for one in contents if whole and one.at < whole[0].at and _are_single(one)]
    others = [one for one in whole[1:] if one.at in reached or share_words(whole[0], one) or _are_whole(one)]
    if others and begin_names(others[0].filled) and not begin_names(whole[0].filled):
        others = [one for one in others if one.at - 1 != whole[0].at]  # "García López", "Ana María"
    if len(single) > 1 and single[0].at + 1 == single[1].at:  # the students' names have two columns
        others = [one for one in whole if _are_whole(one)]
    return frozenset(one.at for one in others)


def texts_of_controls(contents: Sequence[Contents]) -> frozenset[int]:
    """Return columns with the name of another column among words that all rows share: "Select 'Ana King'"."""
    names = _of_whole_names(contents)
    return frozenset(one.at for one in contents if any(other is not one and _are_around(one, other) for other in names))


def _of_whole_names(contents: Sequence[Contents]) -> list[Contents]:
    return [one for one in contents if one.share(values.is_only_full_name) > MOST]


def _are_around(one: Contents, names: Contents) -> bool:
    pairs = [(cell, name) for cell, name in zip(one.cells, names.cells, strict=True) if cell and name]
    around = {cell.replace(name, "", 1) if name in cell else "" for cell, name in pairs}
    return len(pairs) > 1 and len(around) == 1 and values.has_letters(around.pop())


def _are_single(one: Contents) -> bool:
    """Return whether a column has a part of each name."""
    return one.share(lambda cell: values.is_only_name(cell) and " " not in cell) > MOST and one.variety > _FEW_VALUES


def _are_whole(one: Contents) -> bool:
    """Return whether full names begin with frequent given names, and don't end with them."""
    return "," not in "".join(one.filled) and begin_names(one.filled) and not begin_names(_last_words(one))


def _last_words(one: Contents) -> list[str]:
    return [cell.split()[-1] for cell in one.filled]


def share_words(students: Contents, others: Contents) -> bool:
    """Return whether most names have a word of the student's name in their row."""
    both = [(one, other) for one, other in zip(students.cells, others.cells, strict=True) if one and other]
    are_alike = [not set(words_of(one)).isdisjoint(words_of(other)) for one, other in both]
    return len(are_alike) > 1 and sum(are_alike) * 2 > len(are_alike)


def _has_marks(one: Contents) -> bool:
    """Return whether a column has marks such as P for present, rather than initials of family names."""
    return one.variety < 1 and one.share(lambda cell: len(cell) == 1) > MOST


def _without_marks(contents: Sequence[Contents]) -> list[Contents]:
    """Remove columns of marks after names: "yes" and "no", or letters that several columns share, as for attendance."""
    short = [one for one in contents if one.share(lambda cell: len(cell) == 1) > MOST]
    rest = []
    for one in contents:
        others = {cell for other in short if other is not one for cell in other.filled}
        is_shared = one in short and (not others.isdisjoint(one.filled) or len(set(one.filled)) == 1)
        if not (is_shared and len(one.filled) > 1) and one.share(values.is_mark) < 1 and not _has_sizes(one):
            rest.append(one)
    return rest


def _has_sizes(one: Contents) -> bool:
    """Return whether a column has sizes of shirts, and not only different letters, as initials are."""
    return one.share(values.is_size) == 1 and (one.variety < 1 or any(len(cell) > 1 for cell in one.counts))


def _may_repeat(one: Contents, varied: Sequence[Contents]) -> bool:
    """Return whether a column is the other part of names: beside one with many values, with more than groups have."""
    distinct = len(set(one.filled))
    is_beside = not varied or any(abs(one.at - other.at) == 1 for other in varied)
    return is_beside and distinct >= _MOST_GROUPS and one.variety > _SHARE_OF_NAMES


def _may_be_part(one: Contents, whole: Contents) -> bool:
    """Return whether a column may belong to full names: not "aking01", N and Y, or the same names in Chinese."""
    is_code = _has_digits(one) and not _has_digits(whole)
    have_capitals = {other.share(lambda cell: cell.upper() != cell.lower()) > MOST for other in (one, whole)}
    is_code = is_code or (one.share(_CAPITALS.fullmatch) == 1 and whole.share(str.isupper) < MOST)
    is_mark = _has_marks(one) or one.share(lambda cell: cell[:1] in _GRADES and len(cell) < 3) == 1
    return not is_code and not is_mark and len(have_capitals) == 1


def _has_digits(one: Contents) -> bool:
    return one.share(lambda cell: any(map(str.isdigit, cell))) > MOST


def _has_label(one: Contents) -> bool:
    """Return whether all cells have the same word before another one: "Level M", "Level K"."""
    begin = {cell.partition(" ")[0] for cell in one.counts}
    return len(one.counts) > 1 and len(begin) == 1 and all(" " in cell and "," not in cell for cell in one.counts)


def _is_subject(cell: str) -> bool:
    """Return whether a cell of a timetable is about lessons: "Math", "Social Studies"."""
    found = frozenset(words_of(cell))
    return bool(found) and found <= vocabulary.SUBJECTS


def _is_group(cell: str) -> bool:
    """Return whether a cell names a group: "Red group", "Team A"."""
    return len(cell.split()) > 1 and not vocabulary.GROUPS.isdisjoint(words_of(cell))
