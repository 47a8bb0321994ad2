"""Who has joined a session."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, exists, false, func, select
from sqlalchemy.orm import joinedload

from classroom.database import db
from classroom.models import Attendance, ClassSession, Face, SessionState, Student
from classroom.prepared_statements import PreparedSelect
from classroom.sorting import by_name


def attendances_of(*, class_session_id: str) -> list[Attendance]:
    """Return everyone who has joined, by name, including students who have left the class."""
    return _by_name(_attendances(class_session_id))


def joined_ids(*, class_session_id: str) -> list[str]:
    """Return the IDs of everyone who has joined. Notifications need nothing else."""
    found = db.session.execute(select(Attendance.student_id).where(Attendance.class_session_id == class_session_id))
    return list(found.scalars())


def present_students(*, class_session_id: str, besides: Select[str | None] | None = None) -> list[Attendance]:
    """Return everyone who has joined and is still in the class, by name.

    :param besides: a query for the IDs of students to exclude.
    """
    present = _attendances(class_session_id).where(_is_in_class(class_session_id))
    return _by_name(present if besides is None else present.where(Attendance.student_id.not_in(besides)))


def _attendances(class_session_id: str) -> Select[Attendance]:
    return (
        select(Attendance)
        .where(Attendance.class_session_id == class_session_id)
        .options(joinedload(Attendance.student))
    )


def _is_in_class(class_session_id: str) -> ColumnElement[bool]:
    """Restrict to students who are still in the class and not archived."""
    of_class = select(ClassSession.class_id).where(ClassSession.id == class_session_id).scalar_subquery()
    return Attendance.student.has(Student.archived_at.is_(None) & (Student.class_id == of_class))


def _by_name(found: Select[Attendance]) -> list[Attendance]:
    return sorted(db.session.execute(found).scalars(), key=lambda one: by_name(one.student))


def session_to_join(*, student_id: str, class_id: str) -> str | None:
    """Return the ID of the class's open session, unless the student has joined it with a device.

    Most pages are opened by students who have joined, and need no transaction.
    """
    row = _SESSION_TO_JOIN.one_or_none(student_id=student_id, class_id=class_id)
    return None if row is None else str(row.id)


_SESSION_TO_JOIN = PreparedSelect(
    lambda: select(ClassSession.id).where(
        ClassSession.class_id == bindparam("class_id", type_=ClassSession.class_id.type),
        ClassSession.state != SessionState.ENDED,
        ~ClassSession.is_practice,
        ~exists().where(
            Attendance.class_session_id == ClassSession.id,
            Attendance.student_id == bindparam("student_id", type_=Attendance.student_id.type),
            Attendance.has_device,
        ),
    )
)


class RosterEntry(NamedTuple):
    """A student of the class, and whether the student has joined the session."""

    student_id: str
    name: str
    sort_key: str
    animal: str
    disc: str
    has_joined: bool
    joined_at: datetime | None
    seen_at: datetime | None
    has_device: bool
    has_card: bool
    """Whether the student has a login card and so can sign in."""
    next_table: int | None

    @property
    def face(self) -> Face:
        return Face(self.animal, self.disc)


def class_roster(*, class_session_id: str) -> list[RosterEntry]:
    """Return everyone in a session's class who is not archived, by name."""
    return sorted(_ROSTER.all(class_session_id=class_session_id), key=by_name)


_ROSTER = PreparedSelect(
    lambda: (
        select(
            Student.id.label("student_id"),
            Student.name,
            Student.sort_key,
            Student.animal,
            Student.disc,
            Attendance.student_id.is_not(None).label("has_joined"),
            Attendance.joined_at,
            Attendance.seen_at,
            func.coalesce(Attendance.has_device, false()).label("has_device"),
            Student.pin_hash.is_not(None).label("has_card"),
            Attendance.next_table,
        )
        .select_from(ClassSession)
        .join(Student, (Student.class_id == ClassSession.class_id) & Student.archived_at.is_(None))
        .outerjoin(Attendance, (Attendance.student_id == Student.id) & (Attendance.class_session_id == ClassSession.id))
        .where(ClassSession.id == bindparam("class_session_id", type_=ClassSession.id.type))
    ),
    RosterEntry,
)
