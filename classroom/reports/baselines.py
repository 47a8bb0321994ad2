"""How fast a student types: what measured answers are compared with."""

from __future__ import annotations

from statistics import median

from sqlalchemy import select

from classroom.database import db
from classroom.models import Baseline

NEWEST, MIN_TIMES = 20, 3


def baseline_of(student_id: str) -> float | None:
    """The seconds that a student needs to type a number that is shown: the median of the newest; None: too few."""
    query = (
        select(Baseline.milliseconds)
        .where(Baseline.student_id == student_id, Baseline.milliseconds.is_not(None))
        .order_by(Baseline.at.desc(), Baseline.id.desc())
        .limit(NEWEST)
    )
    times = [milliseconds for milliseconds in db.session.execute(query).scalars() if milliseconds is not None]
    return median(times) / 1000 if len(times) >= MIN_TIMES else None
