"""Tables with each cell on a line of its own, or only the first of a row, and records with a label before values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from classroom.services.rosters.lists.noise import are_adults
from classroom.services.rosters.lists.titles import as_title
from classroom.services.rosters.words import status_words, values, vocabulary
from classroom.services.rosters.words.headings import (
    ANY_NAMES,
    STUDENT_NAMES,
    Column,
    Topic,
    heading_strength,
    topic_of,
    words_of,
)
from classroom.services.text_files import LINE_END

_FEWEST_ROWS = 3
_MOST_TITLES = 5
"""The maximum number of lines above the table."""
_MOST_COLUMNS = 8
_OF_COLUMNS = ANY_NAMES | {Column.SOURCE_ID, Column.LEVEL, Column.CLASS, Column.GROUP}
_LABEL = re.compile(r"[^\W\d_]+: ?(?=\S)")
_IN_PARENTHESES = re.compile(r"\(.*\)")
_FEWEST = 2
_FIELD = re.compile(r"[^\W\d_][\w .#()&/'’-]{0,30}")
_GAP = re.compile(r"[;|\t]| {2,}|,(?=\S)")
_MOST_WORDS = 3
"""Of a label behind a value without a gap between."""


def with_rows(text: str) -> str:
    r"""Return a text with tabs between the cells of each row; other texts are unchanged.

    >>> with_rows("First name\nAna\nBo\nLast name\nKing\nLee")
    'First name\tLast name\nAna\tKing\nBo\tLee'
    >>> with_rows("King, Ana\n7101\nLee, Bo\n7102\nNg, Cy\n7103")
    'King, Ana\t7101\nLee, Bo\t7102\nNg, Cy\t7103'
    """
    lines = [line for line in LINE_END.split(text) if line.strip()]
    if any(len(line) > values.LONGEST_LINE for line in lines):
        return text
    if "\t" in text:
        return _with_first_cells(lines) or text
    lines = [line.strip() for line in lines]
    return _column_by_column(lines) or _row_by_row(lines) or text


def _column_by_column(lines: Sequence[str]) -> str:
    """Return a table whose headings each stand above equally many lines; "" for other texts."""
    if table := _headings_first(lines):
        return table
    starts = [at for at, line in enumerate(lines) if len(line.split()) < 3 and topic_of(line) in _OF_COLUMNS]
    if len(starts) < 2 or starts[0] > _MOST_TITLES:
        return ""
    columns = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    headings = [topic_of(column[0]) for column in columns]
    is_table = len(set(map(len, columns))) == 1 < len(columns[0]) - 1
    if not is_table or len(set(headings)) < len(headings) or STUDENT_NAMES.isdisjoint(headings):
        return ""
    return "\n".join([*map(as_title, lines[: starts[0]]), *map("\t".join, zip(*columns, strict=True))])


def _headings_first(lines: Sequence[str]) -> str:
    """Return a table whose headings all stand above its columns, as copied from a PDF; "" for other texts."""
    topics = [topic_of(line) if len(line.split()) < 3 else None for line in lines[: _MOST_TITLES + _MOST_COLUMNS]]
    end = next((at for at, topic in enumerate(topics) if topic not in _OF_COLUMNS and any(topics[:at])), len(topics))
    tables = (_columns_below(lines, topics, first, end) for first in range(min(end, _MOST_TITLES + 1)))
    return next(filter(None, tables), "")


def _columns_below(lines: Sequence[str], topics: Sequence[Column | Topic | None], first: int, end: int) -> str:
    """Return the table whose headings are these lines; "" if what is below is none."""
    width, topics = end - first, topics[first:end]
    count, more = divmod(len(lines) - end, width)
    is_known = _OF_COLUMNS.issuperset(topics) and len(set(topics)) == width > 1
    if more or count < _FEWEST_ROWS or not is_known:
        return ""
    columns = [lines[end + at * count : end + (at + 1) * count] for at in range(width)]
    are_names = [all(map(values.is_only_name, column)) and not _are_data(column) for column in columns]
    are_known = all(is_name == (topic in ANY_NAMES) for is_name, topic in zip(are_names, topics, strict=True))
    others = [column for column, is_name in zip(columns, are_names, strict=True) if not is_name]
    if not are_known or not others or not any(are_names) or not all(map(_are_data, others)):
        return ""
    return "\n".join(
        [*map(as_title, lines[:first]), "\t".join(lines[first:end]), *map("\t".join, zip(*columns, strict=True))]
    )


def _row_by_row(lines: Sequence[str]) -> str:
    """Return a table if the same kinds of cells recur, or any below headings, one of them full names.

    Without headings, the others must be data, or end alike. Return "" for other texts.
    """
    end = next((at for at in range(len(lines), 0, -1) if not values.is_summary(lines[at - 1])), 0)
    for first in range(min(_MOST_TITLES + _MOST_COLUMNS, end)):
        for width in range(2, _MOST_COLUMNS + 1):
            count, more = divmod(end - first, width)
            columns = [list(lines[first + at : end : width]) for at in range(width)]
            above = lines[first - width : first] if first >= width else []
            is_headed = _are_headings(above, columns)
            if more or count < _FEWEST_ROWS or not (is_headed or (first <= _MOST_TITLES and _are_columns(columns))):
                continue
            kept = [at for at, column in enumerate(columns) if is_headed or _are_names(column) or _are_data(column)]
            cells = [[_LABEL.sub("", cell, count=1) for cell in columns[at]] for at in kept]
            is_headed |= bool(above) and all(map(topic_of, above))
            heading = ["\t".join(above[at] for at in kept)] if is_headed else []
            titles = map(as_title, lines[: first - width * is_headed])
            return "\n".join([*titles, *heading, *map("\t".join, zip(*cells, strict=True)), *lines[end:]])
    return ""


def _are_headings(headings: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Return whether most are known as headings, one of them of names, and below it are only full names."""
    topics = list(map(topic_of, headings))
    names = [column for topic, column in zip(topics, columns, strict=False) if topic in STUDENT_NAMES]
    is_known = len(set(filter(None, topics))) * 2 > len(columns) > 1
    if any(map(are_adults, headings)):  # "Teachers", of whom a page lists some above the students
        return False
    return is_known and bool(names) and all(map(_are_names, names))


