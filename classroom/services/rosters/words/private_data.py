"""Find what no roster needs in the lines of a list: addresses, phone numbers, and birth dates, with their labels."""

from __future__ import annotations

import re

from classroom.services.rosters.words import values
from classroom.services.rosters.words.confidential import (
    is_address,
    is_confidential_line,
    may_note_504,
    without_confidential,
)

_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|mayo|ago|set|dic|jän|mär|mai|okt|dez|janv|fév|avr"
    r"|juin|juil|aoû|déc|fev|mei|mrt)[^\W\d_]{0,8}\.?"
)
_YEAR = "(?:19|20)[0-9]{2}"
_DATE = (
    r"\b[0-9]{1,4}(?P<mark>[-./])[0-9]{1,2}(?P=mark)[0-9]{2,4}\b\.?"
    rf"|\b[0-9]{{1,2}}(?:st|nd|rd|th|er|\.|º)?[ -](?:de |of )?{_MONTH}(?: de| del|,)?[ -]{_YEAR}\b"
    rf"|\b{_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}\b"
)
_PHONE = (
    r"\+[0-9][0-9 ()./-]{6,18}[0-9]\b"
    r"|(?:\(|\b)[0-9]{3}\)?[-. ] ?[0-9]{3}[-. ][0-9]{4}\b"
    r"|\b[0-9]{3}-[0-9]{4}\b"
    r"|\b0[0-9]{1,4}(?: ?[ /.-] ?[0-9]{2,8}){1,5}\b"
)
_LABEL = (
    r"(?:\b(?:born(?: on)?|d\.?o\.?b|birth ?(?:date|day)|b-?day|geb(?:oren)?(?:\. am| am)?|née? le"
    r"|nac(?:id[oa])?(?: el)?|nascid[oa](?: em)?|f(?:echa)? (?:de )?nac|phone|cell|mobile|mob"
    r"|tel(?:e(?:fon|phone|fono))?|teléfono|ph|handy|fax|portable|móvil|celular|e-?mail|mail|correo"
    r"|mom|mum|mother|dad|father|parents?|guardian|mutter|vater|eltern"
    r"|mère|père|madre|padre|mamá|papá|mãe|pai|home|work|emergency(?: contact)?|contact)\b|[*☎✆✉📞📱📧])"
)
_PRIVATE = re.compile(
    rf"(?<![ ,;|/(\[–—-])[ ,;|/(\[–—-]*(?:{_LABEL}(?:['’]s)?[.: ]{{0,3}}(?:[^\W\d_][^\W\d_'’.-]{{0,20}}[:,]? ){{0,3}})?"
    rf"[<(\[]?(?:(?P<address>(?:mailto:)?{values.ADDRESS})|{_DATE}|{_PHONE})[>)\]]?",
    re.IGNORECASE,
)
_LABEL_AT_END = re.compile(rf"(?<![ ,;|/(\[–—-])[ ,;|/(\[–—-]+{_LABEL}[.: ]{{0,3}}$", re.IGNORECASE)
_RESULT_AT_END = re.compile(r"(?<=[^\W\d_])\W+(?:[0-9.]+ ?%|[0-9]{1,3}[/.-][0-9]{1,3}\.?|: ?[0-9]{1,3})[ \t]*$")
"""A score or a day behind a name."""
_LONG_NUMBER = re.compile(r"[0-9]{7}")


def may_be_private(line: str) -> bool:
    """Return whether a line has a digit or an @ and is no longer than a name with such data."""
    return len(line) <= values.LONGEST_LINE and any(sign.isdigit() or sign == "@" for sign in line)


def without_label_at_end(line: str) -> str:
    """Return a line without a label such as "born", whose data is removed already."""
    return _LABEL_AT_END.sub("", line)


def holds_private_data(line: str, *, is_list: bool) -> bool:
    """Return whether a line of a pasted text has private data. In lists, a long number may be a phone's."""
    return len(line) <= values.LONGEST_LINE and (
        _PRIVATE.search(line) is not None
        or without_confidential(line) != line
        or may_note_504(line)
        or is_confidential_line(line)
        or is_address(line.strip())
        or _RESULT_AT_END.search(line) is not None
        or values.is_pronouns(line.strip())
        or (is_list and _LONG_NUMBER.search(line) is not None)
    )


def is_only_private(line: str) -> bool:
    """Return whether a line is private data and nothing else.

    >>> is_only_private("mom: laura@x.org"), is_only_private("Ana King 555-123-4567"), is_only_private("Ana King")
    (True, False, False)
    """
    left = _PRIVATE.sub("", line) if may_be_private(line) else line
    return left != line and not values.has_letters(left)


def without_private_data(line: str) -> str:
    """Return a line of a list without private data; unchanged if no letters would be left.

    >>> without_private_data("Ana King, born March 4, 2016"), without_private_data("Bo Lee (mom: Kim Lee 555-123-4567)")
    ('Ana King', 'Bo Lee')
    """
    if not may_be_private(line):
        return line
    left = _PRIVATE.sub("", line).rstrip(" ")
    return left if values.has_letters(left) else line
