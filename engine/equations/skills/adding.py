"""Addition: from sums within 10 to carrying within 100."""

from __future__ import annotations

from collections.abc import Iterator

from engine.equations.equation import MINUS, Equation, family, features
from engine.equations.error_patterns import ErrorPattern


def within_10() -> Iterator[Equation]:
    """Generate sums up to 10. Adding 0 is for warm-up only."""
    for first in range(11):
        for second in range(11 - first):
            yield _sum("add-10", first, second, level=1 if first and second else 0)


def within_20() -> Iterator[Equation]:
    for total in range(11, 21):
        for first in range(1, total):
            yield _sum("add-20", first, total - first)


def missing_addend_within_20() -> Iterator[Equation]:
    """Generate sums with a missing number; in step 2, differences with the minuend missing."""
    for total in range(11, 21):
        for known in range(1, total):
            other = total - known
            key, marks = family("add", known, other), _marks(known, other) | {"inverse"}
            for text in (f"{known} + ? = {total}", f"? + {known} = {total}"):
                error_patterns = ((ErrorPattern.INV_OP, total + known),)
                yield Equation(text, other, "missing-addend-20", key, total, marks, 1, error_patterns)
            error_patterns = ((ErrorPattern.INV_OP, other - known),)
            yield Equation(
                f"? {MINUS} {known} = {other}", total, "missing-addend-20", key, total, marks, 2, error_patterns
            )


def ones_or_tens() -> Iterator[Equation]:
    """Generate a two-digit number plus ones or tens, without a carry."""
    for first in range(10, 100):
        tens, ones = divmod(first, 10)
        for second in (*range(1, 10 - ones), *range(10, 100 - 10 * tens, 10)):
            yield _sum("add-2-digit-easy", first, second)
            yield _sum("add-2-digit-easy", second, first)


def two_digits() -> Iterator[Equation]:
    """Generate sums of two-digit numbers without a carry; step 2 has no multiples of 10."""
    for first in range(10, 90):
        for second in range(10, 100 - first):
            if first % 10 + second % 10 < 10:
                yield _sum("add-2-digit", first, second, level=2 if first % 10 and second % 10 else 1)


def with_carry() -> Iterator[Equation]:
    """Generate sums with a carry from ones to tens; in step 2 the sum is 100."""
    for first in range(2, 99):
        for second in range(2, 101 - first):
            is_carried = first % 10 + second % 10 >= 10
            if is_carried and (first > 10 or second > 10) and first + second > 20:
                yield _sum("add-100-carry", first, second, level=2 if first + second == 100 else 1)


def _sum(skill: str, first: int, second: int, level: int = 1) -> Equation:
    answer = first + second
    is_carried = first % 10 + second % 10 >= 10
    error_patterns = ((ErrorPattern.NO_CARRY, answer - 10),) if is_carried and answer > 20 else ()
    marks = _marks(first, second)
    return Equation(
        f"{first} + {second}", answer, skill, family("add", first, second), answer, marks, level, error_patterns
    )


def _marks(first: int, second: int) -> frozenset[str]:
    return features(
        tie=first == second,
        plus_one=first == 1 or second == 1,
        make_ten=first + second == 10,
        carry=first % 10 + second % 10 >= 10,
    )
