"""Table sizes for a number of students. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence as Seq
from enum import StrEnum
from functools import cache
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Sizes: TypeAlias = tuple[int, ...]
"""The numbers of players that an edition allows, including 2 and 3, so that any number of students can be seated."""


class Fit(StrEnum):
    """What to do if the students can't be divided into tables of the chosen size."""

    NEAREST = "nearest"
    """Sizes as close as possible, including larger ones."""
    SMALLER = "smaller"
    """No table is larger than chosen."""
    BOT = "bot"
    """One student plays with a bot, and all other tables have the chosen size."""


def is_table_size(count: int, allowed: Sizes) -> bool:
    """Return whether this number of people can play at one table; a single one plays with a bot."""
    return count == 1 or count in allowed


def table_sizes(present: int, preferred: int, allowed: Sizes, fit: Fit = Fit.NEAREST) -> list[int]:
    """Return sizes of tables that seat everyone, largest first, as close to ``preferred`` as possible.

    An impossible fit gives the closest sizes.

    Five students at tables of four give 3 + 2, because five can't form even teams (D1). A single student gives ``[1]``,
    with a bot as partner.

    >>> [table_sizes(present, 4, (2, 3, 4, 6)) for present in (24, 5, 1)]
    [[4, 4, 4, 4, 4, 4], [3, 2], [1]]
    """
    if present == 1:
        return [1]
    if fit is Fit.BOT and present > 2 and (present - 1) % preferred == 0:
        return [preferred] * ((present - 1) // preferred) + [1]
    if fit is Fit.SMALLER:
        smaller = tuple(size for size in allowed if size <= preferred)
        least, sizes = _best_sizes(present, preferred, smaller)
        if least < float("inf"):
            return sorted(sizes, reverse=True)
    return sorted(_best_sizes(present, preferred, allowed)[1], reverse=True)


def possible_fits(present: int, preferred: int, allowed: Sizes) -> dict[Fit, list[int]]:
    """Return each possible fit for a number of students, with its sizes; closest sizes first.

    >>> [sizes for sizes in possible_fits(3, 2, (2, 3, 4, 6)).values()]
    [[3], [2, 1]]
    """
    found: dict[Fit, list[int]] = {}
    for fit in Fit:
        sizes = table_sizes(present, preferred, allowed, fit) if present else []
        if sizes and sizes not in found.values():
            found[fit] = sizes
    return found


def deal_into_tables(people: Seq[T], preferred: int, allowed: Sizes, fit: Fit = Fit.NEAREST) -> list[list[T]]:
    """Divide people into tables, in the given order."""
    tables: list[list[T]] = []
    start = 0
    for size in table_sizes(len(people), preferred, allowed, fit):
        tables.append(list(people[start : start + size]))
        start += size
    return tables


@cache
def _best_sizes(present: int, preferred: int, allowed: Sizes) -> tuple[float, tuple[int, ...]]:
    """Return the minimum total squared distance from ``preferred``, and the sizes that reach it."""
    if present == 0:
        return 0, ()
    best: tuple[float, tuple[int, ...]] = (float("inf"), ())
    for size in allowed:
        if size <= present:
            rest, sizes = _best_sizes(present - size, preferred, allowed)
            best = min(best, (rest + (size - preferred) ** 2, (*sizes, size)))
    return best
