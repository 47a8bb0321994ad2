"""Map the characters of keyboards, word processors, and chats to the few that the parser knows."""

from __future__ import annotations

import re
import unicodedata

_MINUSES = (
    "-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212"  # hyphens, dashes, hyphen bullet, minus
    "\u02d7\u05be\u2500\u2796\u30fc\ufe58\ufe63\uff0d\uff70"  # of Hebrew, Japanese, emoji, small, and wide forms
)
_PLUSES = "+\u02d6\u2795\ufb29\ufe62\uff0b"
_CROSSES = "*\u2217\uff0a\ufe61\u00d7\u2715\u2716\u2a09\u2a2f\u00b7\u0387\u2022\u2027\u2219\u22c5\u30fb\uff65"
_STROKES = "/\u2044\u2215\u29f8\uff0f"
_DIVISIONS = "\u00f7\u2797"
_COLONS = ":\u2236\uff1a\ufe55\ua789"
_EQUALS = "=\uff1d\ufe66\ua78a\U0001f7f0"
_PERCENTS = "%\uff05\ufe6a\u066a"
_BOXES = "\u25a1\u25a2\u25ab\u25fb\u25fd\u2610\u2b1c"
_COMMAS = ",\uff0c\ufe50"
_POINTS = ".\uff0e\u066b\u3002"
_APOSTROPHES = "'\u2018\u2019\u02bc\uff07\u066c"
"""Includes the Arabic thousands separator: between digits, these have no other meaning."""
SEMICOLONS = ";\u037e\u061b\uff1b\ufe54"
"""Separators between an equation and its answer."""
_CANONICAL = (
    dict.fromkeys(SEMICOLONS, ";")
    | dict.fromkeys(_MINUSES, "−")
    | dict.fromkeys(_PLUSES, "+")
    | dict.fromkeys(_CROSSES, "×")
    | dict.fromkeys(_STROKES, "/")
    | dict.fromkeys(_DIVISIONS, "÷")
    | dict.fromkeys(_COLONS, ":")
    | dict.fromkeys(_EQUALS, "=")
    | dict.fromkeys(_PERCENTS, "%")
    | dict.fromkeys(_BOXES, "□")
    | dict.fromkeys(_COMMAS, ",")
    | dict.fromkeys(_POINTS, ".")
    | dict.fromkeys(_APOSTROPHES, "'")
    | dict.fromkeys("^\u02c6\uff3e", "^")
    | dict.fromkeys("?\uff1f\ufe56\u061f", "?")
    | dict.fromkeys("_\uff3f", "_")
    | dict.fromkeys("(\uff08\ufe59", "(")
    | dict.fromkeys(")\uff09\ufe5a", ")")
    | dict.fromkeys("[\uff3b", "[")
    | dict.fromkeys("]\uff3d", "]")
    | dict.fromkeys("x\u0445", "x")  # the Cyrillic letter looks the same, and Cyrillic keyboards have no x
    | dict.fromkeys("X\u0425", "X")
)
_DROPPED = str.maketrans("", "", "\u200b\u200e\u2060\u2066\u2068\u2069\ufeff")
"""Invisible characters without effect: zero-width spaces, byte order marks, left-to-right marks."""
_STYLES = str.maketrans("", "", "\u200c\u200d\u20e3\ufe0e\ufe0f")
"""Characters that only change how the preceding one looks: emoji, keycaps."""
_DOTS = re.compile(r"\.{2,}|[\u2026\u22ef]+")
_QUOTED = re.compile(
    r'["\u201c-\u201f\u00ab\u00bb] ?([^"\u201c-\u201f\u00ab\u00bb]*[^ ]) ?["\u201c-\u201f\u00ab\u00bb]'
)
_END_OF_SENTENCE = re.compile(r"(?<=[0-9)%?□²³])[.,]$")


def without_unseen(line: str) -> str:
    """Remove characters that have neither a look nor a meaning.

    A soft hyphen stays, because some programs show it as a minus sign. So do marks that reverse text.
    """
    return line.translate(_DROPPED)


def plain(text: str) -> str:
    """Normalize digits and signs, write blanks as `?`, and replace any space by a plain one.

    >>> plain("\uff11\uff12\uff0b\uff13"), plain("6 \u2715 \u2610 = 48"), plain("3 + ... = 7.")
    ('12+3', '6 × □ = 48', '3 + ? = 7')
    """
    text = "".join(map(_plain, without_unseen(text).translate(_STYLES))).strip()
    quoted = _QUOTED.fullmatch(text)
    text = quoted[1] if quoted else text
    return _END_OF_SENTENCE.sub("", _DOTS.sub("?", text))


def _plain(sign: str) -> str:
    if sign.isascii():
        return _CANONICAL.get(sign, " " if sign.isspace() else sign)
    if sign in _CANONICAL:
        return _CANONICAL[sign]
    if sign.isspace():
        return " "
    category = unicodedata.category(sign)
    if category == "Nd":
        return str(unicodedata.decimal(sign))
    if category in {"Lu", "Ll"}:  # full-width and mathematical letters
        letter = unicodedata.normalize("NFKC", sign)
        return letter if len(letter) == 1 and letter.isascii() else sign
    return sign
