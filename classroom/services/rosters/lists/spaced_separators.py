"""Lists whose columns are separated as people write them: "King, Ana / 7101 / F", "Ana King · 4B · 7101"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from classroom.services.rosters.files.grids import Row, likeliest_headings
from classroom.services.rosters.lists.single_spaces import with_tabs_for_spaces
from classroom.services.rosters.words import values
from classroom.services.rosters.words.given_names import is_given
from classroom.services.rosters.words.headings import STUDENT_NAMES, topic_of, words_of
from classroom.services.text_files import LINE_END

_SEPARATORS = (" / ", " // ", " · ", " • ", " :: ", " - ", " – ", " — ")
_AND = (" & ", " and ", " + ", " / ", " y ", " und ", " et ", " → ", " -> ", " ↔ ", " <-> ")
_DASHES = (" - ", " – ", " — ")
_BETWEEN_PAIRS = (*_AND, *_DASHES)
_PART = r"[A-ZÀ-Þ][^\W\d_]+(?:['’-][^\W\d_]+)?"
_BOTH = r" (?:&|\+|and|y|und|et) "
_COUNT = r"([ \t]*(?:[0-9]{1,2}[.)] +|[-•*] +)?)"
_SIBLINGS = re.compile(rf"{_COUNT}({_PART}){_BOTH}({_PART}) ({_PART})[ \t]*")
_SIBLINGS_BEHIND = re.compile(rf"{_COUNT}({_PART}), ({_PART}){_BOTH}({_PART})[ \t]*")
_CLOSE = ("/", "&", "+")
"""Between two first names without spaces."""
_GAP = re.compile(r" {2,}")
_LONGEST_MARK = 3
_NUMBER = re.compile(r"^[0-9]{1,2}[.)] +")
_FEWEST_LINES = 2
_MOST = 0.8
"""The proportion of lines that must have equally many columns."""


def with_tabs(text: str) -> str:
    r"""Return a text with tabs between its columns; unchanged if there is no column of data beside one of names.

    >>> with_tabs("King, Ana / 7101 / F\nLee, Bo / 7102 / M")
    'King, Ana\t7101\tF\nLee, Bo\t7102\tM'
    """
    if "\t" in text:
        return text
    lines = LINE_END.split(text)
    for separator in _SEPARATORS:
        if separator in text and _are_columns([line.split(separator) for line in lines if line.strip()]):
            return "\n".join("\t".join(part.strip() for part in line.split(separator)) for line in lines)
    return with_tabs_for_spaces(lines) or _with_wide_gaps(lines) or text


def _with_wide_gaps(lines: Sequence[str]) -> str:
    """Return a table of lines with wide gaps between names and data, but without headings; "" for others."""
    rows = [_GAP.split(line.strip()) for line in lines if line.strip()]
    if not any(len(row) > 1 for row in rows) or likeliest_headings([Row(0, row) for row in rows])[1] > 1:
        return ""
    rows = [[row[0], *(" ".join(row[1:]).split(" ") if _are_marks(row[1:]) else row[1:])] for row in rows]
    cells = [row for row in rows if not values.is_summary(row[0]) and topic_of(row[0]) not in STUDENT_NAMES]
    return "\n".join(map("\t".join, rows)) if cells and _are_columns(cells, is_wide=True) else ""


def _are_marks(cells: Sequence[str]) -> bool:
    return all(len(word) < _LONGEST_MARK for cell in cells for word in cell.split())


def one_of_a_pair(text: str) -> str:
    r"""Return a text with each student of a pair on a line; unchanged unless all lines have pairs of different names.

    >>> one_of_a_pair("Ana King & Bo Lee\nCy Ng & Di Poe")
    'Ana King\nBo Lee\nCy Ng\nDi Poe'
    """
    text = text if "\t" in text else "\n".join(_each_sibling(line) for line in LINE_END.split(text))
    lines = [line.strip() for line in LINE_END.split(text) if line.strip()]
    for separator in (*_BETWEEN_PAIRS, *_CLOSE) if lines else ():
        title = lines[:1] if separator not in lines[0] else []
        rest = lines[len(title) :]
        if len(rest) < _FEWEST_LINES or "\t" in text or any(line.count(separator) != 1 for line in rest):
            continue
        names = [_NUMBER.sub("", part) for line in rest for part in line.split(separator)]
        pairs = [line.split(separator) for line in rest]
        are_names = all(map(values.is_only_full_name, names)) or (
            separator in (*_AND, *_CLOSE) and all(map(_is_first_name, names))
        )
        is_alike = len({part.split()[0] for line in rest for part in line.split(separator)[1:] if part.split()}) == 1
        is_alike |= separator in _DASHES and not any(is_given(pair[0].split()[0]) for pair in pairs)  # "Line Leader -"
        is_alike = is_alike or any(_are_relatives(pair[:1], pair[1:]) for pair in pairs)
        if are_names and not is_alike and len(set(names)) == len(names) and "," not in text:
            return "\n".join([*(f"{line.rstrip(': ')}:" for line in title), *names])
    return text


def _each_sibling(line: str) -> str:
    """Return a line for each of two given names before or behind one family name; other lines are unchanged."""
    if (found := _SIBLINGS.fullmatch(line)) is not None:
        return f"{found[1]}{found[2]} {found[4]}\n{found[3]} {found[4]}"
    if (found := _SIBLINGS_BEHIND.fullmatch(line)) is not None:
        return f"{found[1]}{found[2]}, {found[3]}\n{found[2]}, {found[4]}"
    return line


def _is_first_name(cell: str) -> bool:
    return values.is_name(cell) and cell.isalpha() and not cell.islower()


def _are_columns(rows: Sequence[list[str]], *, is_wide: bool = False) -> bool:
    width, count = Counter(map(len, rows)).most_common(1)[0]
    if width < 2 or count < max(_FEWEST_LINES, _MOST * len(rows)):
        return False
    cells = [[cell.strip() for cell in row] for row in rows if len(row) == width]
    if sum(map(len, map("".join, cells))) > values.LONGEST_LINE * len(cells):
        return False
    columns = list(zip(*cells, strict=True))
    names = [column for column in columns if all(map(values.is_only_full_name, column))]
    data = [column for column in columns if all(map(values.is_data, column))]
    if is_wide:
        others = [column for column in columns if column not in data]
        return bool(data and others) and all(values.is_only_name(cell) for column in others for cell in column)
    if width == 2:
        return bool(names) and names[0] is columns[0] and len(names) == 2 and _are_relatives(columns[0], columns[1])
    return bool(names and data)


def _are_relatives(names: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether most of the other names share a word with the name in their row."""
    alike = sum(not set(words_of(one)).isdisjoint(words_of(other)) for one, other in zip(names, others, strict=True))
    return alike * 2 > len(names)
