"""Number families: spaces of a board whose numbers are close share a tint, so that a number is found quickly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count

MAX_FAMILIES = 10
"""The number of tints (``static/css/tokens.css``)."""


def families(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the tint of each label of a board, 0 to 9. The printed number remains readable without it.

    A family contains the numbers of an interval (0 to 9, 10 to 19, …). Its width is the smallest of 1, 2, 5, 10, 20,
    50, … with at most ten families. Labels that are not numbers are in the first.

    >>> families([str(number) for number in range(2, 20, 3)]), families(["", *map(str, range(5, 100, 9))])
    ((0, 1, 2, 3, 4, 5), (0, 0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9))
    """
    numbers = [int(label) if label.isdecimal() else None for label in labels]
    known = {number for number in numbers if number is not None}
    step = next(step for step in _steps() if len({number // step for number in known}) <= MAX_FAMILIES)
    tints = {family: tint for tint, family in enumerate(sorted({number // step for number in known}))}
    return tuple(0 if number is None else tints[number // step] for number in numbers)


def _steps() -> chain[int]:
    return chain.from_iterable((10**power, 2 * 10**power, 5 * 10**power) for power in count())
