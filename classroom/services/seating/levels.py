"""How strong students are, as far as tables are formed by it. No page shows these numbers (docs/tables.md)."""

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
    """Return a number for each student of whom anything is known, higher for stronger ones; others are left out.

    It is the level overall that all first answers tell, the difficulty of what was asked taken into account. Where a
    teacher has set a grade, few answers leave it near that grade; else near the mean of the students asked for.
    """
    ids = list(student_ids)
    graded = set(
        db.session.execute(select(Student.id).where(Student.id.in_(ids), Student.level.is_not(None))).scalars()
    )
    with known() as knowledge:
        found = {one: knowledge.of(one) for one in ids if one in graded or one in knowledge.students}
        estimates = {one: _estimate(found[one], is_graded=one in graded) for one in found}
    weight = sum(trust for _, _, trust in estimates.values())
    if not weight:
        return {}
    middle = sum(trust * start + mean - start for mean, start, trust in estimates.values()) / weight
    return {one: mean + (1 - trust) * (middle - start) for one, (mean, start, trust) in estimates.items()}


def _estimate(student: StudentKnowledge, *, is_graded: bool) -> tuple[float, float, float]:
    """Return the level believed, where that belief started, and how far that start is to be trusted or has been left.

    A belief is a mean of its start and of what the answers say, so both can be had from it. Of a student without a
    grade the start says nothing: the mean of the others is put in its place.
    """
    mean, variance = student.levels.of(_OVERALL)
    trust = 1.0 if is_graded else max(0.0, 1 - variance / PRIOR_VARIANCE["overall"])
    return mean, student.levels.start, trust
