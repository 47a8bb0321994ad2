"""Powers, roots, common factors and multiples, and negative numbers."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm

from engine.equations.equation import LARGEST_ANSWER, MINUS, ROOT, TIMES, Equation, family, features
from engine.equations.error_patterns import ErrorPattern

SQUARED, CUBED = "²", "³"
INVERSE = features(inverse=True)
NEGATIVE = features(negative=True)


def powers() -> Iterator[Equation]:
    """Generate squares, cubes, and powers of 2; in step 2, a square plus or minus a number."""
    for base in range(2, 13):
        square = base * base
        yield _power(f"{base}{SQUARED}", square, 2 * base, f"power:{base}^2")
        for other in range(1, 61):
            if square + other <= LARGEST_ANSWER:
                yield _power(f"{base}{SQUARED} + {other}", square + other, 2 * base + other, level=2)
            if square > other:
                yield _power(f"{base}{SQUARED} {MINUS} {other}", square - other, 2 * base - other, level=2)
    for base in range(2, 6):
        yield _power(f"{base}{CUBED}", base**3, 3 * base, f"power:{base}^3")
    for exponent, superscript in zip(range(4, 8), "⁴⁵⁶⁷", strict=True):
        yield _power(f"2{superscript}", 2**exponent, 2 * exponent, f"power:2^{exponent}")


def roots() -> Iterator[Equation]:
    """Generate roots of perfect squares; in step 2, a number times such a root."""
    for root in range(2, 21):
        square, key = root * root, f"root:{root}"
        yield Equation(f"{ROOT}{square}", root, "roots", key, square, INVERSE, 1, ((ErrorPattern.SQ2, square // 2),))
        for factor in range(2, min(12, LARGEST_ANSWER // root) + 1):
            if root <= 12:
                text, answer, error_patterns = (
                    f"{factor} {TIMES} {ROOT}{square}",
                    factor * root,
                    ((ErrorPattern.SQ2, factor * square // 2),),
                )
                yield Equation(text, answer, "roots", key, max(square, answer), INVERSE, 2, error_patterns)


def common_factor_and_multiple() -> Iterator[Equation]:
    """Generate common factors and multiples of two numbers, neither of which divides the other."""
    for factor in range(2, 51):
        for first in range(2, 10):
            for second in range(first + 1, 10):
                small, large = factor * first, factor * second
                if gcd(first, second) == 1 and large <= 100:
                    yield Equation(f"GCF of {small} and {large}", factor, "gcf-lcm", f"gcf:{small},{large}", large)
    for small in range(2, 26):
        for large in range(small + 1, 51):
            multiple, error_patterns = lcm(small, large), ((ErrorPattern.OP_ADD, small + large),)
            if multiple <= LARGEST_ANSWER and large % small:
                text, key = f"LCM of {small} and {large}", f"lcm:{small},{large}"
                yield Equation(text, multiple, "gcf-lcm", key, multiple, error_patterns=error_patterns)


def integers() -> Iterator[Equation]:
    """Generate expressions with negative numbers and a positive answer."""
    for first in range(2, 13):
        for second in range(2, 13):
            text = f"{MINUS}{first} {TIMES} {MINUS}{second}"
            yield _integer(text, first * second, family("mul", first, second))
    for first in range(1, 41):
        for second in range(2, 61):
            if second <= 20:
                text = f"{first} {MINUS} ({MINUS}{second})"
                yield _integer(text, first + second, family("add", first, second), first - second)
            if first < second and first <= 30:
                text = f"{MINUS}{first} + {second}"
                yield _integer(text, second - first, family("add", first, second - first), first + second)


def _power(text: str, answer: int, slip: int, key: str = "", level: int = 1) -> Equation:
    return Equation(
        text, answer, "powers", key or f"power:{text}", answer, level=level, error_patterns=((ErrorPattern.SQ2, slip),)
    )


def _integer(text: str, answer: int, key: str, slip: int = -1) -> Equation:
    return Equation(text, answer, "integers", key, answer, NEGATIVE, error_patterns=((ErrorPattern.SIGN, slip),))
