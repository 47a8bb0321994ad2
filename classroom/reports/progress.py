"""A student's first answers over the weeks."""

from __future__ import annotations

from datetime import date, datetime
from statistics import median
from typing import NamedTuple

from sqlalchemy import select

from classroom.clock import local_day
from classroom.database import db
from classroom.models import Attempt, AttemptKind
from classroom.reports.statistics import Proportion

MIN_TIMES = 8
"""Minimum number of times in a week for a median."""


class FirstAnswer(NamedTuple):
    day: date
    equation: str
    answer: str
    skill: str
    is_typed: bool
    is_right: bool
    seconds: float | None
    """Only for a number given ahead."""


class Week(NamedTuple):
    monday: date
    first: Proportion
    seconds: float | None
    """Median time of correct answers; None with too few measured."""
    times: int


def first_answers(*, student_id: str, since: datetime) -> list[FirstAnswer]:
    """Return a student's first answers, oldest first, including practice."""
    rows = db.session.execute(
        select(
            Attempt.at, Attempt.equation, Attempt.answer, Attempt.skill, Attempt.is_right, Attempt.seconds, Attempt.kind
        )
        .where(Attempt.student_id == student_id, Attempt.at >= since, Attempt.is_first)
        .order_by(Attempt.at)
    )
    return [
        FirstAnswer(
            *(local_day(row.at), row.equation, row.answer, row.skill, row.kind == AttemptKind.SOLVE, row.is_right),
            row.seconds if row.kind == AttemptKind.SOLVE else None,
        )
        for row in rows
    ]


def weeks_of(answers: list[FirstAnswer]) -> list[Week]:
    """Count the answers of each week, oldest first."""
    by_week: dict[date, list[FirstAnswer]] = {}
    for one in answers:
        by_week.setdefault(date.fromordinal(one.day.toordinal() - one.day.weekday()), []).append(one)
    return [_week(monday, some) for monday, some in sorted(by_week.items())]


def _week(monday: date, answers: list[FirstAnswer]) -> Week:
    times = [one.seconds for one in answers if one.is_right and one.seconds is not None]
    first = Proportion(sum(one.is_right for one in answers), len(answers))
    return Week(monday, first, median(times) if len(times) >= MIN_TIMES else None, len(times))
