"""Roster imports: read a file, preview its changes, and write all or nothing when the teacher confirms."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import PurePath

from sqlalchemy import delete, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, RosterImport, SchoolClass, Student
from classroom.services import audit_log
from classroom.services.classes import school_classes
from classroom.services.classes.roster import MAX_STUDENTS
from classroom.services.errors import ClassErrorCode, RosterErrorCode, ServiceError
from classroom.services.locks import existing_row
from classroom.services.names import fold_name
from classroom.services.rosters.comparing import Change, ListChanges, compare
from classroom.services.rosters.drafts import Draft, row_key
from classroom.services.rosters.people import ClassList, FileKind, RosterFile
from classroom.services.rosters.writing import Undo, write_changes
from classroom.sorting import by_name

DRAFT_KEPT = timedelta(days=1)
"""How long to keep the contents of an unconfirmed file."""
UNDO_KEPT = timedelta(days=7)
_LONGEST_FILE_NAME = 80


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """The changes to one class."""

    key: str
    """Identifies the class within the file."""
    class_id: str | None
    """None for a class to create."""
    name: str
    source_id: str
    changes: ListChanges
    begins: str = ""
    """The first day of a class that has not started yet."""


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The changes by an import, given the current classes."""

    import_id: str
    file_name: str
    class_id: str | None
    """The class on whose page the import was started."""
    file: RosterFile
    classes: tuple[ClassPlan, ...]

    @property
    def names(self) -> dict[str, str]:
        """Return new students' names by `row_key`: these can be edited before they are saved."""
        rows = ((one.key, row) for one in self.classes for row in one.changes.rows if row.change is Change.ADDED)
        return {row_key(key, row.line): row.name for key, row in rows}

    @property
    def is_clear(self) -> bool:
        """Return whether there is nothing to decide: each row is a new student's name, taken as it is."""
        file = self.file
        is_as_read = not (file.tidied or file.unread or file.repeated_ids or file.may_be_pairs)
        return is_as_read and all(one.changes.is_clear for one in self.classes)

    @property
    def seen(self) -> str:
        """Return a digest of the changes, which comes back with the teacher's confirmation."""
        parts = [f"{one.class_id} {one.name} {one.changes.digest}" for one in self.classes]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def plan_import(*, teacher_id: str, class_id: str | None, file_name: str, draft: Draft) -> str:
    """Keep a draft until the teacher has reviewed it; return the import's ID.

    :param class_id: the class on whose page the import was started; None for a file that creates its own classes.
    """
    forget_old_imports()
    with transaction() as session:
        kept = RosterImport(
            teacher_id=teacher_id, class_id=class_id, file_name=_tidy_file_name(file_name), plan=draft.to_json()
        )
        session.add(kept)
        session.flush()
    return kept.id


def draft_of(*, import_id: str) -> Draft:
    """Return the draft of an import.

    :raises ServiceError: IMPORT_DONE.
    """
    kept = db.session.get_one(RosterImport, import_id)
    if kept.done_at is not None:
        raise ServiceError(RosterErrorCode.IMPORT_DONE)
    return Draft.from_json(kept.plan)


def change_draft(*, import_id: str, draft: Draft) -> None:
    """Store the teacher's choices: how to read the source, and typed names.

    :raises ServiceError: IMPORT_DONE.
    """
    with transaction() as session:
        kept = session.get_one(RosterImport, import_id, with_for_update=True, populate_existing=True)
        if kept.done_at is not None:
            raise ServiceError(RosterErrorCode.IMPORT_DONE)
        kept.plan = draft.to_json()


def type_names(*, import_id: str, names: Mapping[str, str], seen: str, same: Collection[str] = ()) -> str | None:
    """Store names typed in the preview, by `row_key`; "" skips a row.

    :param seen: `ImportPlan.seen` of the preview.
    :return: the `seen` for importing the typed names; None if the preview must be shown again because something else
        changed, such as a name that another student has, or an invalid one.
    :raises ServiceError: IMPORT_DONE or NAMES_MISSING.
    """
    before = plan_of(import_id=import_id, same=same)
    shown = before.names
    edited = {key: name for key, name in names.items() if name != shown.get(key, "")}
    if not edited or before.seen != seen:
        return seen
    draft = draft_of(import_id=import_id)
    change_draft(import_id=import_id, draft=replace(draft, names={**draft.names, **edited}))
    after = plan_of(import_id=import_id, same=same)
    wanted = {key: name for key, name in {**shown, **edited}.items() if name}
    return after.seen if after.names == wanted else None


def plan_of(*, import_id: str, same: Collection[str] = ()) -> ImportPlan:
    """Return what the import would do now.

    :param same: the `row_key` of rows that a teacher confirmed to be the same student despite the different name.
    :raises ServiceError: IMPORT_DONE, NAMES_MISSING, FILE_EMPTY or FILE_TOO_LONG.
    """
    kept = db.session.get_one(RosterImport, import_id)
    file = draft_of(import_id=import_id).roster()
    targets = _targets(kept, file)
    students = _students_of([one.id for one in targets if one is not None])
    plans = tuple(
        _class_plan(
            str(index),
            listed,
            target,
            students[target.id] if target else [],
            same,
            file_name=PurePath(kept.file_name).stem,
        )
        for index, (listed, target) in enumerate(zip(file.classes, targets, strict=True))
    )
    return ImportPlan(kept.id, kept.file_name, kept.class_id, file, plans)


