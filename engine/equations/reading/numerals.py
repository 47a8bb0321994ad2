"""Numbers as people write them: with points, commas, spaces, or apostrophes."""

from __future__ import annotations

import re

from engine.equations.reading.problems import CardError, CardProblem

NUMERAL = r"[0-9]{1,3}(?: [0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,'][0-9]+)*"
"""A regular expression for a possible number. Spaces are allowed only before groups of three digits."""
_GROUPED = re.compile(r"([1-9][0-9]{0,2})((?:([ ',.])[0-9]{3})(?:\3[0-9]{3})*)([.,][0-9]+)?")


def numeral(text: str) -> str:
    """Return a number's digits without thousands separators. A decimal point or comma stays as typed.

    >>> numeral("1 000"), numeral("1'000"), numeral("1,000,000"), numeral("1.234,5"), numeral("0,125")
    ('1000', '1000', '1000000', '1234,5', '0,125')

    :raises CardError: THOUSANDS for 1,000, which means one thousand in some countries and one in others; UNKNOWN_SIGN
        for 1.2.3
    """
    found = _GROUPED.fullmatch(text)
    if found is None:
        if re.search(r"[' ]|[.,].*[.,]", text):  # 01 000, 1'00, 1.2.3
            raise CardError(CardProblem.UNKNOWN_SIGN, sign=text[:12])
        return text
    first, groups, separator, decimals = found.groups(default="")
    is_point = separator in {".", ","}
    if is_point and len(groups) == 4 and not decimals:
        raise CardError(CardProblem.THOUSANDS, sign=text, value=first + groups[1:], decimal=f"{text}0")
    if is_point and decimals.startswith(separator):
        raise CardError(CardProblem.UNKNOWN_SIGN, sign=text[:12])
    return first + groups.replace(separator, "") + decimals
