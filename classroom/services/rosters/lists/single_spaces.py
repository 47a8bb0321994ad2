"""Tables copied from a PDF, with one space between columns: "1 King, Ana 771203 04 F"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.headings import ANY_NAMES, WHOLE_NAMES, topic_of, words_of

_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 2
"""Of data. Lists with one number behind the names are read as lists."""
_ID = re.compile(r"(?:[0-9][^0-9 ]*){4}")
"""A word with this many digits."""
_MOST_WORDS = 14
"""Of a line of headings."""


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


def with_tabs_for_spaces(lines: Sequence[str]) -> str:
    """Return a table with tabs; "" if most rows don't have names and an ID among equally many columns of data."""
    if sum(_ID.search(line) is not None for line in lines) < _FEWEST_ROWS:  # most lists
        return ""
    parts = [_parts(line.split(" ")) for line in lines]
    widths = Counter(one.width for one in parts if one)
    width = max(widths, key=lambda width: (widths[width], -width[1]), default=(0, 0))
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