def _are_columns(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether one column has names, and the others data or texts that recur."""
    names = [column for column in columns if _are_names(column)]
    others = [column for column in columns if column not in names]
    is_table = len(names) == 1 and any(map(_are_data, others))
    return is_table and all(_are_data(column) or _are_alike(column) for column in others)


def _are_names(cells: Sequence[str]) -> bool:
    are_names = all(map(values.is_only_full_name, cells))
    return are_names and len(set(cells)) * 2 > len(cells) and not _are_alike(cells)


def _are_data(cells: Sequence[str]) -> bool:
    """Return whether cells are letters, numbers, statuses, or the like, perhaps with the same label."""
    bare = [_LABEL.sub("", cell, count=1) for cell in cells]
    is_labeled = len({cell.partition(":")[0] for cell in cells}) == 1 or bare == cells
    return is_labeled and all(values.is_data(cell) or status_words.is_status(cell) for cell in bare)


def _are_alike(cells: Sequence[str]) -> bool:
    """Return whether all cells have the same last word: "AK Photo"."""
    return len({cell.split()[-1] for cell in cells}) == 1


def _with_first_cells(lines: Sequence[str]) -> str:
    """Return a table whose names stand on lines above the other cells of their rows; "" for others."""
    cells = [line.split("\t") for line in lines]
    at = next(
        (at for at, row in enumerate(cells[: _MOST_TITLES * 2]) if len(row) > 2 and heading_strength(row) > 1), -1
    )
    if at < 0 or topic_of(cells[at][0]) not in STUDENT_NAMES:
        return ""
    written = ["\t".join(row) for row in cells[: at + 1]]
    above: list[str] = []
    for row in cells[at + 1 :]:
        if len(row) == 1:
            above.append(row[0].strip())
        elif len(row) >= len(cells[at]) or not above:
            return ""
        else:
            written.append("\t".join([_name_of(above), *row]))
            above = []
    return "\n".join([*written, *above]) if len(written) - at > _FEWEST_ROWS else ""


def _name_of(lines: Sequence[str]) -> str:
    """Return the line with the name, which is the shortest one, apart from pronouns: not the text of its picture."""
    able = [line for line in lines if not _IN_PARENTHESES.fullmatch(line) and not values.is_pronouns(line)]
    return min(able, key=lambda line: len(line.split()), default="")


def as_table(text: str) -> str:
    r"""Return records as a table with the labels as headings; other texts are unchanged.

    Each record begins with the same label, and has a name.

    >>> as_table("Name: Ana King\nID: 71\n\nName: Bo Lee\nID: 84")
    'Name\tID\nAna King\t71\nBo Lee\t84'
    """
    lines = [line.strip() for line in LINE_END.split(text) if line.strip(" \t-=_*")]
    if ":" not in text or any(len(line) > values.LONGEST_LINE for line in lines):
        return text
    pairs = [_pairs(line) for line in lines]
    first = next((at for at, found in enumerate(pairs) if found and topic_of(found[0][0]) is not None), 0)
    if first > _MOST_TITLES or not all(pairs[first:]):
        return text
    records = list(_records([pair for found in pairs[first:] for pair in found]))
    labels = list(dict.fromkeys(label for record in records for label in record))
    naming = [label for label in labels if topic_of(label) in ANY_NAMES]
    if len(records) < _FEWEST or not all(any(record.get(label) for label in naming) for record in records):
        return text
    table = [labels, *([record.get(label, "") for label in labels] for record in records)]
    return "\n".join([*lines[:first], *("\t".join(cells) for cells in table)])


def _pairs(line: str) -> list[tuple[str, str]]:
    """Return the labels and values of a line; none if it doesn't begin with a label."""
    label, colon, rest = line.removeprefix("- ").partition(":")
    if not colon or not _FIELD.fullmatch(label.strip()):
        return []
    pairs = []
    *values, last = rest.split(":")
    for value in values:
        further = _label_at_end(value)
        pairs.append((label.strip(), _value(value.removesuffix(further))))
        label = further
    return [*pairs, (label.strip(), _value(last))] if label else []


def _value(text: str) -> str:
    return text.strip(" \t;,|").replace("\t", " ")


def _label_at_end(text: str) -> str:
    """Return the label behind a value: what follows the last gap, or the last words if they are known, or one word."""
    value, *further = _GAP.split(text.rstrip())
    if further:
        return further[-1]
    words = value.split(" ")
    known = [" ".join(words[at:]) for at in range(max(0, len(words) - _MOST_WORDS), len(words))]
    return next(
        (label for label in known if topic_of(label) and set(words_of(label)) <= vocabulary.OF_HEADINGS), words[-1]
    )


def _records(pairs: Sequence[tuple[str, str]]) -> Iterator[dict[str, str]]:
    """Yield the records: each begins with the first label."""
    record: dict[str, str] = {}
    for label, value in pairs:
        if record and label == pairs[0][0]:
            yield record
            record = {}
        record[label] = f"{record[label]} {value}" if label in record else value
    if record:
        yield record
