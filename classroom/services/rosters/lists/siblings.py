"""Siblings in one line or one cell: "Ana and Bo King", "King, Ana & Bo"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.words.headings import Column

_PART = r"[A-ZÀ-Þ](?:[^\W\d_]|['’-](?=[^\W\d_]))+"
_FAMILY_NAME = rf"(?:[a-z]{{2,3}} ){{0,2}}{_PART}(?: {_PART})?"
"""Also with particles."""
_BETWEEN = r"(?:, | ?[&+] ?| (?:and|AND|y|und|et) )"
_LAST_BETWEEN = r"(?: ?[&+] ?|,? (?:and|AND|y|und|et) )"
_GIVEN = rf"{_PART}(?:{_BETWEEN}{_PART}){{0,3}}{_LAST_BETWEEN}{_PART}"
_COUNT = r"(?P<count>[ \t]*(?:[0-9]{1,2}[.)] +|[-•*] +)?)"
_REMARK = r"(?: ?\((?:[a-z][^()]*)?\))?[ \t]*"
"""Such as "(twins)"."""
_BEFORE = re.compile(rf"{_COUNT}(?P<given>{_GIVEN}) (?P<family>{_FAMILY_NAME}){_REMARK}")
_BEHIND = re.compile(rf"{_COUNT}(?P<family>{_FAMILY_NAME}), (?P<given>{_GIVEN}){_REMARK}")
_ONLY_GIVEN = re.compile(rf"{_GIVEN}{_REMARK}")
_FAMILY = re.compile(_FAMILY_NAME)
_EACH = re.compile(_PART)
_WHOLE = frozenset({Column.NAME, Column.NAME_FAMILY_FIRST})


def each_sibling(line: str) -> list[str]:
    """Return a name for each of several given names before or behind one family name; none for other lines.

    >>> each_sibling("1. Ana & Bo King (twins)"), each_sibling("King, Ana, Bo and Cy"), each_sibling("Ana King")
    (['1. Ana King', 'Bo King'], ['King, Ana', 'King, Bo', 'King, Cy'], [])
    """
    if (found := _BEFORE.fullmatch(line)) is not None:
        names = [f"{given} {found['family']}" for given in _names_in(found["given"])]
    elif (found := _BEHIND.fullmatch(line)) is not None:
        names = [f"{found['family']}, {given}" for given in _names_in(found["given"])]
    else:
        return []
    return [f"{found['count']}{names[0]}", *names[1:]]


def _names_in(text: str) -> list[str]:
    return [name for name in _EACH.findall(text) if name != "AND"]


def with_each_sibling(rows: Sequence[Row], columns: Sequence[Column]) -> list[Row]:
    """Return a row for each sibling of a table, without the ID, which can be only one student's; others unchanged."""
    split: list[Row] = []
    ids = {index for index, column in enumerate(columns) if column is Column.SOURCE_ID}
    for row in rows:
        at, names = _siblings_of(row, columns)
        space = " " if names and row.cells[at][:1] == " " else ""  # as behind the comma of "King, Ana"
        split += [
            replace(
                row,
                cells=["" if one in ids else space + name if one == at else cell for one, cell in enumerate(row.cells)],
            )
            for name in names
        ] or [row]
    if len(split) == len(rows):
        return list(rows)
    return [replace(row, line=rows[0].line + number) for number, row in enumerate(split)]


def _siblings_of(row: Row, columns: Sequence[Column]) -> tuple[int, list[str]]:
    """Return the column with the names of a row's siblings, and these; no names if the row is about one student."""
    for at, column in enumerate(columns):
        if column in _WHOLE and (names := each_sibling(row.cell(at))):
            return at, names
        if column is Column.GIVEN and Column.FAMILY in columns and _ONLY_GIVEN.fullmatch(row.cell(at)):
            family = row.cell(columns.index(Column.FAMILY))
            return at, _names_in(row.cell(at)) if _FAMILY.fullmatch(family) else []
    return -1, []
