"""Student levels for forming tables. No page shows these numbers (docs/tables.md)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from classroom.database import db
from classroom.learning.accuracy import PRIOR_VARIANCE
from classroom.learning.knowledge import StudentKnowledge
from classroom.models import Student
from classroom.services.learning.knowledge import known

_OVERALL = ("overall",)


def seat_levels(*, student_ids: Iterable[str]) -> dict[str, float]:
    """Return a level for each student with any data, higher for stronger students; others are left out.

    The overall level from all first answers, adjusted for the difficulty of the equations. With few answers, it stays
    close to a grade set by a teacher, or else to the mean of the given students.
    """
    ids = list(student_ids)
    graded = set(
        db.session.execute(select(Student.id).where(Student.id.in_(ids), Student.level.is_not(None))).scalars()
    )
    with known() as knowledge:
        found = {one: knowledge.of(one) for one in ids}
    estimates = {
        one: _estimate(student, is_graded=one in graded)
        for one, student in found.items()
        if student.answers or one in graded
    }
    weight = sum(trust for _, _, trust in estimates.values())
    if not weight:
        return {}
    middle = sum(trust * start + mean - start for mean, start, trust in estimates.values()) / weight
    return {one: mean + (1 - trust) * (middle - start) for one, (mean, start, trust) in estimates.items()}


def _estimate(student: StudentKnowledge, *, is_graded: bool) -> tuple[float, float, float]:
    """Return the estimated level, its prior mean, and the weight of that prior.

    An estimate averages its prior and the answers, so both can be separated. Without a grade, the prior means nothing,
    and is replaced by the mean of the others.
    """
    mean, variance = student.levels.of(_OVERALL)
    trust = 1.0 if is_graded else max(0.0, 1 - variance / PRIOR_VARIANCE["overall"])
    return mean, student.levels.start, trust
