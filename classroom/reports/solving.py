"""How long correct first answers took with solving ahead, the only mode that measures answering without playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from sqlalchemy import select

from classroom.database import db
from classroom.models import Attempt, AttemptKind
from classroom.reports.spans import DateRange

ENOUGH_TIMES = 8
"""Minimum number of times for a median."""


@dataclass(frozen=True, slots=True)
class SolvingTimes:
    """The median of several times."""

    seconds: float
    count: int


def solving_times(span: DateRange, *, student_id: str | None = None) -> SolvingTimes | None:
    """Return the median of a class or a student; None with too few measured."""
    query = select(Attempt.seconds).where(
        Attempt.kind == AttemptKind.SOLVE,
        Attempt.is_first,
        Attempt.is_right,
        Attempt.seconds.is_not(None),
    )
    if student_id is not None:
        query = span.narrow_student(query, student_id)
    return median_of([seconds for seconds in db.session.execute(span.narrow(query)).scalars() if seconds is not None])


def median_of(times: Sequence[float]) -> SolvingTimes | None:
    """Return the median; None with too few times."""
    return SolvingTimes(median(times), len(times)) if len(times) >= ENOUGH_TIMES else None
