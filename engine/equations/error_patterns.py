"""Error patterns: wrong answers that reveal what the student did."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum


class ErrorPattern(StrEnum):
    """What the student did instead."""

    MUL_ADJ = "MUL_ADJ"
    """The neighbor in the times table: 6 × 8 → 42, 54."""
    MUL_TABLE = "MUL_TABLE"
    """Another product of the same row or column: 6 × 8 → 64, 36. Weak evidence: many numbers match."""
    OP_ADD = "OP_ADD"
    """Added instead: 4 × 3 → 7; 14 − 6 → 20."""
    OFF1 = "OFF1"
    """Off by one in counting: 8 + 5 → 12."""
    SFL = "SFL"
    """Subtracted the smaller digit from the larger: 52 − 28 → 36."""
    NO_DEC = "NO_DEC"
    """Regrouped without reducing the tens: 52 − 28 → 34."""
    NO_CARRY = "NO_CARRY"
    """Forgot the carried ten: 28 + 15 → 33."""
    PV10 = "PV10"
    """Off by ten: 40 − 13 → 37."""
    REV = "REV"
    """Swapped the digits: 8 × 3 → 42."""
    ZERO_N = "ZERO_N"
    """Treated times 0 as times 1: 7 × 0 → 7."""
    ORDER_LR = "ORDER_LR"
    """Worked from left to right: 2 + 3 × 4 → 20."""
    PCT_SUB = "PCT_SUB"
    """Added a percentage as an amount: 25% of 60 → 35."""
    FRAC_DEN = "FRAC_DEN"
    """Divided only, without the numerator: 3/4 of 32 → 8."""
    SIGN = "SIGN"
    """Lost a minus sign: 9 − (−4) → 5."""
    SQ2 = "SQ2"
    """Doubled instead of squared: 7² → 14."""
    INV_OP = "INV_OP"
    """Applied the sign instead of undoing it: x + 7 = 12 → 19."""


def distractors_of(
    answer: int, error_patterns: Iterable[tuple[ErrorPattern, int]]
) -> Mapping[ErrorPattern, frozenset[int]]:
    """Combine an equation's error patterns with those that fit any answer; without correct and negative numbers.

    >>> {slip.value: sorted(wrong) for slip, wrong in distractors_of(43, [(ErrorPattern.NO_CARRY, 33)]).items()}
    {'NO_CARRY': [33], 'OFF1': [42, 44], 'PV10': [33, 53], 'REV': [34]}
    """
    found: defaultdict[ErrorPattern, set[int]] = defaultdict(set)
    for slip, wrong in (*error_patterns, *_of_any_answer(answer)):
        if wrong >= 0 and wrong != answer:
            found[slip].add(wrong)
    return {slip: frozenset(wrong) for slip, wrong in found.items()}


def _of_any_answer(answer: int) -> Iterable[tuple[ErrorPattern, int]]:
    yield ErrorPattern.OFF1, answer + 1
    yield ErrorPattern.OFF1, answer - 1
    if answer > 10:
        yield ErrorPattern.PV10, answer + 10
        yield ErrorPattern.PV10, answer - 10
    if 10 <= answer <= 99:
        tens, ones = divmod(answer, 10)
        yield ErrorPattern.REV, 10 * ones + tens
