"""Text files as saved by teachers' programs: encoding, separator, and cells without formulas."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape

from classroom.services.encodings import Readings, readings_of
from classroom.services.errors import FileErrorCode, ServiceError
from classroom.services.file_types import ZIP, refuse_foreign

LINE_END = re.compile(r"\r\n|\r|\n")
_FORMULA = ("=", "+", "-", "@", "|", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001  spreadsheets know the wide ones
_GUARD = "'"
PERHAPS_FORMULA = (_GUARD, *_FORMULA)
"""The beginnings of cells that `guarded` may change."""
_ENTITY = re.compile(r"&(?:#[0-9]{2,5}|#x[0-9a-f]{2,4}|[a-z]{2,8});", re.IGNORECASE)
_IN_NAMES = frozenset("'’\xa0")
_AS_TEXT = re.compile(r'^="([^"]*)"$')
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ALTERED = re.compile(
    r"0[0-9]+|[0-9]{16,}|[0-9]+(?:[.,][0-9]+)?e[+-]?[0-9]+|true|false"
    rf"|[0-9]{{1,4}}([-/.])[0-9]{{1,2}}(?:\1[0-9]{{1,4}})?|[0-9]{{1,2}}[-/. ]+{_MONTH}|{_MONTH}[-/. ]+[0-9]{{1,4}}",
    re.IGNORECASE,
)
"""Values that spreadsheets change to another number or a date: 007, 3-4, May 2."""


def decoded(content: bytes) -> str:
    """Decode a file by its most probable encoding.

    :raises ServiceError: FILE_NOT_READ, or the code of another file type, if it is not text.
    """
    return content.decode(text_readings(content).encodings[0])


def text_readings(content: bytes) -> Readings:
    """Return possible decodings of a file, at least one.

    :raises ServiceError: FILE_NOT_READ, or the code of another file type, if it is not text.
    """
    refuse_foreign(content)
    readings = Readings((), is_sure=True) if content.startswith(ZIP) else readings_of(content)
    if not readings.encodings:
        raise ServiceError(FileErrorCode.FILE_NOT_READ)
    return readings


def repaired(text: str) -> str:
    """Undo what other programs did to letters: UTF-8 that was read as Windows-1252, and HTML entities.

    >>> repaired("ZoÃ«"), repaired("O&#39;Neil, Zo&euml;"), repaired("São Tomé &c;")
    ('Zoë', "O'Neil, Zoë", 'São Tomé &c;')
    """
    if "Ã" in text or "Å" in text:
        with suppress(UnicodeError):
            return b"".join(map(_byte_of, text)).decode()
    return _ENTITY.sub(_letter_of, text)


def _byte_of(sign: str) -> bytes:
    with suppress(UnicodeEncodeError):
        return sign.encode("cp1252")
    return sign.encode("latin-1")  # bytes without a character in Windows-1252


def _letter_of(entity: re.Match[str]) -> str:
    sign = unescape(entity[0])
    return sign if len(sign) == 1 and (sign.isalpha() or sign in _IN_NAMES) else entity[0]


def without_separator_line(text: str) -> str:
    """Remove the line ``sep=;`` that some spreadsheets write first."""
    first, _, rest = text.partition("\n")
    return rest if first.strip().startswith("sep=") else text


def guarded(cell: str) -> str:
    """Guard a cell against being read as a formula, with an apostrophe.

    A text that already starts with apostrophes gets another one, so that `unguarded` can reverse this.

    >>> guarded("=1+1"), guarded("'=1+1"), guarded("'s-Gravenhage")
    ("'=1+1", "''=1+1", "'s-Gravenhage")
    """
    if not cell.startswith(PERHAPS_FORMULA):
        return cell
    return kept_as_text(cell) if cell.startswith(_GUARD) else f"{_GUARD}{cell}"


def kept_as_text(cell: str) -> str:
    """Guard a cell, and also keep spreadsheets from converting its value.

    >>> kept_as_text("0071"), kept_as_text("3-4"), kept_as_text("71"), kept_as_text("=1+1")
    ("'0071", "'3-4", '71', "'=1+1")
    """
    return f"{_GUARD}{cell}" if _is_risky(cell) or _is_altered(cell) else cell


def unguarded(cell: str) -> str:
    """Reverse `guarded`, and the way in which programs keep a number as text: ="007"."""
    cell = _AS_TEXT.sub(r"\1", cell)
    return cell[1:] if cell.startswith(_GUARD) and (_is_risky(cell) or _is_altered(cell)) else cell


def _is_risky(cell: str) -> bool:
    return cell.lstrip(_GUARD).startswith(_FORMULA)


def _is_altered(cell: str) -> bool:
    return _ALTERED.fullmatch(cell.lstrip(_GUARD)) is not None
