"""Equations in words, for read-aloud and screen readers: any card's text, in any language.

`SpeechWords` holds the words of a language; English is the default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.equations.characters import FRACTIONS, LOWER, RAISED


class Unit(NamedTuple):
    """A unit of measurement in words."""

    one: str
    many: str
    asked: str
    """The question for an amount: "how many inches"."""


@dataclass(frozen=True, eq=False)
class SpeechWords:
    """The words of one language for equations. `{}` in a template stands for a number or letter."""

    signs: Mapping[str, str]
    """Words for single tokens: signs and abbreviations."""
    units: Mapping[str, Unit]
    number: str
    """A blank: "what number"."""
    negative: str
    powers: Mapping[str, str]
    """Powers with their own names."""
    power: str
    """Any other power."""
    counts: tuple[str, ...]
    """Numerators from 1 to 9."""
    parts: Mapping[int, tuple[str, str]]
    """Names of fractions, singular and plural: a half, halves."""
    over: str
    """Any other fraction."""
    joined: str
    """Between a whole number and its fraction."""
    find: str
    """Prefix of an equation with a variable, which would not be a question by itself."""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """Translations of English words printed on cards; empty if cards are in this language."""

    @cached_property
    def tokens(self) -> re.Pattern[str]:
        """Return the pattern that splits a text into tokens, longest phrases first."""
        phrases = "|".join(map(re.escape, sorted(self.phrases, key=len, reverse=True)))
        phrase = rf"|(?P<phrase>\b(?:{phrases})\b)" if phrases else "|(?P<phrase>(?!))"
        return re.compile(
            rf"(?P<fraction>\d+/\d+(?= of)|[{''.join(FRACTIONS)}])|(?P<power>[{RAISED}]+)"
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

_ENDS_OPERAND = {"fraction", "power", "bracketed", "number", "place", "letters", ")", "%", "¢"}
"""After one of these, a minus sign means subtraction; elsewhere it makes a number negative."""


@lru_cache(maxsize=8192)
def spoken(text: str, words: SpeechWords = ENGLISH) -> str:
    """Return an equation in words.

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
            said = [words.powers.get(text) or words.power.format(text.translate(LOWER))]
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
    """Return whether this language has a word for a token. If not, a teacher wrote it, and no word is translated."""
    text = found["letters"]
    return text is None or len(text) == 1 or text in words.signs or _unit(found, before, words) is not None


def _unit(found: re.Match[str], before: re.Match[str] | None, words: SpeechWords) -> Unit | None:
    """Return the unit that a token stands for: after a number or blank and a space. In 3m, m is an unknown."""
    if before is None or before.lastgroup not in {"number", "place"}:
        return None
    is_apart = found.start() > before.end() or not found[0].isalpha()
    return words.units.get(found[0]) if is_apart else None


def _fraction(text: str, words: SpeechWords) -> str:
    taken, parts = FRACTIONS[text] if text in FRACTIONS else map(int, text.split("/"))
    if parts not in words.parts or not 0 < taken <= len(words.counts):
        return words.over.format(taken, parts)
    one, many = words.parts[parts]
    return f"{words.counts[taken - 1]} {one if taken == 1 else many}"


def _ends_operand(before: re.Match[str] | None) -> bool:
    return before is not None and not {before.lastgroup, before[0]}.isdisjoint(_ENDS_OPERAND)


def _letter_asked(text: str) -> str | None:
    """Return the variable that an equation asks for; such equations have no blank for "what number"."""
    letter = re.search(r"(?<![^\W\d_])[a-zA-Z](?![^\W\d_])", text)
    return letter[0] if letter and "=" in text and not set("?□,") & set(text) else None
