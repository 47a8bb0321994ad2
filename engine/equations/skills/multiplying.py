"""Multiplication and division: tables, tens, longer numbers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.equations.equation import DIVIDED, LARGEST_ANSWER, TIMES, Equation, family, features
from engine.equations.error_patterns import ErrorPattern


def tables() -> Iterator[Equation]:
    for first in range(2, 11):
        for second in range(2, 11):
            yield _product("mul-tables", first, second)


def zero_and_one() -> Iterator[Equation]:
    """Generate times 1 and times 0, with small numbers only: there is little to practice."""
    for number in range(13):
        for known in (0, 1):
            yield _product("mul-0-1", known, number)
            yield _product("mul-0-1", number, known)


def tables_11_and_12() -> Iterator[Equation]:
    for first in (11, 12):
        for second in range(2, 13):
            yield _product("mul-11-12", first, second)
            yield _product("mul-11-12", second, first)


def ones_times_tens() -> Iterator[Equation]:
    for ones in range(2, 10):
        for tens in range(20, 100, 10):
            if ones * tens <= LARGEST_ANSWER:
                yield _product("mul-tens", ones, tens)
                yield _product("mul-tens", tens, ones)


def two_digits_times_one() -> Iterator[Equation]:
    for first in range(13, 73):
        for second in range(2, 10):
            if first % 10 and first * second <= 144:
                yield _product("mul-2-by-1", first, second)
                yield _product("mul-2-by-1", second, first)


def divide() -> Iterator[Equation]:
    for divisor in range(2, 11):
        for answer in range(2, 11):
            yield _quotient("div-tables", divisor, answer)


def missing_factor() -> Iterator[Equation]:
    """Generate products with a missing factor; in step 2, quotients with the dividend missing."""
    for known in range(2, 11):
        for other in range(2, 11):
            product = known * other
            key, marks = family("mul", known, other), _marks(known, other) | {"inverse"}
            error_patterns = (
                (ErrorPattern.MUL_ADJ, other + 1),
                (ErrorPattern.MUL_ADJ, other - 1),
                (ErrorPattern.OP_ADD, product - known),
            )
            for text in (f"{known} {TIMES} ? = {product}", f"? {TIMES} {known} = {product}"):
                yield Equation(text, other, "missing-factor", key, product, marks, 1, error_patterns)
            divided = f"? {DIVIDED} {known} = {other}"
            yield Equation(divided, product, "missing-factor", key, product, marks, 2, _neighbors(known, other))


def by_one_digit() -> Iterator[Equation]:
    """Generate two or three digits divided by one, without remainder and with a quotient above 10."""
    for divisor in range(2, 10):
        for answer in range(11, LARGEST_ANSWER + 1):
            if divisor * answer < 1000:
                yield _quotient("div-1-digit", divisor, answer)


def by_two_digits() -> Iterator[Equation]:
    for divisor in range(11, 100):
        for answer in range(2, min(LARGEST_ANSWER, 999 // divisor) + 1):
            if divisor % 10:
                yield _quotient("div-2-digit", divisor, answer)


def _product(skill: str, first: int, second: int) -> Equation:
    answer, key = first * second, family("mul", first, second)
    error_patterns = (*_neighbors(first, second), (ErrorPattern.OP_ADD, first + second))
    if not answer:
        error_patterns = ((ErrorPattern.ZERO_N, first + second),)
    elif first <= 10 and second <= 10:
        error_patterns = (
            *error_patterns,
            *((ErrorPattern.MUL_TABLE, factor * other) for factor in (first, second) for other in range(2, 11)),
        )
    marks = _marks(first, second)
    return Equation(f"{first} {TIMES} {second}", answer, skill, key, answer, marks, 1, error_patterns)


def _quotient(skill: str, divisor: int, answer: int) -> Equation:
    whole, key = divisor * answer, family("mul", divisor, answer)
    error_patterns = ((ErrorPattern.MUL_ADJ, answer + 1), (ErrorPattern.MUL_ADJ, answer - 1))
    marks = _marks(divisor, answer) | {"inverse"}
    return Equation(f"{whole} {DIVIDED} {divisor}", answer, skill, key, whole, marks, 1, error_patterns)


def _neighbors(first: int, second: int) -> tuple[tuple[ErrorPattern, int], ...]:
    """Return the neighboring products in the times table."""
    product = first * second
    steps = (first, -first, second, -second)
    return tuple((ErrorPattern.MUL_ADJ, product + step) for step in steps)


def _marks(first: int, second: int) -> frozenset[str]:
    both = (first, second)
    return features(
        tie=first == second,
        one=1 in both or 0 in both,
        two=2 in both,
        five=5 in both,
        ten=10 in both,
    )
