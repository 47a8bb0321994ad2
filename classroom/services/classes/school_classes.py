"""Classes: creating, renaming, archiving, and the class code."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from sqlalchemy import ColumnElement, exists, func, select

from classroom import clock
from classroom.database import ALPHABET, db, transaction
from classroom.models import AuditAction, ClassSession, SchoolClass, SessionState, Student, Teacher
from classroom.permissions import taught_by
from classroom.services import audit_log
from classroom.services.accounts import logins
from classroom.services.accounts.devices import NEW_DEVICE, Device, Tried, check_device, refusal
from classroom.services.errors import AccountErrorCode, ClassErrorCode, ServiceError
from classroom.services.locks import locked_class
from classroom.services.names import clean_name
from classroom.services.open_sessions import open_session_of
from classroom.services.sessions.class_sessions import end_practices

CODE_LENGTH = 6
_WORD = re.compile(r"(?=[a-z]{3})[a-z]?[a-z]?[aeiou]")


@dataclass(frozen=True, slots=True)
class ClassOverview:
    id: str
    name: str
    students: int
    without_card: int
    sessions: int
    open_session_id: str | None
    owner_id: str
    owner_name: str
    is_sample: bool = False
    """Whether its students are simulated."""


def create_class(*, teacher_id: str, name: str) -> SchoolClass:
    """Create an empty class with a code.

    :raises ServiceError: a NAME_… code.
    """
    name = clean_name(name)
    with transaction() as session:
        school_class = SchoolClass(teacher_id=teacher_id, name=name, code=_new_code())
        session.add(school_class)
        session.flush()
        audit_log.note(AuditAction.CLASS_CREATED, f"class:{school_class.id}")
    return school_class


def rename_class(*, class_id: str, name: str) -> None:
    """Rename a class.

    :raises ServiceError: a NAME_… code.
    """
    name = clean_name(name)
    with transaction() as session:
        session.get_one(SchoolClass, class_id).name = name


def change_code(*, class_id: str) -> None:
    """Replace the class code; the old one stops working."""
    with transaction() as session:
        session.get_one(SchoolClass, class_id).code = _new_code()
        audit_log.note(AuditAction.CLASS_CODE_CHANGED, f"class:{class_id}")


def archive_class(*, class_id: str) -> None:
    """Archive a class: disable its code, end practice, sign out its students. Keep all data.

    :raises ServiceError: CLASS_HAS_OPEN_SESSION.
    """
    with transaction() as session:
        school_class = locked_class(session, class_id)  # no session may be opened in the meantime
        if open_session_of(class_id=class_id) is not None:
            raise ServiceError(ClassErrorCode.CLASS_HAS_OPEN_SESSION)
        end_practices(class_id=class_id)
        if school_class.archived_at is None:
            school_class.archived_at = clock.now()
        of_class = session.execute(select(Student.id).where(Student.class_id == class_id)).scalars().all()
        logins.end_logins_of_students(student_ids=of_class)
        audit_log.note(AuditAction.CLASS_ARCHIVED, f"class:{class_id}")


def restore_class(*, class_id: str) -> None:
    with transaction() as session:
        session.get_one(SchoolClass, class_id).archived_at = None
        audit_log.note(AuditAction.CLASS_RESTORED, f"class:{class_id}")


def find_class_by_code(*, code: str, device: Device = NEW_DEVICE) -> SchoolClass:
    """Return the class with this code, ignoring case, spaces, and hyphens. A correct code writes nothing.

    :raises ServiceError: UNKNOWN_CODE, or CLASS_CLOSED if it is archived, or instead MANY_WRONG_TRIES or
        TOO_MANY_ON_DEVICE.
    """
    check_device(Tried.CLASS_CODE, device)
    typed = "".join(sign for sign in code.casefold() if sign.isalnum())[: CODE_LENGTH + 1]
    found = db.session.execute(select(SchoolClass).where(SchoolClass.code == typed)).scalar_one_or_none()
    if found is None or found.archived_at is not None:
        why = ClassErrorCode.UNKNOWN_CODE if found is None else AccountErrorCode.CLASS_CLOSED
        raise refusal(why, tried=Tried.CLASS_CODE, device=device)
    return found


def classes_of(*, teacher_id: str) -> list[ClassOverview]:
    """Return the classes that a teacher owns or co-teaches, by name, without archived ones."""
    return _overviews(taught_by(teacher_id) & SchoolClass.archived_at.is_(None))


def archived_classes_of(*, teacher_id: str) -> list[ClassOverview]:
    """Return a teacher's archived classes, by name."""
    return _overviews(taught_by(teacher_id) & SchoolClass.archived_at.is_not(None))


def overview_of(*, class_id: str) -> ClassOverview:
    return _overviews(SchoolClass.id == class_id)[0]


def _overviews(which: ColumnElement[bool]) -> list[ClassOverview]:
    students = select(func.count()).where(Student.class_id == SchoolClass.id, Student.archived_at.is_(None))
    is_lesson = (ClassSession.class_id == SchoolClass.id) & ~ClassSession.is_practice
    sessions = select(func.count()).where(is_lesson)
    open_session = select(ClassSession.id).where(is_lesson, ClassSession.state != SessionState.ENDED)
    rows = db.session.execute(
        select(
            SchoolClass.id,
            SchoolClass.name,
            students.scalar_subquery(),
            students.where(Student.pin_hash.is_(None)).scalar_subquery(),
            sessions.scalar_subquery(),
            open_session.scalar_subquery(),
            SchoolClass.teacher_id,
            Teacher.name,
            SchoolClass.is_sample,
        )
        .join(Teacher)
        .where(which)
        .order_by(func.lower(SchoolClass.name), SchoolClass.created_at)
    )
    return [ClassOverview(*row) for row in rows]


def is_like_a_word(code: str) -> bool:
    """Return whether three letters stand together, one of them a vowel: the whole class reads the code aloud.

    >>> is_like_a_word("rum8q9"), is_like_a_word("ru8mq9")
    (True, False)
    """
    return _WORD.search(code) is not None


def _new_code() -> str:
    """Return an unused code: one of 604 million, 29.2 bits."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        is_taken = select(exists().where(SchoolClass.code == code))
        if not is_like_a_word(code) and not db.session.execute(is_taken).scalar_one():
            return code
