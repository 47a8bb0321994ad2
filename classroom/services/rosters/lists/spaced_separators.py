"""Lists whose columns are separated as people write them, "King, Ana / 7101 / F", or by one space, as in a PDF."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from classroom.services.rosters.files.grids import Row, likeliest_headings
from classroom.services.rosters.lists.siblings import each_sibling
from classroom.services.rosters.lists.titles import with_titles
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.given_names import is_given
from classroom.services.rosters.words.headings import ANY_NAMES, STUDENT_NAMES, WHOLE_NAMES, topic_of, words_of
from classroom.services.text_files import LINE_END

_SEPARATORS = (" / ", " // ", " · ", " • ", " :: ", " - ", " – ", " — ")
_AND = (" & ", " and ", " + ", " / ", " y ", " und ", " et ", " → ", " -> ", " ↔ ", " <-> ")
_DASHES = (" - ", " – ", " — ")
_BETWEEN_PAIRS = (*_AND, *_DASHES)
_CLOSE = ("/", "&", "+")
"""Between two first names without spaces."""
_GAP = re.compile(r" {2,}")
_LONGEST_MARK = 3
_NUMBER = re.compile(r"^[0-9]{1,2}[.)] +")
_FEWEST_LINES = 2
_MOST = 0.8
"""The proportion of lines that must have equally many columns."""
_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 2
"""Of data. Lists with one number behind the names are read as lists."""
_ID = re.compile(r"(?:[0-9][^0-9 ]*){4}")
"""A word with this many digits."""
_MOST_WORDS = 14
"""Of a line of headings."""


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
    if "\t" not in text and len(lines := LINE_END.split(text)) > 1:
        text = "\n".join(name for line in lines for name in each_sibling(line) or [line])
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
            return "\n".join([*with_titles(title, {0}), *names])
    return text


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


@dataclass(frozen=True, slots=True)
class _Parts:
    """A row: numbers before the name, the name, and data behind it."""

    before: Sequence[str]
    name: str
    behind: Sequence[str]

    @property
    def cells(self) -> list[str]:
        """Return the cells, the first one empty, for lines that are no rows."""
        return ["", *self.before, self.name, *self.behind]

    @property
    def width(self) -> tuple[int, int]:
        """Return the number of columns before and behind the name."""
        return len(self.before), len(self.behind)

    @property
    def has_initial(self) -> bool:
        """Return whether the name ends with an initial rather than before it: two letters are behind it."""
        return all(one.isalpha() and len(one) == 1 for one in self.behind[:2])


def with_tabs_for_spaces(lines: Sequence[str]) -> str:
    """Return a table with tabs; "" if most rows don't have names and an ID among equally many columns of data."""
    if sum(_ID.search(line) is not None for line in lines) < _FEWEST_ROWS:  # most lists
        return ""
    parts = [_parts(line.split(" ")) for line in lines]
    widths = Counter(one.width for one in parts if one)
    wider = Counter((before, behind - 1) for one in parts if one and one.has_initial for before, behind in [one.width])
    width = max(widths, key=lambda width: (widths[width] + wider[width], -width[1]), default=(0, 0))
    parts = [one if one is None or one.width == width else _narrowed(one, width) for one in parts]
    rows = [one for one in parts if one]
    columns = list(zip(*(one.cells for one in rows), strict=True))
    has_ids = any(len(set(column)) == len(column) and all(map(_is_id, column)) for column in columns)
    if len(rows) < _FEWEST_ROWS or not has_ids or "" in columns[1 + width[0]]:
        return ""
    above = next((line for line in lines if _is_heading(line)), "")
    heading = _headings(above.split(), width) if above else None
    written = []
    for line, one in zip(lines, parts, strict=True):
        is_heading = heading is not None and line == above
        written.append("\t".join(["", *heading] if heading and is_heading else one.cells if one else [line.strip()]))
    return "\n".join(written)


def _parts(words: Sequence[str]) -> _Parts | None:
    """Split the words of a line; None if there is no full name among data, or a gap."""
    first = next((at for at, word in enumerate(words) if not word.strip(".)").isdecimal()), len(words))
    last = next((at for at in range(len(words), first, -1) if not values.is_data(words[at - 1])), first)
    name = " ".join(words[first:last])
    is_row = last - first > 1 and len(words) - (last - first) >= _FEWEST_COLUMNS and values.is_only_name(name)
    return _Parts(words[:first], name, words[last:]) if is_row and all(words) else None


def _narrowed(one: _Parts, width: tuple[int, int]) -> _Parts | None:
    """Return a row whose name ends with an initial that may be data: "King, Ana M 771203 F"; None for other widths."""
    more = len(one.behind) - width[1]
    is_initial = more == 1 and one.behind[0].isalpha() and len(one.before) == width[0]
    return _Parts(one.before, f"{one.name} {one.behind[0]}", one.behind[1:]) if is_initial else None


def _is_id(word: str) -> bool:
    return values.is_code(word) and _ID.search(word) is not None


def _is_heading(line: str) -> bool:
    words = words_of(line)
    return bool(vocabulary.NAME & set(words)) and set(words) <= vocabulary.OF_HEADINGS and len(words) > _FEWEST_COLUMNS


def _headings(words: Sequence[str], width: tuple[int, int]) -> list[str] | None:
    """Divide a line of headings among the columns; None if no way has the names in their place."""
    before, behind = width
    able = []
    for columns in _divisions(words, before + behind + 1) if len(words) <= _MOST_WORDS else ():
        topics = [topic_of(column) for column in columns]
        others = {*topics[:before], *topics[before + 1 :]}
        if topics[before] in WHOLE_NAMES and None not in others and others.isdisjoint(ANY_NAMES):
            able.append(columns)
    return max(able, key=lambda columns: len(columns[before].split()), default=None)


def _divisions(words: Sequence[str], count: int) -> Iterator[list[str]]:
    """Yield all ways to divide words into a number of headings, none with a word twice."""
    if count == 1 and 0 < len(words) == len(set(words)):
        yield [" ".join(words)]
    sizes = range(1, len(words) - count + 2) if count > 1 else ()
    for size in (size for size in sizes if len(set(words[:size])) == size):
        for rest in _divisions(words[size:], count - 1):
            yield [" ".join(words[:size]), *rest]
