"""Undo an import shortly after a mistake. Data that was changed or played since stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import exists, select, union
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.models import (
    Attempt,
    Attendance,
    AuditAction,
    ClassSession,
    Game,
    Player,
    RosterImport,
    SchoolClass,
    Student,
    TicketAnswer,
)
from classroom.services import audit_log
from classroom.services.classes.roster import archive_student, remove_student, restore_student
from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.locks import lock_lesson_of, locked_row
from classroom.services.names import fold_name
from classroom.services.rosters.imports import UNDO_KEPT
from classroom.services.rosters.writing import Undo, set_values
from classroom.sorting import by_name


@dataclass(slots=True)
class UndoResult:
    """The result of undoing an import."""

    class_ids: list[str] = field(default_factory=list)
    """The classes that still exist."""
    removed: int = 0
    stayed: list[str] = field(default_factory=list)
    """Names of imported students who have joined a lesson, or were renamed, since."""
    not_renamed: list[str] = field(default_factory=list)
    """Students whose old name another student has now."""


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What undoing would do now, with names."""

    leaving: tuple[str, ...]
    """Students added by the import, who would be removed."""
    staying: tuple[str, ...]
    """Students added by it who have joined a lesson or were renamed, and would stay."""
    archived: tuple[str, ...]
    """Students restored by it, who would be archived."""
    restored: tuple[str, ...]
    """Students archived by it, who would be restored."""
    changed: tuple[str, ...]
    changes_classes: bool = False
    """Whether a class would be deleted, or lose its ID of the school's file."""

    @property
    def is_empty(self) -> bool:
        """Whether undoing would change nothing."""
        return not (self.leaving or self.archived or self.restored or self.changed or self.changes_classes)


def preview_undo(*, import_id: str) -> UndoPreview:
    """Return what undoing an import would do, without changing anything.

    :raises ServiceError: NOT_UNDONE.
    """
    session = db.session()
    kept = session.get_one(RosterImport, import_id)
    if not _can_be_undone(kept):
        raise ServiceError(RosterErrorCode.NOT_UNDONE)
    undo = Undo(**(kept.undo or {}))
    new, stay = _new(session, undo)
    back, stay_too = _back(session, undo, kept)
    changed = [one for one in _still_there(session, undo.changed, undo) if _before(one, undo.changed[one.id])]
    return UndoPreview(
        leaving=_names(new),
        staying=_names([*stay, *stay_too]),
        archived=_names(back),
        restored=_names(_still_there(session, undo.archived, undo)),
        changed=_names(changed),
        changes_classes=any(
            _is_numbered(one, undo) or _can_be_deleted(session, one, undo) for one in _classes(session, undo)
        ),
    )


def undo_import(*, import_id: str) -> UndoResult:
    """Restore the classes to their state before the import.

    :raises ServiceError: NOT_UNDONE (too long ago, or already undone), or CLASS_FULL.
    """
    with transaction() as session:
        kept = session.get_one(RosterImport, import_id, with_for_update=True, populate_existing=True)
        if not _can_be_undone(kept):
            raise ServiceError(RosterErrorCode.NOT_UNDONE)
        undo = Undo(**(kept.undo or {}))
        undone = UndoResult()
        for class_id in sorted(undo.classes):  # before anything else there is locked
            if locked_row(session, SchoolClass, class_id) is not None:
                lock_lesson_of(session, class_id)
        _remove_added_students(session, undo, undone)
        _archive_again(session, kept, undo, undone)
        for student in _still_there(session, undo.archived, undo):
            restore_student(student_id=student.id)
        _restore_values(session, undo, undone)
        _leave_classes(session, undo, undone)
        kept.undone_at, kept.undo = clock.now(), None
        audit_log.note(AuditAction.IMPORT_UNDONE, f"import:{import_id}")
    return undone


def last_import_of(*, class_id: str, teacher_id: str) -> tuple[RosterImport, Undo] | None:
    """Return the teacher's latest import into a class, if it can be undone."""
    done = select(RosterImport).where(
        RosterImport.teacher_id == teacher_id,
        RosterImport.undone_at.is_(None),
        RosterImport.done_at > clock.now() - UNDO_KEPT,
    )
    for kept in db.session.execute(done.order_by(RosterImport.done_at.desc())).scalars():
        undo = Undo(**(kept.undo or {}))
        if class_id in undo.classes:
            return kept, undo
    return None


def classes_of_import(kept: RosterImport) -> list[str]:
    """Return the IDs of the classes that an import concerns; some may have been deleted."""
    touched = Undo(**kept.undo).classes if kept.undo else []
    return sorted({*touched, *([kept.class_id] if kept.class_id else [])})


def _can_be_undone(kept: RosterImport) -> bool:
    return kept.done_at is not None and kept.undone_at is None and kept.done_at > clock.now() - UNDO_KEPT


def _still_there(session: Session, student_ids: Iterable[str], undo: Undo) -> list[Student]:
    """Return those of the students who are still in the import's classes."""
    ids = list(student_ids)
    wanted = select(Student).where(Student.id.in_(ids), Student.class_id.in_(undo.classes))
    found = {student.id: student for student in session.execute(wanted).scalars()}
    return [found[student_id] for student_id in ids if student_id in found]


