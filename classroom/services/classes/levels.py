"""Levels: the grade at which each student practices, as their teacher sets it and as the answers suggest it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import select

from classroom.database import transaction
from classroom.learning.knowledge import start_level
from classroom.models import Student
from classroom.services.errors import ServiceError, SettingsErrorCode
from classroom.services.learning.knowledge import forget_knowledge, known
from engine.equations import GRADES

ENOUGH_ANSWERS = 20
"""With fewer first answers nothing is suggested."""


def set_levels(*, class_id: str, levels: Mapping[str, int | None]) -> None:
    """Set the levels of students of a class, by their ids; None: not set. Who is not named keeps the own level.

    :raises ServiceError: GRADES, for a number that is no grade. Nothing is changed then.
    """
    if any(level is not None and level not in GRADES for level in levels.values()):
        raise ServiceError(SettingsErrorCode.GRADES)
    with transaction() as session:
        students = session.execute(select(Student).where(Student.class_id == class_id)).scalars()
        for student in students:
            student.level = levels.get(student.id, student.level)
    forget_knowledge()  # where a level begins depends on it


def suggested_levels(*, student_ids: Iterable[str]) -> dict[str, int]:
    """The grade that suits what each student has answered so far; those with few answers are left out."""
    with known() as knowledge:
        overall = {
            student_id: knowledge.of(student_id).levels.of(("overall",))[0]
            for student_id in student_ids
            if knowledge.of(student_id).answers >= ENOUGH_ANSWERS
        }
    return {student_id: min(GRADES, key=lambda grade: _distance(level, grade)) for student_id, level in overall.items()}


def _distance(level: float, grade: int) -> float:
    return abs(level - start_level(grade))
