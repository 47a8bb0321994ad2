"""How an equation is said: one sentence for read-aloud and screen readers, for any card's text."""

from __future__ import annotations

import re
from functools import lru_cache

_SAID = {
    "+": "plus",
    "−": "minus",
    "×": "times",
    "÷": "divided by",
    "=": "equals",
    "(": "open bracket",
    ")": "close bracket",
    "%": "percent",
    "√": "the square root of",
    "?": "what number",
    ",": "where",
    "GCF": "the greatest common factor",
    "LCM": "the least common multiple",
    "/": "over",
}
_UNITS = {
    "¢": "cents",
    "ft": "feet",
    "in": "inches",
    "yd": "yards",
    "h": "hours",
    "gal": "gallons",
    "qt": "quarts",
    "lb": "pounds",
    "oz": "ounces",
    "cm": "centimetres",
    "mm": "millimetres",
    "m": "metres",
    "min": "minutes",
    "s": "seconds",
    "days": "days",
    "weeks": "weeks",
    "months": "months",
    "years": "years",
}
_PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}
_PARTS[10] = "tenth"
_COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5)}
_VULGAR |= {"⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
_VULGAR |= {"⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10)}
_NEGATIVE_IN_BRACKETS = re.compile(r"open bracket (negative \d+) close bracket")
_POWERS = {"²": "squared", "³": "cubed"}
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_WORD = re.compile(
    r"(?P<fraction>\d+/\d+(?= of)|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒])|(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|\d+(?:[.,]\d+)?|[^\W\d_]+|\S"
)


@lru_cache(maxsize=4096)
def spoken(text: str) -> str:
    """Say an equation in words.

    >>> spoken("6 × ? = 48")
    '6 times what number equals 48'
    >>> spoken("−4 × −6")
    'negative 4 times negative 6'
    >>> spoken("3/4 of 32"), spoken("½ of 24")
    ('three quarters of 32', 'one half of 24')
    >>> spoken("3 ft = ? in"), spoken("3x + 4 = 19")
    ('3 feet equals how many inches', 'find x: 3 x plus 4 equals 19')
    >>> spoken("2⁵ − 7²")
    '2 to the power of 5 minus 7 squared'
    """
    words: list[str] = []
    for found in _WORD.finditer(text):
        if found["fraction"]:
            words += ["and"] * _is_number(words) + [_fraction(found["fraction"])]
        elif found["power"]:
            words.append(_POWERS.get(found[0]) or f"to the power of {found[0].translate(_DIGITS)}")
        elif found[0] == "−" and not _ends_operand(words):
            words.append("negative")
        else:
            words.append(_spoken(found[0], words))
    sentence = _NEGATIVE_IN_BRACKETS.sub(r"\1", " ".join(words))
    return _find_letter(text) + sentence


def _spoken(sign: str, words: list[str]) -> str:
    if sign not in _UNITS:
        return _SAID.get(sign, sign)
    if words and words[-1] == _SAID["?"]:
        words[-1] = "how many"
    # A lone letter after a number without a space is an unknown: 3s is no time.
    return _UNITS[sign]


def _fraction(text: str) -> str:
    taken, parts = _VULGAR[text] if text in _VULGAR else map(int, text.split("/"))
    if parts not in _PARTS or not 0 < taken < 10:
        return f"{taken} over {parts}"
    part = _PARTS[parts]
    return f"{_COUNTS[taken]} {part if taken == 1 else 'halves' if parts == 2 else part + 's'}"


def _is_number(words: list[str]) -> bool:
    return bool(words) and words[-1][0].isdigit()


def _ends_operand(words: list[str]) -> bool:
    """Whether a minus sign that follows takes away: nothing before it, or a sign, makes it a negative number's."""
    signs = {"plus", "minus", "negative", "times", "divided by", "equals", "open bracket", "of", "where"}
    return bool(words) and words[-1] not in signs


def _find_letter(text: str) -> str:
    """Return what is asked, where an equation has a letter: nothing in it says "what number"."""
    letter = re.search(r"(?<![^\W\d_])[a-zA-Z](?![^\W\d_])", text)
    asks = letter and "=" in text and "?" not in text and "," not in text
    return f"find {letter[0]}: " if letter and asks else ""
