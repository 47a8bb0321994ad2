"""Decks of own cards as CSV files: written so that no spreadsheet computes them, read as spreadsheets write them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from classroom.services.decks.content import visible
from classroom.services.text_files import decoded, guarded, unguarded, without_separator_line
from engine.equations.reading import ReadCard

COLUMNS = ("question", "answer")
_NUMBER = re.compile(r"\s*=?\s*[^\w\s]?\s*\d+(?:[.,]\d+)?\s*")
_DELIMITERS = ("\t", ";", ",")


def csv_of(cards: Iterable[ReadCard]) -> bytes:
    """Write cards as a CSV file in UTF-8 with a byte order mark, which spreadsheets need to see.

    A cell that begins like a formula gets an apostrophe, which reading takes away again.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows((guarded(card.text), card.answer) for card in cards)
    return text.getvalue().encode("utf-8-sig")


def text_of_csv(content: bytes) -> str:
    """Read a file as lines of cards, question and answer with a tab between them. Any separator, any usual encoding.

    :raises ProblemError: FILE_NOT_READ, if it is no text
    """
    rows = _rows(decoded(content))
    return "\n".join(_line(row) for row in rows if any(cell.strip() for cell in row))


def _rows(text: str) -> list[list[str]]:
    """Cut into cells: at the separator of our heading, else where most answers stand behind it, else not at all."""
    text = without_separator_line(text)
    best: list[list[str]] = []
    most = 0
    for delimiter in _DELIMITERS:
        rows = _cut(text, delimiter)
        if rows and _is_heading(rows[0]):
            return rows[1:]
        answers = sum(len(row) > 1 and _NUMBER.fullmatch(row[1]) is not None for row in rows)
        if answers > most:
            best, most = rows, answers
    return best or [[line] for line in text.splitlines()]


def _is_heading(row: list[str]) -> bool:
    return tuple(cell.strip().casefold() for cell in row[:2]) == COLUMNS


def _cut(text: str, delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:  # a cell without end
        return []


def _line(row: list[str]) -> str:
    question, answer = (" ".join(unguarded(cell.strip()).split()) for cell in [*row, ""][:2])
    return visible(f"{question}\t{answer}" if answer else question)
