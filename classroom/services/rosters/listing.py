"""Lists of names, one on each line, however each line is written."""

from __future__ import annotations

import re

from classroom.services.rosters.cutting import Row, lines_of
from classroom.services.rosters.headings import Column

COLUMNS = {Column.GIVEN: 0, Column.FAMILY: 1}
_BETWEEN = re.compile(r"[\t;]")
_SUFFIX = re.compile(r"(?<![ ,])[ ,]+(?:jr\.?|sr\.?|ii|iii|iv)$", re.IGNORECASE)


def list_rows(text: str) -> list[Row]:
    """The names, first and family name in the cells of `COLUMNS`.

    Where a line tells its family name by a comma or a tab, the last words of the others are family names too: else
    some of a class would be called by initials, and others by all their names.

    :raises ProblemError: FILE_NOT_READ or FILE_TOO_LONG.
    """
    rows = lines_of(text)
    is_family_first = any("," in row.text and not _is_title(row.text) for row in rows)
    told = [(row.text, "") if _is_title(row.text) else _told(row.cells[0], is_family_first) for row in rows]
    if any(family for _, family in told):
        told = [(given, family) if family else _split(given) for given, family in told]
    return [_row(row, *names) for row, names in zip(rows, told, strict=True)]


def _row(row: Row, given: str, family: str) -> Row:
    return Row(row.line, ["", "", row.text] if _is_title(row.text) else [given, family])


def _is_title(line: str) -> bool:
    """Whether it stands above names, and is none."""
    return line.endswith(":")


def _told(line: str, is_family_first: bool) -> tuple[str, str]:  # noqa: FBT001  it is this module's own
    """First and family name, as far as the line tells them apart."""
    parts = [" ".join(part.split()) for part in _BETWEEN.split(line)]
    parts = [part for part in parts if part and not part.isdecimal()] or [" ".join(line.split())]
    if len(parts) == 1 and parts[0].count(",") == 1:
        family, given = (part.strip() for part in parts[0].split(","))
        return (_SUFFIX.sub("", given), family) if given else (family, "")
    if len(parts) == 2:  # a tab stands where others of the list have a comma
        return (parts[1], parts[0]) if is_family_first else (parts[0], parts[1])
    return " ".join(parts), ""


def _split(name: str) -> tuple[str, str]:
    """The last word is the family name, with the small words before it: "Ana de la Cruz"."""
    words = _SUFFIX.sub("", name).split()
    at = len(words) - 1
    while at > 1 and words[at - 1][0].islower():
        at -= 1
    return (" ".join(words[:at]), " ".join(words[at:])) if at > 0 else (name, "")
