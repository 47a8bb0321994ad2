"""The roster of a class: adding, renaming, archiving, restoring, and removing students."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from classroom import clock
from classroom.database import db, transaction
from classroom.models import Attendance, AuditAction, ClassSession, SchoolClass, SessionState, Student
from classroom.services import audit_log
from classroom.services.accounts import logins
from classroom.services.erasing import erase_deleted
from classroom.services.errors import ClassErrorCode, ErrorCode, NameErrorCode, ServiceError
from classroom.services.forgetting import forget_people
from classroom.services.locks import CLASS_SNAPSHOTS, existing_row, in_turn, lock_lesson_of, locked_class
from classroom.services.names import clean_name, fold_name
from classroom.services.notifications import notify_students
from classroom.services.play.seats import vacate_seats
from classroom.services.sessions import lobby
from classroom.services.sessions.class_sessions import end_practices
from classroom.sorting import by_name

MAX_LINES = 200
MAX_STUDENTS = 100


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line of a pasted roster that is not a name; ``number`` counts from 1."""

    number: int
    text: str
    code: ErrorCode


@dataclass(slots=True)
class RosterResult:
    added: list[str] = field(default_factory=list)
    repeated: list[RosterLine] = field(default_factory=list)
    """Names already in the class, or twice in the paste; skipped."""
    wrong: list[RosterLine] = field(default_factory=list)
    """Lines that are not names. If there are any, no one was added."""


def add_students(*, class_id: str, text: str) -> RosterResult:
    """Add a pasted list of names, one per line, all or none.

    :raises ServiceError: ROSTER_TOO_LONG or CLASS_FULL.
    """
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise ServiceError(ClassErrorCode.ROSTER_TOO_LONG, lines=len(lines), longest=MAX_LINES)
    result = RosterResult()
    with transaction() as session:
        # locked, because the same list may be sent twice at once
        school_class = session.get_one(SchoolClass, class_id, with_for_update={"key_share": True})
        known = set(session.execute(select(Student.name_key).where(Student.class_id == class_id)).scalars())
        room = MAX_STUDENTS - count_students(class_id=class_id)
        students = []
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                name = clean_name(line)
            except ServiceError as error:
                result.wrong.append(RosterLine(number, line, error.code))
                continue
            key = fold_name(name)
            if key in known:
                result.repeated.append(RosterLine(number, name, NameErrorCode.NAME_TAKEN))
                continue
            known.add(key)
            level = school_class.newcomer_level
            students.append(Student(class_id=class_id, name=name, name_key=key, level=level))
        if result.wrong:
            return result
        if len(students) > room:
            raise ServiceError(ClassErrorCode.CLASS_FULL, longest=MAX_STUDENTS)
        session.add_all(students)
        if students:
            audit_log.note(AuditAction.STUDENTS_ADDED, f"class:{class_id}", detail=len(students))
        result.added = [student.name for student in students]
    return result


def students_of(*, class_id: str) -> list[Student]:
    """Return the students of a class, by name, without archived ones."""
    listed = select(Student).where(Student.class_id == class_id, Student.archived_at.is_(None))
    return sorted(db.session.execute(listed).scalars(), key=by_name)


def archived_students_of(*, class_id: str) -> list[Student]:
    """Return the archived students of a class, by name."""
    left = select(Student).where(Student.class_id == class_id, Student.archived_at.is_not(None))
    return sorted(db.session.execute(left).scalars(), key=by_name)


def rename_student(*, student_id: str, name: str, shown: str = "") -> None:
    """Rename a student. Imports keep the new name and match the student by the old one, too.

    :param shown: the name that the form showed; "" if it showed none. If it is sent back, the present name stays.
    :raises ServiceError: a NAME_… code, NAME_TAKEN, or RENAMED_SINCE.
    """
    name = clean_name(name)
    key = fold_name(name)
    try:
        with transaction() as session:
            student = existing_row(session, Student, student_id)
            if shown and student.name not in {shown, name}:
                if name == shown:
                    return
                raise ServiceError(ClassErrorCode.RENAMED_SINCE, name=student.name)
            same = select(Student.id).where(
                Student.class_id == student.class_id, Student.name_key == key, Student.id != student_id
            )
            if session.execute(same).first():
                raise ServiceError(NameErrorCode.NAME_TAKEN, name=name)
            in_file = student.name_in_file or student.name
            student.name_in_file = None if fold_name(in_file) == key else in_file
            student.name, student.name_key = name, key
            audit_log.note(AuditAction.STUDENT_RENAMED, f"student:{student_id}")
            notify_students([student_id])
            session.flush()
    except IntegrityError as error:  # another request took the name at the same time
        raise ServiceError(NameErrorCode.NAME_TAKEN, name=name) from error


def remove_student(*, student_id: str) -> None:
    """Delete a student with all answers. A bot takes over a seat in a running game, and practice ends."""
    with transaction() as session:
        leave_open_sessions(student_id=student_id)
        in_turn(session, CLASS_SNAPSHOTS)
        student = existing_row(session, Student, student_id)
        logins.end_logins_of_student(student_id=student_id)
        forget_people(session.connection(), [student_id])
        session.delete(student)
        audit_log.note(AuditAction.STUDENT_DELETED, f"student:{student_id}")
        erase_deleted(session, student_ids=[student_id])


def archive_student(*, student_id: str) -> None:
    """Archive a student. Keep answers, name, and login card. Idempotent.

    A bot takes over a seat in a running game, and the student is signed out everywhere.
    """
    with transaction() as session:
        student = session.get_one(Student, student_id)
        if student.archived_at is not None:
            return
        leave_open_sessions(student_id=student_id)
        student.archived_at = clock.now()
        audit_log.note(AuditAction.STUDENT_ARCHIVED, f"student:{student_id}")
        logins.end_logins_of_student(student_id=student_id)


def restore_student(*, student_id: str) -> None:
    """Restore an archived student. Idempotent.

    :raises ServiceError: CLASS_FULL.
    """
    with transaction() as session:
        locked_class(session, session.get_one(Student, student_id).class_id)  # others may be restored or added
        student = session.get_one(Student, student_id, populate_existing=True)
        if student.archived_at is None:
            return
        if count_students(class_id=student.class_id) >= MAX_STUDENTS:
            raise ServiceError(ClassErrorCode.CLASS_FULL, longest=MAX_STUDENTS)
        student.archived_at = None
        audit_log.note(AuditAction.STUDENT_RESTORED, f"student:{student_id}")


def count_students(*, class_id: str) -> int:
    """Return the number of students in the class, without archived ones."""
    listed = select(func.count()).select_from(Student).where(Student.class_id == class_id)
    return db.session.execute(listed.where(Student.archived_at.is_(None))).scalar_one()


def leave_open_sessions(*, student_id: str) -> None:
    """Give the student's seats to bots, end practice, and remove the student from lobbies."""
    with transaction() as session:
        class_id = session.get_one(Student, student_id).class_id
        lock_lesson_of(session, class_id)  # Lock first: a seat assigned concurrently would never be released.
        end_practices(class_id=class_id, student_id=student_id)
        vacate_seats(student_id=student_id)
        waits_in = (
            select(ClassSession.id)
            .join(Attendance)
            .where(Attendance.student_id == student_id, ClassSession.state == SessionState.LOBBY)
        )
        for class_session_id in session.execute(waits_in).scalars().all():
            lobby.leave_session(class_session_id=class_session_id, student_id=student_id)
