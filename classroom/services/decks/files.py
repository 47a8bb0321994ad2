"""Decks of typed cards as CSV files, written without formulas, and read in the variants that spreadsheets write."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import permutations

from classroom.services.decks.content import visible
from classroom.services.text_files import guarded, text_readings, unguarded, without_separator_line
from engine.equations.reading import MOST_LINES, CardError, ReadCard, read_card

COLUMNS = ("question", "answer")
_NUMBER = re.compile(r"\s*=?\s*[^\w\s]?\s*\d+(?:[.,]\d+)?\s*")
_SIGN = re.compile(r"[^\w\s(?]")
_UNSEEN = dict.fromkeys(map(ord, "\u200e\u200f\ufeff\x1a"))
"""Marks of direction, and of the beginning and end of a file."""
_OF_EQUATIONS = ("cp1252", "mac_roman", "cp850")
"""Encodings with ½, ×, or ÷, as written by Windows, old Macs, and DOS."""
_DELIMITERS = ("\t", ";", ",", "|")
_MOST_COLUMNS = 6
_LOOKED_AT = 30
"""The first rows of a table, by which its columns are chosen."""


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
            yield "\n".join(map(_line, _filled(_rows(content.decode(encoding)))))


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
    text = without_separator_line(text.translate(_UNSEEN))
    best: list[list[str]] = []
    most = 0
    for delimiter in _DELIMITERS:
        rows = _cut(text, delimiter)
        if rows and _is_heading(rows[0]):
            return rows[1:]
        answers = sum(len(row) > 1 and _NUMBER.fullmatch(unguarded(row[1])) is not None for row in rows)
        if answers > most:
            best, most = rows, answers
    return best or _rearranged(text)


def _rearranged(text: str) -> list[list[str]]:
    """Return the rows with question and answer first, if a text is a table of cards in other columns; else its lines.

    Teachers number their rows, put answers first, or write each number and sign in a cell of its own.
    """
    lines = [[line] for line in text.splitlines()]
    if _count_cards(lines[:_LOOKED_AT]):
        return lines
    for delimiter in _DELIMITERS:
        rows = _filled(_cut(text, delimiter))
        sample = rows[:_LOOKED_AT]
        pairs = permutations(range(min(_MOST_COLUMNS, max(map(len, sample), default=0))), 2)
        ways: list[Callable[[list[str]], list[str]]] = [
            *(partial(_pair, at=at) for at in pairs),
            _joined,
            _last_is_answer,
        ]
        best = max(ways, key=lambda way: _count_cards(map(way, sample)))
        if _count_cards(map(best, sample)) * 2 >= len(sample) > 0:
            return [best(row) or [" ".join(row)] for row in rows]
    return lines


def _filled(rows: Iterable[list[str]]) -> list[list[str]]:
    return [row for row in rows if any(cell.strip() for cell in row)]


def _pair(row: list[str], *, at: tuple[int, int]) -> list[str]:
    """Return question and answer; nothing if one is missing: "1,5 × 4" has no columns."""
    cells = [row[index] if index < len(row) else "" for index in at]
    return cells if all(map(str.strip, cells)) else []


def _joined(row: list[str]) -> list[str]:
    """Return one cell: 7, +, 5, =, 12 is an equation. Nothing without a sign in a cell: "1,000 − 1" has no columns."""
    cells = [cell.strip() for cell in row if cell.strip()]
    return [" ".join(cells)] if any(_SIGN.fullmatch(cell) for cell in cells) else []


def _last_is_answer(row: list[str]) -> list[str]:
    question = _joined(row[:-1])
    return [*question, row[-1]] if question else []


def _count_cards(rows: Iterable[list[str]]) -> int:
    return sum(_is_card(*(unguarded(cell.strip()) for cell in [*row, "", ""][:2])) for row in rows)


def _is_card(question: str, answer: str) -> bool:
    with suppress(CardError):
        return bool(read_card(question, answer))
    return False


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
