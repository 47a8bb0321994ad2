"""One line, one card: "7 + 5", "½ of 24", "double 9 = 18", "6 × ? = 48", or words and their answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.equations.reading.parser import value_of
from engine.equations.reading.printing import printed
from engine.equations.reading.problems import CardError, CardProblem
from engine.equations.reading.tokens import PLACES, Kind, Token, tokens_of
from engine.equations.reading.values import Value, plain

LONGEST_TEXT = 60
LARGEST_ANSWER = 999
_NUMBER = re.compile(r"[-−]?[0-9]{1,9}(?:[.,][0-9]{1,6})?")
_WORDS_ARE_FINE = {CardProblem.UNKNOWN_SIGN, CardProblem.ANSWER_MISSING}
"""What a second column settles: the teacher says what the answer is."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card as it will look, and its answer."""

    text: str
    answer: int


def read_line(line: str) -> ReadCard:
    r"""Read a line: an equation, or two columns with a tab or the last semicolon between them.

    >>> read_line("½ of 24")
    ReadCard(text='½ of 24', answer=12)
    >>> read_line("legs of 6 dogs\t24"), read_line("6 × 8; 48")
    (ReadCard(text='legs of 6 dogs', answer=24), ReadCard(text='6 × 8', answer=48))

    :raises CardError: if it makes no card
    """
    text, between, given = line.partition("\t")
    if not between and ";" in line:
        text, _, given = line.rpartition(";")
    return read_card(text, given.strip())


def read_card(text: str, given: str = "") -> ReadCard:
    """Read a card from its text and, if there is one, the answer in a second column.

    >>> read_card("6 x ? = 48").answer
    8
    >>> read_card("3x+4 = 19")
    ReadCard(text='3x + 4 = 19', answer=5)

    :raises CardError: if they make no card
    """
    text = text.strip()
    if not text:
        raise CardError(CardProblem.EMPTY)
    if len(text) > LONGEST_TEXT or len(given) > LONGEST_TEXT:
        raise CardError(CardProblem.TOO_LONG, longest=LONGEST_TEXT)
    if not given:
        return _printable(_read_equation(tokens_of(text)))
    answer = _given(given)
    try:
        card = _printable(_read_equation(tokens_of(text)))
    except CardError as error:
        if error.problem in _WORDS_ARE_FINE:
            return ReadCard(_words(text), answer)
        raise
    if card.answer != answer:
        raise CardError(CardProblem.WRONG_ANSWER, given=answer, value=card.answer)
    return card


def _read_equation(tokens: Sequence[Token]) -> ReadCard:
    _check_unknowns(tokens)
    sides = _sides(tokens)
    values = [value_of(side) for side in sides]
    unknown = any(token.kind is Kind.UNKNOWN for token in tokens)
    if len(values) == 1:
        if unknown:
            raise CardError(CardProblem.ANSWER_MISSING)
        return _question(tokens, values[0].number)
    left, right = values
    if unknown:
        return ReadCard(printed(tokens), _whole(_solved(left, right)))
    if left.number != right.number:
        raise CardError(CardProblem.WRONG_ANSWER, given=plain(right.number), value=plain(left.number))
    questions = [side for side in sides if len(side) > 1]
    if len(questions) > 1:  # 7 + 5 = 6 + 6: which of them is the card?
        raise CardError(CardProblem.AMBIGUOUS)
    return _question(questions[0] if questions else tokens, left.number)


def _sides(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    places = [index for index, token in enumerate(tokens) if token.text == "="]
    if len(places) > 1:
        raise CardError(CardProblem.INCOMPLETE)
    return [tokens[: places[0]], tokens[places[0] + 1 :]] if places else [tokens]


def _check_unknowns(tokens: Sequence[Token]) -> None:
    """One letter may stand in several places; places to fill in need not hold the same number."""
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
    return ReadCard(printed(tokens), _whole(value))


def _printable(card: ReadCard) -> ReadCard:
    """Spaces round the signs make a card longer than what was typed."""
    if len(card.text) > LONGEST_TEXT:
        raise CardError(CardProblem.TOO_LONG, longest=LONGEST_TEXT)
    return card


def _given(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise CardError(CardProblem.NOT_A_NUMBER, given=text[:12])
    return _whole(Fraction(text.replace("−", "-").replace(",", ".")))


def _words(text: str) -> str:
    words = " ".join(text.split())
    if not words.isprintable():  # signs that hide or turn round what stands beside them
        raise CardError(CardProblem.UNKNOWN_SIGN, sign="".join(filter(str.isprintable, words))[:12])
    if not set(words) - {*PLACES, "_", " "}:
        raise CardError(CardProblem.NO_QUESTION)
    return words


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise CardError(CardProblem.NOT_WHOLE, answer=plain(value))
    if not 0 <= value <= LARGEST_ANSWER:
        raise CardError(CardProblem.OUT_OF_RANGE, answer=plain(value), largest=LARGEST_ANSWER)
    return int(value)
