"""Teachers' settings for each student: a level, and private ones: group, support, and language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select

from classroom.database import db, transaction
from classroom.learning.knowledge import start_level
from classroom.models import SchoolClass, Student
from classroom.services.errors import ClassErrorCode, ServiceError, SettingsErrorCode
from classroom.services.learning.evidence import forget_evidence
from classroom.services.learning.knowledge import known
from classroom.services.names import clean_name
from engine.equations import GRADES

TIME_FACTORS = (1.0, 1.25, 1.5, 2.0, 10.0)
"""Factors of the usual time. The last is practically no limit (WCAG 2.2.1)."""


@dataclass(frozen=True, slots=True)
class SupportSettings:
    """A student's group, support, and language: known to the teachers of the class only."""

    group: str = ""
    """Empty for no group."""
    time_factor: float = 1.0
    reads_aloud: bool = False
    has_large_text: bool = False
    has_wide_spacing: bool = False
    has_keys_off: bool = False
    language: str | None = None
    """Tag of the language of the student's pages; None for the browser's."""

    @classmethod
    def of(cls, student: Student) -> SupportSettings:
        """Read a student's stored settings."""
        return cls(
            student.group or "",
            student.time_factor,
            student.reads_aloud,
            student.has_large_text,
            student.has_wide_spacing,
            student.has_keys_off,
            student.language,
        )


def set_support(*, class_id: str, settings: Mapping[str, SupportSettings]) -> None:
    """Set group, support, and language of students of a class, by ID, all or none. Other students are unchanged.

    :raises ServiceError: TIME_FACTOR, or NAME_TOO_LONG or NAME_NOT_TEXT for a group.
    """
    cleaned = {
        student_id: (clean_name(one.group) if one.group.strip() else None, one) for student_id, one in settings.items()
    }
    if any(one.time_factor not in TIME_FACTORS for one in settings.values()):
        raise ServiceError(ClassErrorCode.TIME_FACTOR)
    with transaction() as session:
        of_class = select(Student).where(Student.class_id == class_id, Student.id.in_(list(cleaned)))
        for student in session.execute(of_class).scalars():
            student.group, noted = cleaned[student.id]
            student.time_factor = noted.time_factor
            student.reads_aloud = noted.reads_aloud
            student.has_large_text = noted.has_large_text
            student.has_wide_spacing = noted.has_wide_spacing
            student.has_keys_off = noted.has_keys_off
            student.language = noted.language


def groups_of(*, class_id: str) -> list[str]:
    """Return the groups in a class, by name."""
    named = select(Student.group).where(Student.class_id == class_id, Student.group.is_not(None)).distinct()
    return sorted((group for group in db.session.execute(named).scalars() if group), key=str.casefold)


ENOUGH_ANSWERS = 20
"""Minimum number of first answers for a suggestion."""


def set_levels(*, class_id: str, levels: Mapping[str, int | None]) -> None:
    """Set students' levels, by student ID; None removes one. Other students keep theirs.

    :raises ServiceError: GRADES, if a number is not a grade; then nothing changes.
    """
    if any(level is not None and level not in GRADES for level in levels.values()):
        raise ServiceError(SettingsErrorCode.GRADES)
    with transaction() as session:
        students = session.execute(select(Student).where(Student.class_id == class_id)).scalars()
        for student in students:
            student.level = levels.get(student.id, student.level)
    forget_evidence()  # the prior of a level depends on it


def set_grades(*, class_id: str, has_other_grades: bool, newcomer_level: int | None) -> None:
    """Set whether levels may borrow from other grades, and which level new students get.

    :raises ServiceError: GRADES, if the number is not a grade; then nothing changes.
    """
    if newcomer_level is not None and newcomer_level not in GRADES:
        raise ServiceError(SettingsErrorCode.GRADES)
    with transaction() as session:
        school_class = session.get_one(SchoolClass, class_id)
        school_class.has_other_grades = has_other_grades
        school_class.newcomer_level = newcomer_level


def suggested_levels(*, student_ids: Iterable[str]) -> dict[str, int]:
    """Return the grade that fits each student's answers so far, except for students with few answers."""
    with known() as knowledge:
        overall = {
            student_id: knowledge.of(student_id).levels.of(("overall",))[0]
            for student_id in student_ids
            if knowledge.of(student_id).answers >= ENOUGH_ANSWERS
        }
    starts = {grade: start_level(grade) for grade in GRADES}
    return {one: min(starts, key=lambda grade: abs(level - starts[grade])) for one, level in overall.items()}
