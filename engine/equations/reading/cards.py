"""One line, one card: "7 + 5", "½ of 24", "double 9 = 18", "6 × ? = 48", or words and their answer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from engine.equations.reading.mistakes import (
    answer_behind_comma,
    is_list_of_numbers,
    list_mark,
    refuse_artifacts,
    refuse_entities,
)
from engine.equations.reading.numerals import NUMERAL, numeral
from engine.equations.reading.parser import value_of
from engine.equations.reading.printing import printed
from engine.equations.reading.problems import LOST, CardError, CardProblem
from engine.equations.reading.signs import SEMICOLONS, plain, without_unseen
from engine.equations.reading.tokens import PLACES, Kind, Token, tokens_of
from engine.equations.reading.values import Value, plain_value

LONGEST_TEXT = 60
LARGEST_ANSWER = 999
_ANSWER = re.compile(rf"=? ?(−)? ?({NUMERAL})")


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card's text as shown, and its answer."""

    text: str
    answer: int


def read_line(line: str) -> ReadCard:
    r"""Read a line: an equation, or two columns separated by a tab or the last semicolon.

    >>> read_line("½ of 24")
    ReadCard(text='½ of 24', answer=12)
    >>> read_line("legs of 6 dogs\t24"), read_line("6 × 8; 48")
    (ReadCard(text='legs of 6 dogs', answer=24), ReadCard(text='6 × 8', answer=48))

    :raises CardError: if the line is not a card
    """
    line = without_unseen(line)
    refuse_entities(line)
    text, between, given = line.partition("\t")
    place = max(line.rfind(sign) for sign in SEMICOLONS)
    if not between and place >= 0:
        text, given = line[:place], line[place + 1 :]
    return read_card(text, given.strip())


def read_card(text: str, given: str = "") -> ReadCard:
    """Read a card from its text and, if present, the answer in a second column.

    >>> read_card("6 x ? = 48").answer
    8
    >>> read_card("3x+4 = 19"), read_card("1 000 \N{EN DASH} 1 =")
    (ReadCard(text='3x + 4 = 19', answer=5), ReadCard(text='1000 − 1', answer=999))

    :raises CardError: if they are not a card
    """
    text = without_unseen(text).strip()
    if not text:
        raise CardError(CardProblem.EMPTY)
    if len(text) > LONGEST_TEXT or len(given) > LONGEST_TEXT:
        raise CardError(CardProblem.TOO_LONG, longest=LONGEST_TEXT)
    typed = plain(text)
    if not typed:  # a variation selector that would change how the preceding sign looks
        raise CardError(CardProblem.INVISIBLE_SIGN)
    refuse_artifacts(typed)
    mark, rest = list_mark(typed)
    if mark and _is_expression(rest):
        raise CardError(CardProblem.LIST_MARK, sign=mark if mark[0].isalnum() else text[0])
    if not given:
        return _read_alone(typed)
    answer = _given(given)
    try:
        card = _read_equation(typed)
    except CardError as error:
        if error.problem is CardProblem.UNKNOWN_SIGN:  # words: the second column gives the answer
            return ReadCard(_words(text), answer)
        raise
    if card.answer != answer:
        raise CardError(CardProblem.WRONG_ANSWER, read=card.text, given=answer, value=card.answer)
    return card


def _read_alone(text: str) -> ReadCard:
    """Read an equation without a second column, unless a comma may separate one."""
    hidden = answer_behind_comma(text)
    if hidden:
        question, given, is_apart = hidden
        card = _card_or_none(question)
        if card and is_apart:  # 3 + 4, 7
            return read_card(question, given)
        if card and card.answer == int(given):  # 5 × 4,20
            raise CardError(CardProblem.COMMA, read=card.text, value=card.answer)
    return _read_equation(text)


def _card_or_none(text: str) -> ReadCard | None:
    with suppress(CardError):
        return _read_equation(text)
    return None


def _read_equation(text: str) -> ReadCard:
    try:
        tokens = _without_hanging_equals(tokens_of(text))
    except CardError as error:
        if error.problem is CardProblem.UNKNOWN_SIGN and is_list_of_numbers(text):
            raise CardError(CardProblem.ONLY_NUMBERS) from error
        raise
    card = _card_of(tokens)
    if len(card.text) > LONGEST_TEXT:  # spaces around the signs make it longer than what was typed
        raise CardError(CardProblem.TOO_LONG, longest=LONGEST_TEXT)
    return card