def apply_import(*, import_id: str, chosen: Collection[str], seen: str, same: Collection[str] = ()) -> Undo:
    """Write the previewed changes, all or nothing.

    :param chosen: the keys of the classes to import.
    :param seen: `ImportPlan.seen` of the preview that the teacher saw.
    :param same: as in `plan_of`, for that preview.
    :raises ServiceError: IMPORT_DONE, CLASS_CHANGED, NO_CLASS_SELECTED or CLASS_FULL.
    """
    try:
        with transaction() as session:
            kept = session.get_one(RosterImport, import_id, with_for_update=True, populate_existing=True)
            plan = plan_of(import_id=import_id, same=same)
            wanted = [one for one in plan.classes if one.key in chosen]
            _check(plan, wanted, seen)
            undo = Undo()
            for one in wanted:
                _write(session, kept.teacher_id, one, undo)
            audit_log.note(AuditAction.ROSTER_IMPORTED, f"import:{import_id}", detail=len(wanted))
            kept.plan, kept.undo, kept.done_at = {}, undo.to_json(), clock.now()
    except IntegrityError as error:  # another process was first
        raise ServiceError(RosterErrorCode.CLASS_CHANGED) from error
    return undo


def apply_if_clear(*, import_id: str) -> Undo | None:
    """Write an import at once if there is nothing to decide; otherwise write nothing and return None."""
    plan = plan_of(import_id=import_id)
    if not plan.is_clear:
        return None
    return apply_import(import_id=import_id, chosen=[one.key for one in plan.classes], seen=plan.seen)


def discard_import(*, import_id: str) -> str:
    """Delete a draft; return the pasted text, which is stored nowhere else; "" for a file."""
    with transaction() as session:
        kept = existing_row(session, RosterImport, import_id)  # it may be saved at the same time
        if kept.done_at is not None:
            return ""
        source = Draft.from_json(kept.plan).source
        session.delete(kept)
    return source.text if source else ""


def forget_old_imports() -> None:
    """Delete drafts that were not confirmed, and expired undo data."""
    now = clock.now()
    is_old_draft = RosterImport.done_at.is_(None) & (RosterImport.created_at < now - DRAFT_KEPT)
    with transaction() as session:
        session.execute(delete(RosterImport).where(or_(is_old_draft, RosterImport.done_at < now - UNDO_KEPT)))


def _check(plan: ImportPlan, wanted: list[ClassPlan], seen: str) -> None:
    if plan.seen != seen:
        raise ServiceError(RosterErrorCode.CLASS_CHANGED)
    if not wanted:
        raise ServiceError(RosterErrorCode.NO_CLASS_SELECTED)
    if any(one.changes.is_full for one in wanted):
        raise ServiceError(ClassErrorCode.CLASS_FULL, longest=MAX_STUDENTS)


def _write(session: Session, teacher_id: str, plan: ClassPlan, undo: Undo) -> None:
    class_id = plan.class_id
    if class_id is None:
        class_id = school_classes.create_class(teacher_id=teacher_id, name=plan.name).id
        undo.classes_made.append(class_id)
    school_class = session.get_one(SchoolClass, class_id)
    if plan.source_id not in {"", class_id} and school_class.source_id is None:
        school_class.source_id = plan.source_id
        undo.classes_numbered[class_id] = plan.source_id
    undo.classes.append(class_id)
    write_changes(session, class_id, plan.changes.rows, undo)


def _class_plan(
    key: str,
    listed: ClassList,
    target: SchoolClass | None,
    students: list[Student],
    same: Collection[str],
    *,
    file_name: str,
) -> ClassPlan:
    name = target.name if target else listed.name or file_name
    lines = {person.line for person in listed.people if row_key(key, person.line) in same}
    changes = compare(listed.people, students, lines)
    wrong = tuple(sorted((*listed.wrong, *changes.wrong), key=lambda row: row.line))
    return ClassPlan(
        key, target.id if target else None, name, listed.source_id, changes.with_wrong(wrong), listed.begins
    )


def _targets(kept: RosterImport, file: RosterFile) -> list[SchoolClass | None]:
    """Return the teacher's class for each class name in the file; None for a class to create."""
    home = db.session.get(SchoolClass, kept.class_id) if kept.class_id else None
    if not file.names_classes and home is not None:
        return [home]
    taught = [one.id for one in school_classes.classes_of(teacher_id=kept.teacher_id)]
    known = db.session.execute(select(SchoolClass).where(SchoolClass.id.in_(taught))).scalars().all()
    by_number = {one.id: one for one in known} | {one.source_id: one for one in known if one.source_id}
    found = [by_number.get(listed.source_id) for listed in file.classes]
    if file.kind is FileKind.TABLE:
        by_name = {fold_name(one.name): one for one in known if one.archived_at is None}
        return [by_name.get(fold_name(listed.name)) for listed in file.classes]
    if home is not None and home.source_id is None and home not in found:
        for index, listed in enumerate(file.classes):
            is_meant = len(file.classes) == 1 or fold_name(listed.name) == fold_name(home.name)
            if found[index] is None and is_meant:
                found[index] = home
                break
    return found


def _students_of(class_ids: list[str]) -> dict[str, list[Student]]:
    """Return all students of each class, including archived ones, in one query."""
    found: dict[str, list[Student]] = defaultdict(list)
    everyone = select(Student).where(Student.class_id.in_(class_ids))
    for student in sorted(db.session.execute(everyone).scalars(), key=by_name):
        found[student.class_id].append(student)
    return found


def _tidy_file_name(name: str) -> str:
    """Return the file's base name, short and without undisplayable characters."""
    name = PurePath(name.replace("\\", "/")).name
    shown = "".join(sign for sign in name if unicodedata.category(sign)[0] != "C")
    return shown[:_LONGEST_FILE_NAME] or "file"
