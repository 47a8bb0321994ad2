"""The letter to a family: strengths first, then three things to practice, without comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from classroom.i18n import _
from classroom.presenters.moments import day_text
from classroom.presenters.reports.choice import ShownTime, show_time
from classroom.presenters.reports.student_page import SURE_AFTER
from classroom.reports.equations import EquationLine
from classroom.reports.spans import DateRange, SessionLine
from classroom.reports.students import StudentLine

MOST_STRENGTHS, MOST_NEXT = 6, 3


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of the letter."""

    time: ShownTime
    name: str
    dates: str
    """The first and the last day with answers; empty without any."""
    answers: int
    right: int
    days: int
    strengths: tuple[EquationLine, ...]
    """Correct each time, at least four times."""
    next: tuple[EquationLine, ...]
    """The most missed equations."""
    has_enough_answers: bool


def show_letter(
    span: DateRange, sessions: Sequence[SessionLine], line: StudentLine, equations: Sequence[EquationLine]
) -> Letter:
    """Build the letter."""
    sure = [one for one in equations if not one.first.missed and one.first.trials >= SURE_AFTER]
    return Letter(
        time=show_time(span, sessions),
        name=line.name,
        dates=_dates([day for day, _share in line.days]),
        answers=line.first.trials,
        right=line.first.right,
        days=len(line.days),
        strengths=tuple(sorted(sure, key=lambda one: -one.first.trials)[:MOST_STRENGTHS]),
        next=tuple(one for one in equations if one.first.missed)[:MOST_NEXT],
        has_enough_answers=line.first.has_enough_answers,
    )


def _dates(days: Sequence[date]) -> str:
    if len(days) < 2:
        return "".join(map(day_text, days))
    return _("%(first)s to %(last)s", first=day_text(days[0]), last=day_text(days[-1]))
