"""Decks of own cards as CSV files: written so that no spreadsheet computes them, read as spreadsheets write them."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator

from classroom.services.decks.content import visible
from classroom.services.problems import Problem, ProblemError
from engine.equations.reading import ReadCard

COLUMNS = ("question", "answer")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_GUARD = "'"
_BOMS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_ZIP = b"PK\x03\x04"
"""How spreadsheets begin that are no CSV files."""
_NUMBER = re.compile(r"\s*[-−]?[0-9]+(?:[.,][0-9]+)?\s*")
_DELIMITERS = ("\t", ";", ",")


def csv_of(cards: Iterable[ReadCard]) -> bytes:
    """Write cards as a CSV file in UTF-8 with a byte order mark, which spreadsheets need to see.

    A cell that begins like a formula gets an apostrophe; so does one that begins with an apostrophe, so that
    reading can take it away again.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows((_guarded(card.text), card.answer) for card in cards)
    return text.getvalue().encode("utf-8-sig")


def text_of_csv(content: bytes) -> str:
    """Read a file as lines of cards, question and answer with a tab between them. Any separator, any usual encoding.

    :raises ProblemError: FILE_NOT_READ, if it is no text
    """
    rows = _rows(_decoded(content))
    return "\n".join(_line(row) for row in rows if any(cell.strip() for cell in row))


def _decoded(content: bytes) -> str:
    if content.startswith(_ZIP):
        raise ProblemError(Problem.FILE_NOT_READ)
    for encoding in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text
    raise ProblemError(Problem.FILE_NOT_READ)


def _encodings(content: bytes) -> Iterator[str]:
    """What to try: what the mark at the beginning says, else UTF-8, else what Windows writes in the West."""
    for mark, encoding in _BOMS.items():
        if content.startswith(mark):
            yield encoding
            return
    if b"\0" in content:  # UTF-16 without its mark: every other byte of Latin letters and digits is 0
        yield "utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be"
        return
    yield "utf-8"
    yield "cp1252"


def _rows(text: str) -> list[list[str]]:
    """Cut into cells: at the separator of our heading, else where most answers stand behind it, else not at all."""
    first, _, rest = text.partition("\n")
    if first.strip().startswith("sep="):
        text = rest
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
    question, answer = (" ".join(_unguarded(cell.strip()).split()) for cell in [*row, ""][:2])
    return visible(f"{question}\t{answer}" if answer else question)


def _guarded(cell: str) -> str:
    return f"{_GUARD}{cell}" if cell.startswith((*_FORMULA, _GUARD)) else cell


def _unguarded(cell: str) -> str:
    is_guarded = cell.startswith(_GUARD) and cell[1:].startswith((*_FORMULA, _GUARD))
    return cell[1:] if is_guarded else cell
