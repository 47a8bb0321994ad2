"""Exact values: a number plus a multiple of one unknown, with limited size."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from engine.equations.reading.problems import CardError, CardProblem

LARGEST_NUMBER = 1_000_000
LARGEST_EXPONENT = 12
_LARGEST_MIDWAY = LARGEST_NUMBER**2


class Value(NamedTuple):
    """``number`` + ``times`` × the unknown."""

    number: Fraction
    times: Fraction = Fraction(0)


UNKNOWN = Value(Fraction(0), Fraction(1))


def add(one: Value, other: Value, sign: int) -> Value:
    return _checked(one.number + sign * other.number, one.times + sign * other.times)


def multiply(one: Value, other: Value) -> Value:
    """Multiply two values.

    :raises CardError: if both hold the unknown, or the product is too large
    """
    if one.times and other.times:
        raise CardError(CardProblem.NOT_SOLVABLE)
    return _checked(one.number * other.number, one.number * other.times + one.times * other.number)


def divide(one: Value, other: Value) -> Value:
    """Divide a value by another.

    :raises CardError: if the divisor is 0 or holds the unknown
    """
    if other.times:
        raise CardError(CardProblem.NOT_SOLVABLE)
    if not other.number:
        raise CardError(CardProblem.DIVISION_BY_ZERO)
    return _checked(one.number / other.number, one.times / other.number)


def power(base: Value, exponent: str) -> Value:
    """Raise a value to a power.

    :raises CardError: if the exponent or the result is too large, or the base contains the unknown
    """
    if len(exponent) > 2 or int(exponent) > LARGEST_EXPONENT:
        raise CardError(CardProblem.NUMBER_TOO_LARGE, largest=LARGEST_NUMBER)
    value = Value(Fraction(1))
    for _ in range(int(exponent)):
        value = multiply(value, base)
    return value


def root(square: Value) -> Value:
    """Take the square root of a value.

    :raises CardError: if the root is not a whole number
    """
    number = square.number
    if square.times or number.denominator != 1 or number < 0 or isqrt(int(number)) ** 2 != number:
        raise CardError(CardProblem.NOT_A_SQUARE)
    return Value(Fraction(isqrt(int(number))))


def number(digits: str) -> Value:
    """Parse a number as typed, whole or decimal.

    :raises CardError: if it is too large
    """
    if len(digits) > len(str(LARGEST_NUMBER)) + 3:
        raise CardError(CardProblem.NUMBER_TOO_LARGE, largest=LARGEST_NUMBER)
    value = Fraction(digits.replace(",", "."))
    if value > LARGEST_NUMBER:
        raise CardError(CardProblem.NUMBER_TOO_LARGE, largest=LARGEST_NUMBER)
    return Value(value)


def plain_value(value: Fraction) -> str:
    """Format a value for a message.

    >>> plain_value(Fraction(7)), plain_value(Fraction(-7, 2))
    ('7', '−7/2')
    """
    return str(value).replace("-", "−")


def _checked(number: Fraction, times: Fraction) -> Value:
    """Reject values larger than any card needs, before they grow further."""
    for part in (number, times):
        if abs(part.numerator) > _LARGEST_MIDWAY or part.denominator > LARGEST_NUMBER:
            raise CardError(CardProblem.NUMBER_TOO_LARGE, largest=LARGEST_NUMBER)
    return Value(number, times)
