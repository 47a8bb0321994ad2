"""Move students to another class. Answers stay with the students and with the sessions where they were given."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Seq
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from classroom.database import db, transaction
from classroom.models import AuditAction, AuditEntry, SchoolClass, SeatingRule, Student
from classroom.services import audit_log
from classroom.services.classes import roster
from classroom.services.classes.roster import leave_open_sessions
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.notifications import notify_students
from classroom.sorting import by_name


def move_to_class(*, class_id: str, to_class_id: str, student_ids: Iterable[str]) -> list[str]:
    """Move students to another class, all or none; return their names.

    Card, PIN, and login stay valid, and so does a school account, unless it is linked to a student there. Bots take
    over seats in running games; practice ends.

    :raises ServiceError: NO_STUDENT_SELECTED, NOT_IN_CLASS, CLASS_ARCHIVED (the other class), CLASS_FULL, or
        NAMES_TAKEN with the names that already exist in the other class, including archived students.
    """
    wanted = set(student_ids)
    if not wanted:
        raise ServiceError(ClassErrorCode.NO_STUDENT_SELECTED)
    with transaction() as session:
        both = select(SchoolClass.id).where(SchoolClass.id.in_([class_id, to_class_id])).order_by(SchoolClass.id)
        session.execute(both.with_for_update(key_share=True))  # the same request was sent twice at once
        students = [one for one in roster.students_of(class_id=class_id) if one.id in wanted]
        if len(students) < len(wanted):
            raise ServiceError(ClassErrorCode.NOT_IN_CLASS)
        _check_room(session, session.get_one(SchoolClass, to_class_id), students)
        linked = _accounts_in(session, to_class_id)
        for student in students:
            leave_open_sessions(student_id=student.id)
            _forget_rules(session, student.id)
            for subject in linked:
                student.unlink(subject)
            student.class_id = to_class_id
            audit_log.note(AuditAction.STUDENT_MOVED, f"student:{student.id}", detail=to_class_id)
        notify_students(one.id for one in students)
        return [student.name for student in students]


def moved_in_since(moment: datetime, *, class_id: str) -> set[str]:
    """Return the IDs of students who came from another class after a moment, by the activity log."""
    moves = select(AuditEntry.subject).where(
        AuditEntry.action == AuditAction.STUDENT_MOVED, AuditEntry.detail == class_id, AuditEntry.at > moment
    )
    return {subject.removeprefix("student:") for subject in db.session.execute(moves).scalars()}


def _check_room(session: Session, school_class: SchoolClass, students: Seq[Student]) -> None:
    if school_class.archived_at is not None:
        raise ServiceError(ClassErrorCode.CLASS_ARCHIVED)
    keys = {student.name_key for student in students}
    source_ids = {student.source_id for student in students if student.source_id is not None}
    same = select(Student.name, Student.sort_key).where(
        Student.class_id == school_class.id, or_(Student.name_key.in_(keys), Student.source_id.in_(source_ids))
    )
    if names := tuple(row.name for row in sorted(session.execute(same), key=by_name)):
        raise ServiceError(ClassErrorCode.NAMES_TAKEN, names=names, class_name=school_class.name)
    if roster.count_students(class_id=school_class.id) + len(students) > roster.MAX_STUDENTS:
        raise ServiceError(ClassErrorCode.CLASS_FULL, longest=roster.MAX_STUDENTS)


def _accounts_in(session: Session, class_id: str) -> frozenset[str]:
    """Return the school accounts linked to students of the class, including archived students."""
    linked = select(Student.oidc_subject, Student.lms_subject).where(Student.class_id == class_id)
    return frozenset(subject for row in session.execute(linked) for subject in row if subject is not None)


def _forget_rules(session: Session, student_id: str) -> None:
    """Delete the student's seating rules, which belong to the old class."""
    concerned = or_(SeatingRule.first_id == student_id, SeatingRule.second_id == student_id)
    session.execute(delete(SeatingRule).where(concerned))
