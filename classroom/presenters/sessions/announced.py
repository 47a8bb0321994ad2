"""What tables of which sizes will be formed: said before it happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from classroom.presenters.words import all_of, count
from classroom.services.seating.sizes import possible_fits
from classroom.services.settings import TableSettings


@dataclass(frozen=True, slots=True)
class OfferedFit:
    """A way to seat a number of students that does not make tables of the size chosen."""

    value: str
    """What a form sends for it."""
    text: str
    """The tables it makes: "1 table of 2 and 1 student with a bot"."""


def offered_fits(students: int, settings: TableSettings) -> tuple[OfferedFit, ...]:
    """List every different way to seat so many students, the proposed one first; none without students."""
    fits = possible_fits(students, settings.table_size, settings.table_sizes)
    return tuple(OfferedFit(fit.value, tables_text(sizes)) for fit, sizes in fits.items())


def tables_text(sizes: Iterable[int]) -> str:
    """Tell sizes of tables.

    >>> tables_text([3, 2, 2, 1])
    '1 table of 3, 2 tables of 2 and 1 student with a bot'
    """
    sizes = list(sizes)
    if sizes == [1]:
        return "a table with a bot"
    numbers = sorted(Counter(sizes).items(), reverse=True)
    return all_of([_of_size(number, size) for size, number in numbers])


def _of_size(number: int, size: int) -> str:
    return f"{count(number, 'student')} with a bot" if size == 1 else f"{count(number, 'table')} of {size}"
