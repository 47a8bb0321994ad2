"""How an equation is said: one sentence for read-aloud and screen readers, for any card's text, in any language.

The words of a language are a `SpeechWords`; English is the default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit of measurement, as it is said."""

    one: str
    many: str
    asked: str
    """The question for a number of them: "how many inches"."""


@dataclass(frozen=True, eq=False)
class SpeechWords:
    """How one language says equations. Templates have `{}` where a number or letter stands."""

    signs: Mapping[str, str]
    """What stands for itself: signs and abbreviations."""
    units: Mapping[str, Unit]
    number: str
    """An empty place: "what number"."""
    negative: str
    powers: Mapping[str, str]
    """Powers with a name of their own."""
    power: str
    """Any other power."""
    counts: tuple[str, ...]
    """How many parts a fraction takes, from 1 to 9."""
    parts: Mapping[int, tuple[str, str]]
    """The parts of a fraction, one and several: a half, halves."""
    over: str
    """Any other fraction."""
    joined: str
    """Between a whole number and its fraction."""
    find: str
    """Before an equation with a letter, which asks nothing itself."""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """Words printed on cards, which are English, in this language; none: it is that of the cards."""

    @cached_property
    def tokens(self) -> re.Pattern[str]:
        """What a text is cut into: the longest phrases first."""
        phrases = "|".join(map(re.escape, sorted(self.phrases, key=len, reverse=True)))
        phrase = rf"|(?P<phrase>\b(?:{phrases})\b)" if phrases else "|(?P<phrase>(?!))"
        return re.compile(
            r"(?P<fraction>\d+/\d+(?= of)|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒])|(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
            r"|\(−(?P<bracketed>\d+(?:[.,]\d+)?)\)|(?P<number>\d+(?:[.,]\d+)?)|(?P<place>[?□])"
            rf"{phrase}|(?P<letters>[^\W\d_]+)|(?P<sign>\S)"
        )


ENGLISH = SpeechWords(
    signs={
        "+": "plus",
        "−": "minus",
        "×": "times",
        "÷": "divided by",
        "=": "equals",
        "(": "open parenthesis",
        ")": "close parenthesis",
        "%": "percent",
        "√": "the square root of",
        ",": "where",
        "GCF": "the greatest common factor",
        "LCM": "the least common multiple",
        "/": "over",
    },
    units={
        "¢": Unit("cent", "cents", "how many cents"),
        "ft": Unit("foot", "feet", "how many feet"),
        "in": Unit("inch", "inches", "how many inches"),
        "yd": Unit("yard", "yards", "how many yards"),
        "h": Unit("hour", "hours", "how many hours"),
        "gal": Unit("gallon", "gallons", "how many gallons"),
        "qt": Unit("quart", "quarts", "how many quarts"),
        "lb": Unit("pound", "pounds", "how many pounds"),
        "oz": Unit("ounce", "ounces", "how many ounces"),
        "cm": Unit("centimeter", "centimeters", "how many centimeters"),
        "mm": Unit("millimeter", "millimeters", "how many millimeters"),
        "m": Unit("meter", "meters", "how many meters"),
        "min": Unit("minute", "minutes", "how many minutes"),
        "s": Unit("second", "seconds", "how many seconds"),
        "days": Unit("day", "days", "how many days"),
        "weeks": Unit("week", "weeks", "how many weeks"),
        "months": Unit("month", "months", "how many months"),
        "years": Unit("year", "years", "how many years"),
    },
    number="what number",
    negative="negative",
    powers={"²": "squared", "³": "cubed"},
    power="to the power of {}",
    counts=("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    parts={
        2: ("half", "halves"),
        3: ("third", "thirds"),
        4: ("quarter", "quarters"),
        5: ("fifth", "fifths"),
        6: ("sixth", "sixths"),
        7: ("seventh", "sevenths"),
        8: ("eighth", "eighths"),
        9: ("ninth", "ninths"),
        10: ("tenth", "tenths"),
    },
    over="{} over {}",
    joined="and",
    find="find {}: {}",
)

_VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5)}
_VULGAR |= {"⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
_VULGAR |= {"⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10)}
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_ENDS_OPERAND = {"fraction", "power", "bracketed", "number", "place", "letters", ")", "%", "¢"}
"""After one of these a minus sign takes away; after anything else, and at the beginning, it makes a number negative."""


@lru_cache(maxsize=8192)
def spoken(text: str, words: SpeechWords = ENGLISH) -> str:
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
    tokens = [*words.tokens.finditer(text)]
    pairs = [*zip([None, *tokens], tokens, strict=False)]
    is_known = not words.phrases or all(_is_known(found, before, words) for before, found in pairs)
    said: list[str] = []
    for before, found in pairs:
        unit = _unit(found, before, words) if is_known else None
        if unit is None:
            said += _said(found, before, words, is_known=is_known)
        elif before is not None and before.lastgroup == "place":
            said[-1] = unit.asked
        else:
            said.append(unit.one if before is not None and before[0] == "1" else unit.many)
    sentence = " ".join(said)
    letter = _letter_asked(text)
    return words.find.format(letter, sentence) if letter else sentence


def _said(found: re.Match[str], before: re.Match[str] | None, words: SpeechWords, *, is_known: bool) -> list[str]:
    text = found[0]
    said = [words.signs.get(text, text)]
    match found.lastgroup:
        case "fraction":
            joins = before is not None and before.lastgroup == "number"
            said = [*([words.joined] if joins else []), _fraction(text, words)]
        case "power":
            said = [words.powers.get(text) or words.power.format(text.translate(_DIGITS))]
        case "bracketed":
            said = [words.negative, found["bracketed"]]
        case "place":
            said = [words.number]
        case "phrase" if is_known:
            said = [words.phrases[text]]
        case "sign" if text == "−" and not _ends_operand(before):
            said = [words.negative]
    return said


def _is_known(found: re.Match[str], before: re.Match[str] | None, words: SpeechWords) -> bool:
    """Whether a token can be said in this language. Words that cannot are a teacher's: then all stay as written."""
    text = found["letters"]
    return text is None or len(text) == 1 or text in words.signs or _unit(found, before, words) is not None


def _unit(found: re.Match[str], before: re.Match[str] | None, words: SpeechWords) -> Unit | None:
    """Give the unit that a token is: behind a number or an empty place, and apart from it. In 3m, m is an unknown."""
    if before is None or before.lastgroup not in {"number", "place"}:
        return None
    is_apart = found.start() > before.end() or not found[0].isalpha()
    return words.units.get(found[0]) if is_apart else None


def _fraction(text: str, words: SpeechWords) -> str:
    taken, parts = _VULGAR[text] if text in _VULGAR else map(int, text.split("/"))
    if parts not in words.parts or not 0 < taken <= len(words.counts):
        return words.over.format(taken, parts)
    one, many = words.parts[parts]
    return f"{words.counts[taken - 1]} {one if taken == 1 else many}"


def _ends_operand(before: re.Match[str] | None) -> bool:
    return before is not None and not {before.lastgroup, before[0]}.isdisjoint(_ENDS_OPERAND)


def _letter_asked(text: str) -> str | None:
    """Find what is asked where an equation has a letter: nothing in it says "what number"."""
    letter = re.search(r"(?<![^\W\d_])[a-zA-Z](?![^\W\d_])", text)
    return letter[0] if letter and "=" in text and not set("?□,") & set(text) else None
