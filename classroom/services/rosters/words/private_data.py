"""Find what no roster needs in the lines of a list: addresses, phone numbers, and birth dates, with their labels."""

from __future__ import annotations

import re

from classroom.services.rosters.words import values
from classroom.services.rosters.words.confidential import RELATIVE

_YEAR = "(?:19|20)[0-9]{2}"
_DATE = (
    r"\b[0-9]{1,4}(?P<mark>[-./])[0-9]{1,2}(?P=mark)[0-9]{2,4}\b\.?"
    rf"|\b[0-9]{{1,2}}(?:st|nd|rd|th|er|\.|º)?[ -](?:de |of )?{values.MONTH}(?: de| del|,)?[ -]{_YEAR}\b"
    rf"|\b{values.MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}\b"
)
_PHONE = (
    r"\+[0-9][0-9 ()./-]{6,18}[0-9]\b"
    r"|(?:\(|\b)[0-9]{3}\)?[-. ] ?[0-9]{3}[-. ][0-9]{4}\b"
    r"|\b[0-9]{3}-[0-9]{4}\b"
    r"|\b0[0-9]{1,4}(?: ?[ /.-] ?[0-9]{2,8}){1,5}\b"
    r"|\b(?:ext(?:ension|\.)? ?[0-9]{2,5}|(?-i:x)[0-9]{3,5})\b"
)
_OF_NATIONAL_ID = (
    r"(?:dni|nie|nif|cpf|rg|rut|run|curp|pesel|cpr|bsn|ssn|cnp|aadha?ar|cédula|c\.i\.|nric|ppsn?|hetu|personnummer"
    r"|codice fiscale)"
)
_NATIONAL_ID = (
    rf"\b{_OF_NATIONAL_ID}[.:º°# -]{{0,3}}[0-9][0-9. -]{{4,16}}[0-9a-z]\b"
    r"|\b[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}(?:-[0-9k])?\b"
    r"|\b[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}\b"
    r"|\b(?-i:[XYZ]?[0-9]{7,8}-?[A-Z])\b|\b[0-9]{7,8}-[0-9k]\b"
    r"|\b[0-9]{6}(?:[0-9]{2})?[-+][0-9]{4}\b|\b[0-9]{6}(?-i:[-+A][0-9]{3}[A-Z])\b"
    r"|\b[0-9]{3}-[0-9]{2}-[0-9]{4}\b|\b[0-9]{4} [0-9]{4} [0-9]{4}\b"
    r"|\b(?-i:[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]|[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z])\b"
)
"""Of Argentina, Chile, Brazil, Spain, Scandinavia, the United States, India, Mexico, and Italy; others with a label."""
_LABEL = (
    r"(?:\b(?:born(?: on)?|d\.?o\.?b|birth ?(?:date|day)|b-?day|geb(?:oren)?(?:\. am| am)?|née? le"
    r"|nac(?:id[oa])?(?: el)?|nascid[oa](?: em)?|f(?:echa)? (?:de )?nac|phone|cell|mobile|mob"
    r"|tel(?:e(?:fon|phone|fono))?|teléfono|ph|handy|fax|portable|móvil|celular|e-?mail|mail|correo"
    rf"|{RELATIVE}|home|work|emergency)\b|[*☎✆✉📞📱📧])"
)
_PRIVATE = re.compile(
    rf"(?<![ ,;|/(\[–—-])[ ,;|/(\[–—-]*(?:{_LABEL}(?:['’]s)?[.: ]{{0,3}}(?:[^\W\d_][^\W\d_'’.-]{{0,20}}[:,]? ){{0,3}})?"
    rf"[<(\[]?(?:(?P<address>(?:mailto:)?{values.ADDRESS})|{_NATIONAL_ID}|{_DATE}|{_PHONE})[>)\]]?",
    re.IGNORECASE,
)
_CONTACT_AT_END = re.compile(
    rf"(?<=\w)[ \t]+[-–—;|/(]+[ \t]*(?:[^\W\d_][^\W\d_'’.-]*[:,]? ){{1,3}}[<(]?(?:{values.ADDRESS}|{_PHONE}).*$",
    re.IGNORECASE,
)
"""Someone to call, behind a student: "Ana King – Tilly Roe 555-0101"."""
_LABEL_AT_END = re.compile(rf"(?<![ ,;|/(\[–—-])[ ,;|/(\[–—-]+{_LABEL}[.: ]{{0,3}}$", re.IGNORECASE)
SCORES_AT_END = re.compile(r"(?<=[^\W\d_])(?:[ \t]+(?:[0-9]{1,3}(?:[/.,][0-9]{1,3})?%?|[0-9]{1,2}[A-Z])){2,}[ \t]*$")
"""Several scores or days, or a class and a score. A single number may be part of a pseudonym."""


def _may_be_private(line: str) -> bool:
    """Return whether a line has a digit or an @ and is no longer than a name with such data."""
    return len(line) <= values.LONGEST_LINE and any(sign.isdigit() or sign == "@" for sign in line)


def without_label_at_end(line: str) -> str:
    """Return a line without a label such as "born", whose data is removed already."""
    return _LABEL_AT_END.sub("", line)


def is_only_private(line: str) -> bool:
    """Return whether a line is private data and nothing else.

    >>> is_only_private("mom: laura@x.org"), is_only_private("Ana King 555-123-4567"), is_only_private("Ana King")
    (True, False, False)
    """
    left = _PRIVATE.sub("", line) if _may_be_private(line) else line
    return left != line and not values.has_letters(left)


def without_private_data(line: str) -> str:
    """Return a line of a list without private data; unchanged if no letters would be left.

    >>> without_private_data("Ana King, born March 4, 2016"), without_private_data("Bo Lee – Kim Roe 555-123-4567")
    ('Ana King', 'Bo Lee')
    """
    if not _may_be_private(line):
        return line
    left = _PRIVATE.sub("", _CONTACT_AT_END.sub("", line)).rstrip(" ")
    return left if values.has_letters(left) else line
