"""Write an import's changes to a class, and record the previous values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from classroom.database import after_commit
from classroom.models import SchoolClass, Student
from classroom.services.classes.roster import archive_student
from classroom.services.learning.evidence import forget_evidence
from classroom.services.names import fold_name
from classroom.services.rosters.comparing import Change, RowChange

FIELDS = ("name", "name_in_file", "source_id", "group", "level")
"""Columns of a student that an import can change."""


@dataclass(slots=True)
class Undo:
    """What an import did, by ID, for undoing it."""

    classes: list[str] = field(default_factory=list)
    """All classes concerned."""
    classes_made: list[str] = field(default_factory=list)
    classes_numbered: dict[str, str] = field(default_factory=dict)
    """The names of classes in the file, where none was stored before."""
    added: list[str] = field(default_factory=list)
    archived: list[str] = field(default_factory=list)
    restored: list[str] = field(default_factory=list)
    changed: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    """Each student's fields with the values before and after."""

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON for storage."""
        return asdict(self)


def write_changes(session: Session, class_id: str, rows: Iterable[RowChange], undo: Undo) -> None:
    """Write one class's changes, in the open transaction."""
    rows = list(rows)
    kept = [(session.get_one(Student, row.student_id), row) for row in rows if row.student_id and row.does_something]
    values = {}
    for student, row in kept:
        if row.change is Change.ARCHIVED:
            archive_student(student_id=student.id)
            undo.archived.append(student.id)
            continue
        if row.change is Change.RESTORED:
            student.archived_at = None
            undo.restored.append(student.id)
        changed = _changed(student, row)
        if changed:
            undo.changed[student.id] = {name: [getattr(student, name), value] for name, value in changed.items()}
            values[student.id] = changed
    set_values(session, [(student, values[student.id]) for student, _ in kept if student.id in values])
    level = session.get_one(SchoolClass, class_id).newcomer_level
    new = [_new_student(class_id, row, level) for row in rows if row.change is Change.ADDED]
    session.add_all(new)
    session.flush()
    undo.added.extend(student.id for student in new)


def set_values(session: Session, changes: Iterable[tuple[Student, dict[str, Any]]]) -> None:
    """Change students of a class all at once: they may swap names or IDs."""
    changes = list(changes)
    for student, values in changes:
        if "name" in values:
            student.name_key = f"~{student.id}"
        if "source_id" in values:
            student.source_id = None
    session.flush()
    for student, values in changes:
        for name, value in values.items():
            setattr(student, name, value)
        student.name_key = fold_name(student.name)
    session.flush()
    if any("level" in values for _, values in changes):
        after_commit(forget_evidence)  # the prior of a level depends on it


def _changed(student: Student, row: RowChange) -> dict[str, Any]:
    wanted = {
        "name": row.name,
        "name_in_file": row.new_name_in_file,
        "source_id": row.source_id,
        "group": row.group,
        "level": row.level,
    }
    return {name: wanted[name] for name in FIELDS if wanted[name] not in {None, getattr(student, name)}}


def _new_student(class_id: str, row: RowChange, level: int | None) -> Student:
    return Student(
        class_id=class_id,
        name=row.name,
        name_key=fold_name(row.name),
        source_id=row.source_id,
        group=row.group,
        level=row.level if row.level is not None else level,
    )
