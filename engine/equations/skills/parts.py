"""Parts and measurement: coins, units, fractions of a number, percentages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import gcd

from engine.equations.equation import LARGEST_ANSWER, Equation, features
from engine.equations.error_patterns import ErrorPattern

LARGEST_WHOLE = 400
COINS = (("quarter", "quarters", 25), ("dime", "dimes", 10), ("nickel", "nickels", 5), ("penny", "pennies", 1))
UNITS = (("ft", "in", 12), ("yd", "ft", 3), ("weeks", "days", 7), ("days", "h", 24), ("gal", "qt", 4), ("lb", "oz", 16))
METRIC_UNITS = (
    ("cm", "mm", 10),
    ("m", "cm", 100),
    ("weeks", "days", 7),
    ("days", "h", 24),
    ("min", "s", 60),
    ("years", "months", 12),
)
PERCENTS = ((10, 25, 50), (5, 20, 75), (15, 30, 40, 60, 80))
"""By step, easy ones first."""


def money() -> Iterator[Equation]:
    """Generate amounts of two or three kinds of coins, in cents."""
    for counts in product(range(5), repeat=len(COINS)):
        coins = [(count, coin) for count, coin in zip(counts, COINS, strict=True) if count]
        cents = sum(count * worth for count, (_, _, worth) in coins)
        if 2 <= len(coins) <= 3 and cents <= LARGEST_ANSWER:
            named = [f"{count} {one if count == 1 else many}" for count, (one, many, _) in coins]
            key = "coins:" + "+".join(f"{count}x{worth}" for count, (_, _, worth) in coins)
            yield Equation(f"{' + '.join(named)} = ? ¢", cents, "money", key, cents, level=len(coins) - 1)


def units() -> Iterator[Equation]:
    yield from _units("units", UNITS)


def metric_units() -> Iterator[Equation]:
    yield from _units("units-metric", METRIC_UNITS)


def fraction_of() -> Iterator[Equation]:
    """Generate unit fractions of a number first, then other fractions in lowest terms."""
    for parts in range(2, 11):
        for taken in range(1, parts):
            if gcd(taken, parts) == 1:
                for each in range(1, min(LARGEST_ANSWER // taken, 300 // parts) + 1):
                    error_patterns = ((ErrorPattern.FRAC_DEN, each),)
                    text, key = f"{taken}/{parts} of {each * parts}", f"fraction:{taken}/{parts}of{each * parts}"
                    level = 1 if taken == 1 else 2
                    marks = features(two=parts == 2, ten=parts == 10)
                    yield Equation(text, taken * each, "fraction-of", key, each * parts, marks, level, error_patterns)


def percent_of() -> Iterator[Equation]:
    for level, percents in enumerate(PERCENTS, start=1):
        for percent in percents:
            for whole in range(4, LARGEST_WHOLE + 1):
                answer, rest = divmod(percent * whole, 100)
                if not rest and answer <= LARGEST_ANSWER:
                    error_patterns = ((ErrorPattern.PCT_SUB, whole - percent),)
                    marks = features(two=percent == 50, ten=percent == 10)
                    text, key = f"{percent}% of {whole}", f"percent:{percent}of{whole}"
                    yield Equation(text, answer, "percent", key, whole, marks, level, error_patterns)


def _units(skill: str, table: tuple[tuple[str, str, int], ...]) -> Iterator[Equation]:
    """Generate conversions from the larger to the smaller unit; in step 2, the other way."""
    for large, small, factor in table:
        for count in range(2, 13):
            size, key = count * factor, f"unit:{large}-{small}:{count}"
            if size <= LARGEST_ANSWER:
                error_patterns = ((ErrorPattern.OP_ADD, count + factor),)
                yield Equation(f"{count} {large} = ? {small}", size, skill, key, size, error_patterns=error_patterns)
            text, marks = f"{size} {small} = ? {large}", features(inverse=True)
            yield Equation(text, count, skill, key, size, marks, level=2)
