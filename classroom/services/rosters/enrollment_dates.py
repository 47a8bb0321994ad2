"""Who of a OneRoster archive is in class today: enrollments and terms have a first and a last day.

Many archives have no days, and some have wrong ones. So a day never takes anybody off a roster: it only keeps those
out who are not on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from classroom.services.rosters.dates import is_past, is_to_come, readings, tidy_day
from classroom.services.rosters.people import Absence, Person
from classroom.services.rosters.records import TERMS, Record, records


def absence_of(enrollment: Record, today: date) -> Absence | None:
    """Why somebody who is enrolled is not in class today; None: they are, or nothing says that they are not."""
    if is_past(enrollment["endDate"], today):
        return Absence(is_over=True, day=tidy_day(enrollment["endDate"]))
    if is_to_come(enrollment["beginDate"], today):
        return Absence(is_over=False, day=tidy_day(enrollment["beginDate"]))
    return None


def preferred(one: Person, other: Person) -> Person:
    """Of two enrollments of a student in one class that which counts: being there, then coming, then what was said."""
    return max(one, other, key=_weight)  # of two alike the first


def with_beginners(people: Mapping[str, Person]) -> tuple[dict[str, Person], str]:
    """The students of a class, and its first day if nobody is in it yet: who prepares a class, takes those who come."""
    coming = [one for one in people.values() if one.absence and not one.absence.is_over]
    is_running = any(one.absence is None and not one.has_left for one in people.values())
    if is_running or not coming:
        return dict(people), ""
    first = min((one.absence.day for one in coming if one.absence), key=_order)
    taken = {key: replace(one, absence=None) if one in coming else one for key, one in people.items()}
    return taken, first


def ended_terms(files: Mapping[str, bytes], today: date) -> frozenset[str]:
    """The ids of the terms that are over."""
    return frozenset(
        one["sourcedId"] for one in records(files, TERMS) if not one.is_deleted and is_past(one["endDate"], today)
    )


def is_class_over(school_class: Record, ended: Iterable[str]) -> bool:
    """Whether all terms of a class are over. Some programs call the column otherwise."""
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
