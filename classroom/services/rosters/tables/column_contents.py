"""The cells of a column, and what their form says about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from classroom.services.rosters.words import values
from classroom.services.rosters.words.given_names import end_names
from classroom.services.rosters.words.headings import Column, Meaning, Topic

MOST = 0.5
"""The proportion of a column's cells that must match its heading."""
SCORE = re.compile(r"(?:0|[1-9][0-9]?|100)(?:[.,/][0-9]{1,3})? ?%?")
"""9, 7.5, 8/10, 80%; also the number of a group."""


@dataclass(frozen=True)
class Contents:
    """The cells of a column."""

    at: int
    cells: tuple[str, ...]
    meaning: Meaning | None
    is_spaced: bool
    """For each cell, whether it starts with a space, as after the comma of "King, Ana"."""

    @cached_property
    def filled(self) -> list[str]:
        empty = {cell for cell in set(self.cells) if not cell or values.is_placeholder(cell)}
        return [cell for cell in self.cells if cell not in empty]

    @cached_property
    def counts(self) -> Counter[str]:
        """The distinct nonempty cells, and how often each occurs: scores repeat often."""
        return Counter(self.filled)

    def share(self, test: Callable[[str], object]) -> float:
        """Return the proportion of nonempty cells that pass a test."""
        passed = sum(count for cell, count in self.counts.items() if test(cell))
        return passed / len(self.filled) if self.filled else 0.0

    @property
    def variety(self) -> float:
        """Return the proportion of distinct values: 1 if there are no duplicates."""
        return len(self.counts) / max(1, len(self.filled))

    def is_about(self, *topics: Column | Topic) -> bool:
        return self.meaning is not None and self.meaning.about in topics

    @property
    def is_sparse(self) -> bool:
        """Return whether most cells are empty."""
        return len(self.filled) * 2 <= len(self.cells)

    @property
    def has_names(self) -> bool:
        return self.share(values.is_name) >= MOST


def whole_name(one: Contents) -> Column:
    """Return whether full names start with the family name: with a comma, in capitals, or in East Asian letters."""
    tests = (lambda cell: "," in cell), _begins_in_capitals, values.is_east_asian
    is_family_first = any(one.share(test) > MOST for test in tests) or end_names(one.filled)
    return Column.NAME_FAMILY_FIRST if is_family_first else Column.NAME


def _begins_in_capitals(cell: str) -> bool:
    words = cell.split()
    return len(words) > 1 and len(words[0].rstrip(".")) > 1 and words[0].isupper() and not words[-1].isupper()
