"""Subtraction: from differences within 10 to regrouping, and multiples of five below 1,000."""

from __future__ import annotations

from collections.abc import Iterator

from engine.equations.equation import LARGEST_ANSWER, MINUS, Equation, family, features
from engine.equations.error_patterns import ErrorPattern


def within_10() -> Iterator[Equation]:
    """Generate differences within 10. Subtracting 0 is for warm-up only."""
    for whole in range(1, 11):
        for part in range(whole):
            yield _difference("sub-10", whole, part, level=1 if part else 0)


def within_20() -> Iterator[Equation]:
    for whole in range(11, 21):
        for part in range(1, whole):
            yield _difference("sub-20", whole, part)


def tens() -> Iterator[Equation]:
    for whole in range(20, 101, 10):
        for part in range(10, whole, 10):
            yield _difference("sub-tens", whole, part)


def within_100() -> Iterator[Equation]:
    """Generate a two-digit number minus another number, without regrouping."""
    for whole in range(21, 100):
        for part in range(1, whole):
            if part % 10 <= whole % 10 and (part > 10 or whole - part > 10):
                yield _difference("sub-100", whole, part)


def with_borrow() -> Iterator[Equation]:
    """Generate differences with one regrouping; step 2 starts without ones, step 3 subtracts from 100."""
    for whole in range(21, 101):
        for part in range(1, whole):
            if part % 10 > whole % 10:
                level = 3 if whole == 100 else 1 if whole % 10 else 2
                yield _difference("sub-100-borrow", whole, part, level)


def in_fives() -> Iterator[Equation]:
    """Generate three digits minus two or three, all multiples of five, for mental arithmetic."""
    for whole in range(100, 1000, 5):
        for part in range(max(10, whole - LARGEST_ANSWER), whole, 5):
            yield _difference("sub-1000", whole, part)


def _difference(skill: str, whole: int, part: int, level: int = 1) -> Equation:
    answer = whole - part
    borrows = part % 10 > whole % 10
    error_patterns: tuple[tuple[ErrorPattern, int], ...] = ((ErrorPattern.OP_ADD, whole + part),)
    if borrows and whole > 20:
        error_patterns = (
            *error_patterns,
            (ErrorPattern.NO_DEC, answer + 10),
            (ErrorPattern.SFL, _smaller_from_larger(whole, part)),
        )
    marks = features(
        tie=whole == 2 * part,
        plus_one=part == 1,
        borrow=borrows,
        zero=borrows and whole % 10 == 0,
    )
    return Equation(
        f"{whole} {MINUS} {part}", answer, skill, family("add", part, answer), whole, marks, level, error_patterns
    )


def _smaller_from_larger(whole: int, part: int) -> int:
    """Subtract the smaller digit from the larger in each place.

    >>> _smaller_from_larger(52, 28)
    36
    """
    hundreds, rest = divmod(whole, 100)
    taken, part = divmod(part, 100)
    return 100 * (hundreds - taken) + 10 * abs(rest // 10 - part // 10) + abs(rest % 10 - part % 10)
