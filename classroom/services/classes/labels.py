"""A teacher's private labels for students: a group, more time, reading aloud, larger type. No student sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import Student
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.names import clean_name

TIME_FACTORS = (1.0, 1.25, 1.5, 2.0)
"""So many times the time that others get."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What a teacher noted for one student."""

    group: str = ""
    """Empty: in none."""
    time_factor: float = 1.0
    reads_aloud: bool = False
    has_large_text: bool = False
    language: str | None = None
    """Tag of the language of the student's pages; None: that of the browser."""

    @classmethod
    def of(cls, student: Student) -> Labels:
        """As they are kept."""
        return cls(
            student.group or "", student.time_factor, student.reads_aloud, student.has_large_text, student.language
        )


def set_labels(*, class_id: str, labels: Mapping[str, Labels]) -> None:
    """Label students of a class, by their ids; all of them or, if something is wrong, none. Others are left alone.

    :raises ServiceError: TIME_FACTOR, or NAME_TOO_LONG or NAME_NOT_TEXT for a group.
    """
    cleaned = {student_id: (_clean_group(one.group), one) for student_id, one in labels.items()}
    if any(one.time_factor not in TIME_FACTORS for one in labels.values()):
        raise ServiceError(ClassErrorCode.TIME_FACTOR)
    with transaction() as session:
        of_class = select(Student).where(Student.class_id == class_id, Student.id.in_(list(cleaned)))
        for student in session.execute(of_class).scalars():
            student.group, noted = cleaned[student.id]
            student.time_factor = noted.time_factor
            student.reads_aloud = noted.reads_aloud
            student.has_large_text = noted.has_large_text
            student.language = noted.language


def _clean_group(text: str) -> str | None:
    return clean_name(text) if text.strip() else None


def groups_of(*, class_id: str) -> list[str]:
    """The groups that a class has, by name."""
    named = select(Student.group).where(Student.class_id == class_id, Student.group.is_not(None)).distinct()
    return sorted((group for group in db.session.execute(named).scalars() if group), key=str.casefold)