def _new(session: Session, undo: Undo) -> tuple[list[Student], list[Student]]:
    """Return students added by the import: those who can be removed, and those with data added since."""
    students = _still_there(session, undo.added, undo)
    ids = [student.id for student in students]
    kinds = (Attendance, Player, Attempt, TicketAnswer)
    traces = union(*(select(kind.student_id).where(kind.student_id.in_(ids)) for kind in kinds))
    seen = set(session.execute(traces).scalars())
    return _parted(students, lambda one: one.name_in_file is not None or one.id in seen)


def _back(session: Session, undo: Undo, kept: RosterImport) -> tuple[list[Student], list[Student]]:
    """Return students restored by the import: those who can be archived, and those who joined a lesson since.

    Archived students have no seats, so any seat is newer than the import. Attendance in a current lesson may be older.
    """
    students = _still_there(session, undo.restored, undo)
    ids = [student.id for student in students]
    joined = select(Attendance.student_id).where(Attendance.student_id.in_(ids), Attendance.joined_at > kept.done_at)
    sits = select(Player.student_id).join(Game)
    sits = sits.where(Player.student_id.in_(ids), Player.left_at_version.is_(None), Game.over_at.is_(None))
    seen = set(session.execute(union(joined, sits)).scalars())
    return _parted(students, lambda one: one.id in seen)


def _parted(students: Iterable[Student], is_second: Callable[[Student], bool]) -> tuple[list[Student], list[Student]]:
    first: list[Student] = []
    second: list[Student] = []
    for student in students:
        (second if is_second(student) else first).append(student)
    return first, second


def _names(students: Iterable[Student]) -> tuple[str, ...]:
    return tuple(student.name for student in sorted(students, key=by_name))


def _remove_added_students(session: Session, undo: Undo, undone: UndoResult) -> None:
    new, stay = _new(session, undo)
    for student in new:
        remove_student(student_id=student.id)
    session.flush()
    undone.removed = len(new)
    undone.stayed.extend(student.name for student in stay)


def _archive_again(session: Session, kept: RosterImport, undo: Undo, undone: UndoResult) -> None:
    back, stay = _back(session, undo, kept)
    for student in back:
        archive_student(student_id=student.id)
    undone.stayed.extend(student.name for student in stay)


def _restore_values(session: Session, undo: Undo, undone: UndoResult) -> None:
    """Restore students' values, where they still equal the import's."""
    for class_id in undo.classes:
        everyone = session.execute(select(Student).where(Student.class_id == class_id)).scalars().all()
        back = {one.id: _before(one, undo.changed[one.id]) for one in everyone if one.id in undo.changed}
        for column in ("name", "source_id"):
            clashing = _clashes(everyone, back, column)
            while clashing:  # values that are not restored are taken
                for student in clashing:
                    del back[student.id][column]
                undone.not_renamed.extend(student.name for student in clashing if column == "name")
                clashing = _clashes(everyone, back, column)
        set_values(session, [(student, back[student.id]) for student in everyone if back.get(student.id)])


def _clashes(everyone: Iterable[Student], back: dict[str, dict[str, Any]], column: str) -> list[Student]:
    """Return students who would get a value that another student has or gets."""
    wanted = {one: back.get(one.id, {}).get(column, getattr(one, column)) for one in everyone}
    keys = {one: fold_name(value) if column == "name" else value for one, value in wanted.items() if value is not None}
    times = Counter(keys.values())
    return [one for one, key in keys.items() if times[key] > 1 and column in back.get(one.id, {})]


def _before(student: Student, changed: dict[str, list[Any]]) -> dict[str, Any]:
    return {name: before for name, (before, after) in changed.items() if getattr(student, name) == after}


def _leave_classes(session: Session, undo: Undo, undone: UndoResult) -> None:
    """Remove the file's names of classes; delete classes created by the import if nothing happened there."""
    for school_class in _classes(session, undo):
        if _is_numbered(school_class, undo):
            school_class.source_id = None
        if _can_be_deleted(session, school_class, undo):
            session.delete(school_class)
        else:
            undone.class_ids.append(school_class.id)


def _classes(session: Session, undo: Undo) -> list[SchoolClass]:
    """Return those of the import's classes that still exist."""
    found = (session.get(SchoolClass, class_id) for class_id in undo.classes)
    return [one for one in found if one is not None]


def _is_numbered(school_class: SchoolClass, undo: Undo) -> bool:
    """Return whether the class still has the ID that the import gave it."""
    return school_class.source_id is not None and school_class.source_id == undo.classes_numbered.get(school_class.id)


def _can_be_deleted(session: Session, school_class: SchoolClass, undo: Undo) -> bool:
    """Return whether the import created the class, and nothing happened there."""
    has_students = exists().where(Student.class_id == school_class.id)
    has_sessions = exists().where(ClassSession.class_id == school_class.id)
    return (
        school_class.id in undo.classes_made and not session.execute(select(has_students | has_sessions)).scalar_one()
    )
