"""Parse a pasted sheet line by line, so an error affects only its own line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.equations.reading.cards import ReadCard, read_line
from engine.equations.reading.problems import CardError, CardProblem

MOST_LINES = 500


class ReadLine(NamedTuple):
    """The result of one line: a card or an error."""

    number: int
    """Counted from 1, including empty lines."""
    card: ReadCard | None
    error: CardError | None


def read_lines(text: str, most: int = MOST_LINES) -> Iterator[ReadLine]:
    r"""Read every nonempty line. A repeated equation is an error, too.

    >>> [(line.number, line.card or line.error) for line in read_lines("7 + 5\n\n7 +\n")]
    [(1, ReadCard(text='7 + 5', answer=12)), (3, CardError('incomplete'))]
    """
    first: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if number > most:
            yield ReadLine(number, None, CardError(CardProblem.TOO_MANY_LINES, most=most))
            return
        try:
            card = read_line(line)
        except CardError as error:
            yield ReadLine(number, None, error)
            continue
        asked = card.text.casefold()
        if asked in first:
            yield ReadLine(number, None, _again(card, *first[asked]))
            continue
        first[asked] = number, card.answer
        yield ReadLine(number, card, None)


def _again(card: ReadCard, line: int, answer: int) -> CardError:
    if card.answer == answer:
        return CardError(CardProblem.DUPLICATE, line=line)
    return CardError(CardProblem.TWO_ANSWERS, line=line, given=card.answer, value=answer)
