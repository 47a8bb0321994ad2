"""Records with a label before each value, such as "Name: Ana King" above "ID: 71": a table, written line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from classroom.services.rosters.words import vocabulary
from classroom.services.rosters.words.headings import ANY_NAMES, topic_of, words_of
from classroom.services.rosters.words.values import LONGEST_LINE
from classroom.services.text_files import LINE_END

_FEWEST = 2
_MOST_TITLES = 5
"""The maximum number of lines above the first record."""
_LABEL = re.compile(r"[^\W\d_][\w .#()&/'’-]{0,30}")
_GAP = re.compile(r"[;|\t]| {2,}|,(?=\S)")
_MOST_WORDS = 3
"""Of a label behind a value without a gap between."""


def as_table(text: str) -> str:
    r"""Return records as a table with the labels as headings; other texts are unchanged.

    Each record begins with the same label, and has a name.

    >>> as_table("Name: Ana King\nID: 71\n\nName: Bo Lee\nID: 84")
    'Name\tID\nAna King\t71\nBo Lee\t84'
    """
    lines = [line.strip() for line in LINE_END.split(text) if line.strip()]
    if ":" not in text or any(len(line) > LONGEST_LINE for line in lines):
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
    if not colon or not _LABEL.fullmatch(label.strip()):
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
