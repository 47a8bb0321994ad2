"""Words with which schools say whether a student is still in the class."""

from __future__ import annotations

import re
from collections.abc import Iterable

LEFT = (
    r"(?:withdrawn|withdrew|withdrawal|dropped|inactive|transferred(?: out)?|transfer out|exited|moved(?: away| out)?"
    r"|no[- ]?show|graduated|un-?enrolled|disenrolled|not (?:current|active|enrolled)"
    r"|no longer (?:here|enrolled|in class)|w/d|to ?be ?deleted|has left|(?-i:LEFT|GONE)"
    r"|left (?:the |our )?(?:school|class|district|program)"
    r"|baja|dad[oa] de baja|retirad[oa]|inactiv[oa]|traslad(?:ad[oa]|o)|anulad[oa]|remanejad[oa]"
    r"|radiée?|parti(?:e)?|inactif|démissionnaire|abgemeldet"
    r"|abgegangen|ausgeschieden|ausgeschult|inaktiv|transferid[oa]|desistente|evadid[oa]|inativ[oa]|uitgeschreven"
    r"|vertrokken|inactief|ritirat[oa]|trasferit[oa])"
)
"""Matches the status of a student who has left the class."""
_LEFT = re.compile(
    rf"({LEFT})(?:,? (?:on |as of |since |eff(?:ective|\.)? )?[0-9]{{1,4}}([-./])[0-9]{{1,2}}(?:\2[0-9]{{2,4}})?"
    r"|(?<=moved) to (?!(?:table|group|team|seat|desk|row|front|back)\b).{1,30})?",
    re.IGNORECASE,
)
_STATUS = re.compile(
    rf"{LEFT}|left|dropp?|active|enrolled|registered|current|attending|in progress|transferred in|pre-?registered"
    r"|activ[oa]|matriculad[oa]|inscrit[aeo]?|actif|aktiv|angemeldet|cursando|ativ[oa]|actief|ingeschreven|attiv[oa]",
    re.IGNORECASE,
)


def is_status(cell: str) -> bool:
    """Return whether a cell says that a student is in the class, or has left."""
    return _STATUS.fullmatch(cell) is not None


_YES = re.compile(r"y|yes|true|x|sí|si|ja|oui|sim|j|s|1", re.IGNORECASE)
_NO = re.compile(r"n|no|false|nein|non|não|nee|0", re.IGNORECASE)
_CODE = re.compile(r"-?[0-4]")
"""PowerSchool: 0 is active, 1 inactive, 2 transferred, 3 graduated, 4 imported, -1 registered."""


_PRESENT_CODES = frozenset({"A", "E", "AC", "EN"})
_LEFT_CODES = frozenset({"W", "WD", "D", "DR", "I", "T", "X", "NS"})


def is_yes(cell: str) -> bool:
    """Return whether a cell answers a heading such as "Inactive" with yes."""
    return _YES.fullmatch(cell) is not None


def is_no(cell: str) -> bool:
    """Return whether a cell answers a heading such as "Active" with no."""
    return _NO.fullmatch(cell) is not None


def is_answer(cell: str) -> bool:
    """Return whether a cell is yes, no, or the number of a status."""
    return is_yes(cell) or is_no(cell) or _CODE.fullmatch(cell) is not None


def is_left_code(cell: str) -> bool:
    """Return whether a letter or two mean that a student has left: W, WD, I."""
    return cell in _LEFT_CODES


def are_codes(cells: Iterable[str]) -> bool:
    """Return whether all filled cells are letters that stand for a status, most of them for a student in the class.

    >>> are_codes(["A", "W", "", "A"]), are_codes(["A", "B", "C"]), are_codes(["W", "D"])
    (True, False, False)
    """
    filled = [cell for cell in cells if cell]
    present = sum(cell in _PRESENT_CODES for cell in filled)
    return present * 2 > len(filled) and all(cell in _PRESENT_CODES or is_left_code(cell) for cell in filled)


def has_left(cell: str) -> bool:
    """Return whether a status, or a remark behind a name, says that the student has left.

    >>> has_left("Withdrawn"), has_left("transferred out"), has_left("Active"), has_left("")
    (True, True, False, False)
    """
    return _LEFT.fullmatch(cell) is not None


def status_in(cell: str) -> str:
    """Return the status of who has left, without further words: "moved to Ohio 10/12" says "moved"."""
    found = _LEFT.fullmatch(cell)
    return found[1] if found and surely_left(cell) else ""


def surely_left(cell: str) -> bool:
    """Return whether a status says this even beside unknown ones. Baja is a part of Mexico, too."""
    return has_left(cell) and cell.casefold() != "baja"