def _is_expression(text: str) -> bool:
    with suppress(CardError):
        return bool(tokens_of(text))
    return False


def _without_hanging_equals(tokens: Sequence[Token]) -> Sequence[Token]:
    """Drop an equals sign with nothing after it, 3 + 4 =, or before it, as in a spreadsheet: =3+4."""
    start = 1 if tokens and tokens[0].text == "=" else 0
    end = len(tokens) - (1 if len(tokens) > start and tokens[-1].text == "=" else 0)
    return tokens[start:end]


def _card_of(tokens: Sequence[Token]) -> ReadCard:
    _check_unknowns(tokens)
    sides = _sides(tokens)
    values = [value_of(side) for side in sides]
    unknown = any(token.kind is Kind.UNKNOWN for token in tokens)
    if len(values) == 1:
        if unknown:
            raise CardError(CardProblem.ANSWER_MISSING if len(tokens) > 1 else CardProblem.NO_QUESTION)
        return _question(tokens, values[0].number)
    left, right = values
    if unknown:
        return _whole_card(printed(tokens), _solved(left, right))
    if left.number != right.number:
        raise _wrong(sides, left.number, right.number)
    questions = [side for side in sides if len(side) > 1]
    if len(questions) > 1:  # 7 + 5 = 6 + 6: which one is the card?
        raise CardError(CardProblem.TWO_QUESTIONS)
    return _question(questions[0] if questions else tokens, left.number)


def _wrong(sides: Sequence[Sequence[Token]], left: Fraction, right: Fraction) -> CardError:
    """Create the error for sides of different values: names the expression, its value, and the other side."""
    asked, value, given = (sides[0], left, right) if len(sides[0]) > 1 else (sides[1], right, left)
    facts = {"read": printed(asked), "given": plain_value(given), "value": plain_value(value)}
    return CardError(CardProblem.WRONG_ANSWER, **facts)


def _sides(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    places = [index for index, token in enumerate(tokens) if token.text == "="]
    if len(places) > 1:
        raise CardError(CardProblem.INCOMPLETE)
    return [tokens[: places[0]], tokens[places[0] + 1 :]] if places else [tokens]


def _check_unknowns(tokens: Sequence[Token]) -> None:
    """Check the unknowns: one letter may appear several times, but blanks may stand for different numbers."""
    unknowns = [token.text for token in tokens if token.kind is Kind.UNKNOWN]
    if len(set(unknowns)) > 1 or (len(unknowns) > 1 and unknowns[0] in PLACES):
        raise CardError(CardProblem.TWO_UNKNOWNS)


def _solved(left: Value, right: Value) -> Fraction:
    times = left.times - right.times
    if not times:
        raise CardError(CardProblem.NOT_SOLVABLE)
    return (right.number - left.number) / times


def _question(tokens: Sequence[Token], value: Fraction) -> ReadCard:
    if all(token.kind is Kind.NUMBER or token.text == "=" for token in tokens):
        raise CardError(CardProblem.NO_QUESTION)
    return _whole_card(printed(tokens), value)


def _given(text: str) -> int:
    """Read the second column: a number, optionally after an equals sign."""
    typed = plain(text)
    found = _ANSWER.fullmatch(typed)
    if found is None:
        raise CardError(CardProblem.NOT_A_NUMBER, sign=text[:12])
    sign, digits = found.groups()
    return _whole(text, Fraction(numeral(digits).replace(",", ".")) * (-1 if sign else 1))


def _words(text: str) -> str:
    words = " ".join(text.split())
    if not words.isprintable() or LOST in words:  # invisible characters, and those that reorder the text around them
        raise CardError(CardProblem.INVISIBLE_SIGN)
    if not any(unicodedata.category(sign)[0] in "LNS" and sign not in PLACES for sign in words):
        raise CardError(CardProblem.NO_QUESTION)
    return words


def _whole_card(text: str, value: Fraction) -> ReadCard:
    return ReadCard(text, _whole(text, value))


def _whole(read: str, value: Fraction) -> int:
    if value.denominator != 1:
        raise CardError(CardProblem.NOT_WHOLE, read=read, answer=plain_value(value))
    if not 0 <= value <= LARGEST_ANSWER:
        raise CardError(CardProblem.OUT_OF_RANGE, read=read, answer=plain_value(value), largest=LARGEST_ANSWER)
    return int(value)
