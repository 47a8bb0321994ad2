"""Decks of typed cards as CSV files, written without formulas, and read in the variants that spreadsheets write."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from classroom.services.decks.content import visible
from classroom.services.text_files import guarded, text_readings, unguarded, without_separator_line
from engine.equations.reading import MOST_LINES, CardError, ReadCard, read_card

COLUMNS = ("question", "answer")
_NUMBER = re.compile(r"\s*=?\s*[^\w\s]?\s*\d+(?:[.,]\d+)?\s*")
_OF_EQUATIONS = ("cp1252", "mac_roman", "cp850")
"""Encodings with ½, ×, or ÷, as written by Windows, old Macs, and DOS."""
_DELIMITERS = ("\t", ";", ",")


def csv_of(cards: Iterable[ReadCard]) -> bytes:
    """Write cards as CSV in UTF-8 with a byte order mark, which spreadsheets need.

    A cell that starts like a formula gets an apostrophe, which reading removes.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows((guarded(card.text), card.answer) for card in cards)
    return text.getvalue().encode("utf-8-sig")


def text_of_csv(content: bytes) -> str:
    """Read a file as lines of cards: question, tab, answer. Accepts any separator and common encodings.

    :raises ServiceError: FILE_NOT_READ, if it is not text
    """
    return max(_texts(content), key=_count_equations)


def _texts(content: bytes) -> Iterator[str]:
    """Decode a file in each possible encoding, as lines of cards; the most probable first.

    Letter statistics say little about ½, ×, and ÷, so the number of valid equations decides.
    """
    found = text_readings(content).encodings
    for encoding in dict.fromkeys(found if found[0].startswith("utf") else (*found, *_OF_EQUATIONS)):
        with suppress(UnicodeDecodeError):
            rows = _rows(content.decode(encoding))
            yield "\n".join(_line(row) for row in rows if any(cell.strip() for cell in row))


def _count_equations(text: str) -> int:
    """Count the lines that are equations without an answer in the second column."""
    questions = [line.partition("\t")[0] for line in text.splitlines()[:MOST_LINES]]
    return sum(_is_equation(question) for question in questions)


def _is_equation(question: str) -> bool:
    with suppress(CardError):
        return bool(read_card(question))
    return False


def _rows(text: str) -> list[list[str]]:
    """Split into cells: at our heading's separator, or at the one that precedes most answers, or not at all."""
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
    except csv.Error:  # an unterminated cell
        return []


def _line(row: list[str]) -> str:
    question, answer = (" ".join(unguarded(cell.strip()).split()) for cell in [*row, ""][:2])
    return visible(f"{question}\t{answer}" if answer else question)
