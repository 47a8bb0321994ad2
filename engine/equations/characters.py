"""Characters that stand for a fraction or an exponent."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FRACTIONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "½": (1, 2),
        "⅓": (1, 3),
        "⅔": (2, 3),
        "¼": (1, 4),
        "¾": (3, 4),
        "⅕": (1, 5),
        "⅖": (2, 5),
        "⅗": (3, 5),
        "⅘": (4, 5),
        "⅙": (1, 6),
        "⅚": (5, 6),
        "⅛": (1, 8),
        "⅜": (3, 8),
        "⅝": (5, 8),
        "⅞": (7, 8),
        "⅐": (1, 7),
        "⅑": (1, 9),
        "⅒": (1, 10),
    }
)
"""The numbers above and below the line of each fraction that is one character."""
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISE = str.maketrans("0123456789", RAISED)
"""For `str.translate`: digits to raised digits."""
LOWER = str.maketrans(RAISED, "0123456789")
"""For `str.translate`: raised digits to digits."""
