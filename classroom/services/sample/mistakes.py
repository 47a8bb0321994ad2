"""Wrong answers like children's: neighbors in the times table, off by one, a forgotten carry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random

from engine.equations import find

PLUS, MINUS, TIMES, DIVIDED = "+", "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}", "\N{DIVISION SIGN}"
_NEAREST = 4

Weighted = Iterable[tuple[int, float]]
"""A wrong answer and its relative probability."""


def read_equation(face: str) -> tuple[int, str, int] | None:
    """Split an equation with two numbers into its parts; return None for other equations.

    >>> read_equation("7 × 8"), read_equation("25% of 60")
    ((7, '×', 8), None)
    """
    parts = face.split()
    if len(parts) != 3 or parts[1] not in _MISTAKES or not (parts[0].isdecimal() and parts[2].isdecimal()):
        return None
    return int(parts[0]), parts[1], int(parts[2])


def wrong_answer(face: str, right: str, labels: Collection[str], given: Collection[str], rng: Random) -> str:
    """Choose a wrong answer to an equation; the correct one if no other is left.

    :param labels: possible answers
    :param given: earlier wrong answers to this card
    """
    possible = [label for label in dict.fromkeys(labels) if label not in given and label != right]
    if not possible:
        return right
    likely = {str(answer): weight for answer, weight in _usual(face) if str(answer) in possible}
    if likely:
        return rng.choices(list(likely), list(likely.values()))[0]
    return rng.choice(sorted(possible, key=lambda label: (abs(int(label) - int(right)), label))[:_NEAREST])


def _usual(face: str) -> Weighted:
    """List common wrong answers; for other kinds of equations, those of the error patterns."""
    read = read_equation(face)
    if read is not None:
        first, sign, second = read
        return _MISTAKES[sign](first, second)
    equation = find(face)
    return [(answer, 1.0) for answer in sorted(set().union(*equation.distractors.values()))] if equation else []


def _of_sum(first: int, second: int) -> Weighted:
    total = first + second
    return (
        *((total + 1, 4), (total - 1, 4), (total - 10, 4 if first % 10 + second % 10 > 9 else 1), (total + 10, 1)),
        (abs(first - second), 1),
    )


def _of_difference(first: int, second: int) -> Weighted:
    left = first - second
    smaller_from_larger = 10 * abs(first // 10 - second // 10) + abs(first % 10 - second % 10)
    return (
        *((left + 1, 4), (left - 1, 4), (smaller_from_larger, 4), (left + 10, 3), (left - 10, 1)),
        (first + second, 1),
    )


def _of_product(first: int, second: int) -> Weighted:
    product = first * second
    return (
        *((product + first, 5), (product - first, 5), (product + second, 5), (product - second, 5)),
        *((first + second, 1), (product + 1, 1), (product - 1, 1), (product + 10, 1), (product - 10, 1)),
        *(((product % 10) * 10 + product // 10, 1), (first * 10, 0.5)),
    )


def _of_quotient(first: int, second: int) -> Weighted:
    result = first // second
    return ((result + 1, 4), (result - 1, 4), (second, 2), (first - second, 1), (result + 2, 1))


_MISTAKES: Mapping[str, Callable[[int, int], Weighted]] = {
    PLUS: _of_sum,
    MINUS: _of_difference,
    TIMES: _of_product,
    DIVIDED: _of_quotient,
}
