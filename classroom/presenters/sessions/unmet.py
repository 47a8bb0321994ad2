"""Wishes about who sits with whom that the tables planned do not meet, each with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classroom.models import Attendance, SeatingRule, SeatingWish
from classroom.presenters.words import isolated
from classroom.services.seating.forming import Wishes, groups_of
from classroom.services.seating.wishes import read_wishes

_CAN_BE_MET = "Form the tables again, or move one of them."


def unmet_wishes(kept: Iterable[SeatingWish], tables: Mapping[int, list[Attendance]]) -> tuple[str, ...]:
    """Say which wishes are not met, and why. Wishes about somebody without a table are left out."""
    at = {one.student_id: number for number, people in tables.items() for one in people}
    names = {one.student_id: isolated(one.student.name) for people in tables.values() for one in people}
    kept = [one for one in kept if one.first_id in at and one.second_id in at]
    wishes, largest = read_wishes(kept), max(map(len, tables.values()), default=0)
    return tuple(
        f"{names[one.first_id]} and {names[one.second_id]} {_what(one, wishes, len(tables), largest)}"
        for one in kept
        if (at[one.first_id] == at[one.second_id]) is (one.wish == SeatingRule.APART)
    )


def _what(wish: SeatingWish, wishes: Wishes, tables: int, largest: int) -> str:
    if wish.wish == SeatingRule.TOGETHER:
        group = next(one for one in groups_of([wish.first_id], wishes.together))
        why = f"{len(group)} students belong together, and the largest table seats {largest}."
        return f"do not sit together. {why if len(group) > largest else _CAN_BE_MET}"
    if tables == 1:
        return "sit at one table: there is only one."
    apart = _all_apart(wish, wishes)
    why = f"{apart} students are all to sit apart from each other, and there are {tables} tables."
    return f"sit at one table. {why if apart > tables else _CAN_BE_MET}"


def _all_apart(wish: SeatingWish, wishes: Wishes) -> int:
    """How many, these two among them, are all wanted apart from each other."""
    found = {wish.first_id, wish.second_id}
    for one in sorted(wishes.apart, key=lambda one: -len(wishes.apart[one])):
        if found <= wishes.apart[one]:
            found.add(one)
    return len(found)
