"""Days as files write them: which are past, which are to come. What cannot be read says nothing."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date

_YEAR_FIRST = re.compile(r"([0-9]{4})(?:([-/.])([0-9]{1,2})\2([0-9]{1,2})|([0-9]{2})([0-9]{2}))(?![0-9])")
"""Also at the beginning of a moment."""
_YEAR_LAST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})(?![0-9])")
_FIRST_YEAR = 1990
"""Programs write days long ago where they have none."""


def readings(text: str) -> frozenset[date]:
    """The days that a text can mean: none, one, or two where day and month can be told apart by nobody.

    >>> sorted(map(str, readings("2026-08-01T00:00:00.000Z"))), sorted(map(str, readings("8/1/2026")))
    (['2026-08-01'], ['2026-01-08', '2026-08-01'])
    """
    text = text.strip()
    tried: list[tuple[str, str, str]] = []
    if found := _YEAR_FIRST.match(text):
        tried = [(found[1], found[3] or found[5], found[4] or found[6])]
    elif found := _YEAR_LAST.match(text):
        tried = [(found[3], found[1], found[2]), (found[3], found[2], found[1])]
    days = set()
    for year, month, day in tried:
        with suppress(ValueError):
            days.add(date(int(year), int(month), int(day)))
    return frozenset(day for day in days if day.year >= _FIRST_YEAR)


def is_past(text: str, today: date) -> bool:
    """Whether the day lies before today, however it is read."""
    days = readings(text)
    return bool(days) and all(day < today for day in days)


def is_to_come(text: str, today: date) -> bool:
    """Whether the day lies after today, however it is read."""
    days = readings(text)
    return bool(days) and all(day > today for day in days)


def tidy_day(text: str) -> str:
    """The day in one form; as it is written where it can mean two.

    >>> tidy_day("20260801"), tidy_day("8/1/2026")
    ('2026-08-01', '8/1/2026')
    """
    days = readings(text)
    return min(days).isoformat() if len(days) == 1 else text.strip()[:20]
