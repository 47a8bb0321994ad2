"""Split a line into tokens, each in the one form that the parser knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import NamedTuple

from engine.equations.characters import FRACTIONS, LOWER, RAISED
from engine.equations.reading.fraction_signs import with_fraction_signs
from engine.equations.reading.mistakes import refuse_lookalikes
from engine.equations.reading.numerals import NUMERAL, numeral
from engine.equations.reading.problems import CardError, CardProblem, unreadable
from engine.equations.reading.signs import plain


class Kind(Enum):
    """The parser's token kinds."""

    NUMBER = auto()
    FRACTION = auto()
    """A fraction character: ½."""
    UNKNOWN = auto()
    """A letter or a blank."""
    FACTOR = auto()
    """A word that multiplies what follows: double, half of."""
    POWER = auto()
    """An exponent. Its text is the digits."""
    SIGN = auto()


class Token(NamedTuple):
    """One sign, number, or word."""

    kind: Kind
    text: str
    """As printed on the card."""


PLACES = ("?", "□")
_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
FACTORS = {"double": Fraction(2), "twice": Fraction(2), "triple": Fraction(3), "half": Fraction(1, 2)}
FACTORS |= {
    f"{start}{part} of": Fraction(1, parts) for part, parts in _PARTS.items() for start in ("", "a ", "an ", "one ")
}
_WORDS = {"times": "×", "multiplied by": "×", "plus": "+", "minus": "−", "divided by": "÷", "of": "of"}
_SQUARED = {"squared": "2", "cubed": "3"}
_SIGNS = {":": "÷"}
_ROUND = {"[": "(", "]": ")"}
_PARTNERS = {")": "(", "]": "["}


def _either(words: Sequence[str]) -> str:
    """Match one of the words, longest first, with any spaces inside."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


_TOKEN = re.compile(
    rf"\s*(?:(?P<number>{NUMERAL})|(?P<fraction>[{''.join(FRACTIONS)}])|(?P<power>[{RAISED}]+|\^\s*[0-9]+)"
    rf"|(?P<word>{_either([*FACTORS, *_WORDS, *_SQUARED])})(?![^\W\d_])"
    r"|(?P<unknown>\?|_+|□|[a-zA-Z](?![^\W\d_]))|(?P<sign>[+−×÷/:=%√()\[\]]))",
    re.IGNORECASE,
)


def tokens_of(text: str) -> list[Token]:
    """Split a text into tokens.

    :raises CardError: if it has an unknown sign or an ambiguous number
    """
    text = with_fraction_signs(plain(text))
    tokens: list[Token] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKEN.match(text, place)
        if found is None:
            raise unreadable(text[place:].strip())
        place = found.end()
        tokens.append(_token(found))
    refuse_lookalikes(text)
    return _with_crosses(_with_round_brackets(tokens))


def _token(found: re.Match[str]) -> Token:
    text = found[0].strip()
    match found.lastgroup:
        case "number":
            return Token(Kind.NUMBER, numeral(text))
        case "fraction":
            return Token(Kind.FRACTION, text)
        case "power":
            return Token(Kind.POWER, text.lstrip("^ ").translate(LOWER))
        case "unknown":
            return Token(Kind.UNKNOWN, "?" if text.startswith("_") else text)
        case "word":
            return _word(" ".join(text.lower().split()))
        case _:
            return Token(Kind.SIGN, _SIGNS.get(text, text))


def _word(word: str) -> Token:
    if word in _SQUARED:
        return Token(Kind.POWER, _SQUARED[word])
    if word in FACTORS:
        return Token(Kind.FACTOR, word)
    return Token(Kind.SIGN, _WORDS[word])


def _with_round_brackets(tokens: Sequence[Token]) -> list[Token]:
    """Check that each bracket has a partner of its kind, then make all of them round."""
    if any(token.text in _ROUND for token in tokens):
        open_brackets: list[str] = []
        for token in tokens:
            if token.text in _PARTNERS.values():
                open_brackets.append(token.text)
            elif token.text in _PARTNERS and (not open_brackets or open_brackets.pop() != _PARTNERS[token.text]):
                raise CardError(CardProblem.BRACKETS)
    return [Token(token.kind, _ROUND.get(token.text, token.text)) for token in tokens]


def _with_crosses(tokens: Sequence[Token]) -> list[Token]:
    """Turn a letter x between two operands into a multiplication sign. Elsewhere it is an unknown."""
    read: list[Token] = []
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        is_cross = token.text in {"x", "X"} and _ends_operand(read) and _begins_operand(following)
        read.append(Token(Kind.SIGN, "×") if is_cross else token)
    return read


def _ends_operand(before: Sequence[Token]) -> bool:
    if not before:
        return False
    kind, text = before[-1]
    return kind in {Kind.NUMBER, Kind.FRACTION, Kind.UNKNOWN, Kind.POWER} or text in {")", "%"}


def _begins_operand(token: Token | None) -> bool:
    if token is None:
        return False
    is_place = token.kind is Kind.UNKNOWN and token.text not in {"x", "X"}
    return is_place or token.kind in {Kind.NUMBER, Kind.FRACTION, Kind.FACTOR} or token.text in {"(", "√"}
