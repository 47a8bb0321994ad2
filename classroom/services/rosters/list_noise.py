"""Find lines of a web page between the names of a list: texts of buttons, and the initials shown as pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from classroom.services.rosters import values

_OFTEN = 3
_LARGE_SHARE = 0.4
"""The proportion of lines that a text must have to be that of a button rather than a name listed twice."""
_FEW = 0.2
"""If more lines are like "4B", these are pseudonyms."""
_CLASS_CODE = re.compile(r"[0-9]{1,2}[.ºª°/-]? ?[A-Za-z]")


def lines_without_names(lines: Sequence[str]) -> frozenset[int]:
    """Return the indexes of lines that are between names, but are none.

    >>> sorted(lines_without_names(["4B", "AK", "Ana King", "BL", "Bo Lee", "CN", "Cy Ng"]))
    [0, 1, 3, 5]
    """
    counts = Counter(lines)
    often = {line for line, count in counts.items() if count >= max(_OFTEN, _LARGE_SHARE * len(lines))}
    found = {at for at, line in enumerate(lines) if line in often}
    pictures = {at for at, (one, name) in enumerate(pairwise(lines)) if _are_initials(one, name)}
    codes = {at for at, line in enumerate(lines) if _CLASS_CODE.fullmatch(line)}
    return frozenset(
        found | (pictures if len(pictures) >= _OFTEN else set()) | (codes if len(codes) <= _FEW * len(lines) else set())
    )


def _are_initials(line: str, name: str) -> bool:
    """Return whether a line has the first letters of two or three words in the next one."""
    if not (1 < len(line) < 4 and line.isalpha() and line.isupper() and values.is_name(name)):
        return False
    initials = [word[0].upper() for word in re.findall(r"[^\W\d_]+", name)]
    return len(initials) > 1 and set(line) <= set(initials)
