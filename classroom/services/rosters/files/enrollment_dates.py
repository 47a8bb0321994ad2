"""Dates in roster files: past or future. Unreadable dates are ignored."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date

from classroom.services.rosters.files.oneroster_archive import TERMS, Record, records
from classroom.services.rosters.people import Absence, Person

_YEAR_FIRST = re.compile(r"([0-9]{4})(?:([-/.])([0-9]{1,2})\2([0-9]{1,2})|([0-9]{2})([0-9]{2}))(?![0-9])")
"""Also matches at the start of a timestamp."""
_YEAR_LAST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4}|[0-9]{2})(?![0-9/.-])")
_MONTH_NAMED = re.compile(
    r"(?:(?P<day>[0-9]{1,2})[-. ]+)?(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[-., ]+"
    r"(?:(?P<last>[0-9]{1,2}),? +)?(?P<year>[0-9]{4}|[0-9]{2})(?![0-9])",
    re.IGNORECASE,
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_FIRST_YEAR = 1990
"""Programs write very early dates for missing ones."""


def readings(text: str) -> frozenset[date]:
    """Return the possible dates of a text: none, one, or two if day and month are ambiguous.

    >>> sorted(map(str, readings("2026-08-01T00:00:00.000Z"))), sorted(map(str, readings("8/1/2026")))
    (['2026-08-01'], ['2026-01-08', '2026-08-01'])
    """
    return frozenset(day for day in _both_orders(text.strip()) if day is not None)


def _both_orders(text: str) -> tuple[date | None, date | None]:
    """Return a text's date with the month before the day, and with the day first. Most forms allow only one reading."""
    if found := _YEAR_FIRST.match(text):
        month, day = found[3] or found[5], found[4] or found[6]
        return (_date(found[1], month, day),) * 2
    if found := _YEAR_LAST.match(text):
        return _date(found[3], found[1], found[2]), _date(found[3], found[2], found[1])
    if found := _MONTH_NAMED.match(text):
        month = str(_MONTHS.index(found["month"].lower()) + 1)
        return (_date(found["year"], month, found["day"] or found["last"] or ""),) * 2
    return None, None


def _date(year: str, month: str, day: str) -> date | None:
    with suppress(ValueError):
        found = date(int(year) if len(year) > 2 else 2000 + int(year), int(month), int(day))
        return found if found.year >= _FIRST_YEAR else None
    return None


def is_past(text: str, today: date) -> bool:
    """Return whether the date is in the past in every reading."""
    days = readings(text)
    return bool(days) and all(day < today for day in days)


def is_to_come(text: str, today: date) -> bool:
    """Return whether the date is in the future in every reading."""
    days = readings(text)
    return bool(days) and all(day > today for day in days)


def days_over(cells: Collection[str], today: date) -> frozenset[str]:
    """Return the dates of a column that are in the past, in the order of day and month in which all are dates.

    >>> sorted(days_over({"10/2/2026", "11/24/2026", "12/1/2026"}, date(2026, 11, 29)))
    ['10/2/2026', '11/24/2026']
    """
    found = {cell: _both_orders(cell.strip()) for cell in cells}
    able = [days for days in zip(*(both for both in found.values() if any(both)), strict=True) if all(days)]
    if len(able) != 1:
        return frozenset(cell for cell in found if is_past(cell, today))
    order = 0 if all(both[0] for both in found.values() if any(both)) else 1
    return frozenset(cell for cell, both in found.items() if (day := both[order]) is not None and day < today)


def tidy_day(text: str) -> str:
    """Return the date in ISO format; unchanged if it is ambiguous.

    >>> tidy_day("20260801"), tidy_day("8/1/2026")
    ('2026-08-01', '8/1/2026')
    """
    days = readings(text)
    return min(days).isoformat() if len(days) == 1 else text.strip()[:20]


def absence_of(enrollment: Record, today: date) -> Absence | None:
    """Return why an enrolled student is not in class today; None if the student is, or the file doesn't say."""
    if is_past(enrollment["endDate"], today):
        return Absence(is_over=True, day=tidy_day(enrollment["endDate"]))
    if is_to_come(enrollment["beginDate"], today):
        return Absence(is_over=False, day=tidy_day(enrollment["beginDate"]))
    return None


def preferred(one: Person, other: Person) -> Person:
    """Return which of two enrollments in a class counts: present first, then future, then the file's order."""
    return max(one, other, key=_weight)  # the first of two equal ones


def with_beginners(people: Mapping[str, Person]) -> tuple[dict[str, Person], str]:
    """Return a class's students; if none are present yet but some will come, also its first day."""
    coming = [one for one in people.values() if one.absence and not one.absence.is_over]
    is_running = any(one.absence is None and not one.has_left for one in people.values())
    if is_running or not coming:
        return dict(people), ""
    first = min((one.absence.day for one in coming if one.absence), key=_order)
    taken = {key: replace(one, absence=None) if one in coming else one for key, one in people.items()}
    return taken, first


def ended_terms(files: Mapping[str, bytes], today: date) -> frozenset[str]:
    """Return the IDs of terms that are over."""
    return frozenset(
        one["sourcedId"] for one in records(files, TERMS) if not one.is_deleted and is_past(one["endDate"], today)
    )


def is_class_over(school_class: Record, ended: Iterable[str]) -> bool:
    """Return whether all terms of a class are over. Some programs use another column name."""
    listed = school_class["termSourcedIds"] or school_class["termSourcedId"] or school_class["terms"]
    terms = {one.strip() for one in listed.split(",")} - {""}
    return bool(terms) and terms <= set(ended)


def _weight(person: Person) -> int:
    if person.has_left:
        return 1
    if person.absence is None:
        return 3
    return 0 if person.absence.is_over else 2


def _order(day: str) -> date:
    return min(readings(day))
