"""Slips: wrong answers that tell how someone went wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum


class ErrorPattern(StrEnum):
    """What was done instead."""

    MUL_ADJ = "MUL_ADJ"
    """The neighbor in the times table: 6 × 8 → 42, 54."""
    MUL_TABLE = "MUL_TABLE"
    """Another product of the same row or column: 6 × 8 → 64, 36. A weak sign: many numbers are."""
    OP_ADD = "OP_ADD"
    """Added instead: 4 × 3 → 7; 14 − 6 → 20."""
    OFF1 = "OFF1"
    """Counted one too many or too few: 8 + 5 → 12."""
    SFL = "SFL"
    """The smaller digit from the larger: 52 − 28 → 36."""
    NO_DEC = "NO_DEC"
    """Regrouped, and the tens left as they were: 52 − 28 → 34."""
    NO_CARRY = "NO_CARRY"
    """The carried ten dropped: 28 + 15 → 33."""
    PV10 = "PV10"
    """Ten too many or too few: 40 − 13 → 37."""
    REV = "REV"
    """The digits in the other order: 8 × 3 → 42."""
    ZERO_N = "ZERO_N"
    """A number times 0 left as it is: 7 × 0 → 7."""
    ORDER_LR = "ORDER_LR"
    """Worked from left to right: 2 + 3 × 4 → 20."""
    PCT_SUB = "PCT_SUB"
    """Percent taken for an amount: 25% of 60 → 35."""
    FRAC_DEN = "FRAC_DEN"
    """Only divided, the numerator forgotten: 3/4 of 32 → 8."""
    SIGN = "SIGN"
    """A minus sign lost: 9 − (−4) → 5."""
    SQ2 = "SQ2"
    """Doubled instead of squared: 7² → 14."""
    INV_OP = "INV_OP"
    """The sign taken at its word: x + 7 = 12 → 19."""


def distractors_of(
    answer: int, error_patterns: Iterable[tuple[ErrorPattern, int]]
) -> Mapping[ErrorPattern, frozenset[int]]:
    """Gather the slips of an equation and those that any answer invites; none is right, none below 0.

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
