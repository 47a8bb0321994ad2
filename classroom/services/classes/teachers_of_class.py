"""The owner and co-teachers of a class."""

from __future__ import annotations

from sqlalchemy import and_, delete, exists, or_, select
from sqlalchemy.orm import Session, joinedload

from classroom.database import db, transaction
from classroom.models import AuditAction, AuditEntry, CoTeacher, SchoolClass, Teacher
from classroom.services import audit_log
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.names import fold_name
from classroom.services.notifications import notify_lessons
from classroom.sorting import sort_key


def co_teachers_of(*, class_id: str) -> list[Teacher]:
    """Return the co-teachers of a class, by name."""
    rows = select(CoTeacher).where(CoTeacher.class_id == class_id).options(joinedload(CoTeacher.teacher))
    return sorted((row.teacher for row in db.session.execute(rows).scalars()), key=lambda one: sort_key(one.name))


def has_taught(*, class_id: str, teacher_id: str) -> bool:
    """Return whether a teacher was removed from the class, left it, or transferred it, within about a year."""
    is_end = or_(
        and_(AuditEntry.action == AuditAction.CO_TEACHER_REMOVED, AuditEntry.detail == teacher_id),
        and_(AuditEntry.action == AuditAction.CLASS_TRANSFERRED, AuditEntry.actor == f"teacher:{teacher_id}"),
    )
    ends = exists().where(AuditEntry.subject == f"class:{class_id}", is_end)
    return bool(db.session.execute(select(ends)).scalar_one())


def find_new_teacher(*, class_id: str, name: str) -> Teacher:
    """Find the teacher to add as a co-teacher, by name.

    :raises ServiceError: NO_SUCH_TEACHER or TEACHES_ALREADY.
    """
    teacher = find_new_owner(class_id=class_id, name=name)
    if db.session.get(CoTeacher, (class_id, teacher.id)) is not None:
        raise ServiceError(ClassErrorCode.TEACHES_ALREADY, name=teacher.name)
    return teacher


def find_new_owner(*, class_id: str, name: str) -> Teacher:
    """Find the new owner of the class, by name.

    :raises ServiceError: NO_SUCH_TEACHER, also for a deactivated account; TEACHES_ALREADY for the current owner.
    """
    named = select(Teacher).where(Teacher.name_key == fold_name(name)[:160], Teacher.disabled_at.is_(None))
    teacher = db.session.execute(named).scalar_one_or_none()
    if teacher is None:
        raise ServiceError(ClassErrorCode.NO_SUCH_TEACHER)
    if teacher.id == db.session.get_one(SchoolClass, class_id).teacher_id:
        raise ServiceError(ClassErrorCode.TEACHES_ALREADY, name=teacher.name)
    return teacher


def add_teacher(*, class_id: str, name: str) -> Teacher:
    """Add a co-teacher.

    :raises ServiceError: like `find_new_teacher`.
    """
    with transaction() as session:
        _locked(session, class_id)
        teacher = find_new_teacher(class_id=class_id, name=name)
        session.add(CoTeacher(class_id=class_id, teacher_id=teacher.id))
        audit_log.note(AuditAction.CO_TEACHER_ADDED, f"class:{class_id}", detail=teacher.id)
    return teacher


def remove_teacher(*, class_id: str, teacher_id: str) -> None:
    """Remove a co-teacher. Idempotent."""
    with transaction() as session:
        if _forget(session, class_id, teacher_id):
            audit_log.note(AuditAction.CO_TEACHER_REMOVED, f"class:{class_id}", detail=teacher_id)
            notify_lessons(SchoolClass.id == class_id)


def transfer_class(*, class_id: str, name: str, stays: bool) -> None:
    """Transfer a class to a new owner.

    :param stays: whether the previous owner becomes a co-teacher.
    :raises ServiceError: like `find_new_owner`.
    """
    with transaction() as session:
        school_class = _locked(session, class_id)
        new_owner = find_new_owner(class_id=class_id, name=name)
        _forget(session, class_id, new_owner.id)
        if stays:
            session.add(CoTeacher(class_id=class_id, teacher_id=school_class.teacher_id))
        school_class.teacher_id = new_owner.id
        audit_log.note(AuditAction.CLASS_TRANSFERRED, f"class:{class_id}", detail=new_owner.id)
        notify_lessons(SchoolClass.id == class_id)


def _locked(session: Session, class_id: str) -> SchoolClass:
    """Lock and reload the row, so that concurrent changes of its teachers wait."""
    lock = {"key_share": True}  # writes that only reference the class may continue
    return session.get_one(SchoolClass, class_id, with_for_update=lock, populate_existing=True)


def _forget(session: Session, class_id: str, teacher_id: str) -> bool:
    """Delete a co-teacher of the class. Return whether there was one."""
    given = CoTeacher.class_id == class_id, CoTeacher.teacher_id == teacher_id
    return session.execute(delete(CoTeacher).where(*given).returning(CoTeacher.teacher_id)).first() is not None
