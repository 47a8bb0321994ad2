"""Fractions as single characters, and their typed forms such as 1 1/2."""

from __future__ import annotations

import re

from engine.equations.characters import FRACTIONS, RAISED
from engine.equations.reading.problems import CardError, CardProblem

_SIGN_OF = {parts: sign for sign, parts in FRACTIONS.items()}
_LOWERED = "₀₁₂₃₄₅₆₇₈₉"
_DIGITS = str.maketrans(RAISED + _LOWERED, "0123456789" * 2)
_SMALL = re.compile(rf"(?P<above>[{RAISED}]{{1,3}})/(?P<below>[{_LOWERED}]{{1,3}})")
_MIXED = re.compile(r"(?P<whole>[0-9]+) +(?P<above>[1-9][0-9]{0,2}) ?/ ?(?P<below>[0-9]{1,3})(?![0-9.,']| ?/)")
_WHOLE_BEFORE = re.compile(r"([0-9]+) *$")


def with_fraction_signs(text: str) -> str:
    """Replace mixed numbers and fractions of small digits by fraction characters.

    >>> with_fraction_signs("1 1/2 + ¹/₂"), with_fraction_signs("12 + 3/4")
    ('1½ + ½', '12 + 3/4')

    :raises CardError: MIXED_NUMBER if there is no such character, or if it is ambiguous: 5 100/200 may be 5100 ÷ 200
    """
    text = _SMALL.sub(lambda found: _small(found, text), text)
    return _MIXED.sub(_mixed, text)


def _small(found: re.Match[str], text: str) -> str:
    above, below = (found[part].translate(_DIGITS) for part in ("above", "below"))
    sign = _SIGN_OF.get((int(above), int(below)))
    whole = _WHOLE_BEFORE.search(text[: found.start()])
    if sign is None and whole:
        raise CardError(CardProblem.MIXED_NUMBER, whole=whole[1], value=f"{above}/{below}")
    return sign or f"{above}/{below}"


def _mixed(found: re.Match[str]) -> str:
    above, below = found["above"], found["below"]
    sign = _SIGN_OF.get((int(above), int(below)))
    if int(above) < int(below) and sign is None:
        raise CardError(CardProblem.MIXED_NUMBER, whole=found["whole"], value=f"{above}/{below}")
    return found[0] if sign is None else f"{found['whole']}{sign}"
