"""Retention rules of the school: delete old sessions with their answers, and names of students who left long ago.

Off until an administrator turns it on. It runs once a day in the background, never during a lesson, and every deletion
is in the activity log, by class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, exists, func, literal, or_, select
from sqlalchemy.orm import Session

from classroom import clock
from classroom.clock import local_day
from classroom.database import db, transaction
from classroom.models import (
    Attempt,
    Attendance,
    AuditAction,
    AuditEntry,
    ClassSession,
    ClassSnapshot,
    FollowUp,
    Game,
    RetentionRules,
    SchoolClass,
    SeatingRule,
    SessionState,
    Student,
    Teacher,
    TicketAnswer,
)
from classroom.models.exit_ticket import ExitTicket
from classroom.services import audit_log
from classroom.services.accounts import logins
from classroom.services.erasing import erase_deleted
from classroom.services.forgetting import forget_people
from classroom.services.learning.knowledge import forget_knowledge
from classroom.services.locks import in_turn
from classroom.sorting import by_name

ANSWERS_YEARS = (1, 2, 3, 4, 5)
NAMES_MONTHS = (6, 12, 24, 36)
"""The shortest limit is longer than a summer break."""
NOTICE = timedelta(days=14)
"""The delay between a new rule and the first deletion."""
_LESSON = timedelta(hours=12)
"""A session that has been open longer than this, with no one in it, was forgotten."""
_PRESENT = timedelta(minutes=15)
_SESSIONS_AT_A_TIME = 20
"""Maximum number per transaction, so that others can write in between."""
_YEAR, _MONTH = timedelta(days=365.25), timedelta(days=30.4375)
_SIGNS_OF_USE = (AuditAction.STUDENT_RESTORED, AuditAction.STUDENT_MOVED, AuditAction.STUDENT_RENAMED)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to keep data; None to keep it until it is deleted manually."""

    answers_years: int | None = None
    names_months: int | None = None

    @classmethod
    def from_numbers(cls, text: str) -> Limits | None:
        """Read `in_numbers`; None for another text."""
        parts = text.split()
        if len(parts) != 2 or not all(part.isdecimal() for part in parts):
            return None
        years, months = map(int, parts)
        return cls(years or None, months or None)

    @property
    def in_numbers(self) -> str:
        """Return the years of answers and the months of names, with 0 for no limit, as the activity log stores them.

        >>> Limits(answers_years=2).in_numbers, Limits.from_numbers("2 0")
        ('2 0', Limits(answers_years=2, names_months=None))
        """
        return f"{self.answers_years or 0} {self.names_months or 0}"

    def answers_before(self, at: datetime) -> datetime | None:
        """Return the cutoff: sessions that ended before it are deleted."""
        return None if self.answers_years is None else at - self.answers_years * _YEAR

    def names_before(self, at: datetime) -> datetime | None:
        """Return the cutoff: students without activity since then lose their names."""
        return None if self.names_months is None else at - self.names_months * _MONTH


@dataclass(frozen=True, slots=True)
class Due:
    """What is due in one class."""

    class_id: str
    class_name: str
    owner_name: str
    sessions: int = 0
    answers: int = 0
    """In games and on exit tickets."""
    students: int = 0
    """Number of students who lose their names."""


def rules() -> RetentionRules | None:
    """Return the school's choice; None if nothing is deleted by age."""
    return db.session.get(RetentionRules, 1)


def save_limits(limits: Limits) -> None:
    """Set the retention limits. Shorter limits take effect after `NOTICE`.

    :raises ValueError: for an unavailable limit
    """
    if limits.answers_years not in {None, *ANSWERS_YEARS} or limits.names_months not in {None, *NAMES_MONTHS}:
        raise ValueError(limits)
    with transaction() as session:
        in_turn(session, "retention rules")
        kept = session.get(RetentionRules, 1)
        if kept is None:
            kept = RetentionRules(id=1, starts_at=clock.now() + NOTICE)
            session.add(kept)
        elif _is_stricter(limits.answers_years, kept.answers_years) or _is_stricter(
            limits.names_months, kept.names_months
        ):
            kept.starts_at = clock.now() + NOTICE
        kept.answers_years, kept.names_months = limits.answers_years, limits.names_months
        audit_log.note(AuditAction.RETENTION_CHANGED, detail=limits.in_numbers)


def _is_stricter(new: int | None, old: int | None) -> bool:
    return new is not None and (old is None or new < old)


def due(limits: Limits, *, at: datetime, class_ids: Iterable[str] | None = None) -> list[Due]:
    """Count what is due at a time, by class, without classes where nothing is due.

    :param class_ids: only these classes
    """
    classes = (
        select(SchoolClass.id, SchoolClass.name, Teacher.name.label("owner"))
        .join(Teacher, Teacher.id == SchoolClass.teacher_id)
        .where(~SchoolClass.is_sample)
        .order_by(Teacher.name_key, SchoolClass.name, SchoolClass.id)
    )
    if class_ids is not None:
        classes = classes.where(SchoolClass.id.in_(list(class_ids)))
    found = (_due_of(row.id, row.name, row.owner, limits, at) for row in db.session.execute(classes).all())
    return [one for one in found if one.sessions or one.students]


def _due_of(class_id: str, name: str, owner: str, limits: Limits, at: datetime) -> Due:
    sessions = answers = students = 0
    if (before := limits.answers_before(at)) is not None:
        old = select(ClassSession.id).where(_is_old(class_id, before))
        sessions = _count(_is_old(class_id, before))
        in_games = Attempt.game_id.in_(select(Game.id).where(Game.class_session_id.in_(old)))
        of_tickets = select(ExitTicket.id).where(ExitTicket.class_session_id.in_(old))
        answers = _count(in_games) + _count(TicketAnswer.ticket_id.in_(of_tickets))
    if (before := limits.names_before(at)) is not None:
        students = _count(_is_gone(class_id, before))
    return Due(class_id, name, owner, sessions, answers, students)


def _is_old(class_id: str, before: datetime) -> ColumnElement[bool]:
    """Restrict to sessions that ended before a time; practice often has no end."""
    is_over = or_(ClassSession.state == SessionState.ENDED, ClassSession.is_practice)
    ended = func.coalesce(ClassSession.ended_at, ClassSession.opened_at)
    return and_(ClassSession.class_id == class_id, is_over, ended < before)


def _is_gone(class_id: str, before: datetime) -> ColumnElement[bool]:
    """Restrict to students with a name, without activity of or about them since a time."""
    joined = func.coalesce(Attendance.seen_at, Attendance.joined_at)
    attended = exists().where(Attendance.student_id == Student.id)
    cared_for = exists().where(
        AuditEntry.subject == literal("student:") + Student.id,
        AuditEntry.action.in_(_SIGNS_OF_USE),
        AuditEntry.at >= before,
    )
    return and_(
        Student.class_id == class_id,
        or_(Student.anonymous_at.is_(None), attended.where(Attendance.joined_at > Student.anonymous_at)),
        Student.created_at < before,
        func.coalesce(Student.card_changed_at, Student.created_at) < before,
        func.coalesce(Student.archived_at, Student.created_at) < before,
        ~attended.where(joined >= before),
        ~cared_for,
    )


def has_lesson() -> bool:
    """Return whether any class except sample classes has a lesson or practice now."""
    now = clock.now()
    is_open = and_(
        ClassSession.state != SessionState.ENDED,
        ClassSession.class_id.in_(select(SchoolClass.id).where(~SchoolClass.is_sample)),
    )
    is_new = and_(is_open, ~ClassSession.is_practice, ClassSession.opened_at > now - _LESSON)
    is_visited = and_(
        is_open, exists().where(Attendance.class_session_id == ClassSession.id, Attendance.seen_at > now - _PRESENT)
    )
    return bool(db.session.execute(select(or_(exists().where(is_new), exists().where(is_visited)))).scalar())


def delete_due() -> bool:
    """Delete what is due, at most once a day and never during a lesson; return whether everything due is deleted.

    It stops when a lesson begins; the next call continues.
    """
    chosen = rules()
    if chosen is None or not _is_time(chosen):
        return False
    limits, now = Limits(chosen.answers_years, chosen.names_months), clock.now()
    found = due(limits, at=now)
    for one in found:
        if not _delete_of(one, limits, now):
            return False
    with transaction() as session:
        session.get_one(RetentionRules, 1).ran_at = now
        if found:
            erase_deleted(session)
    if any(one.sessions for one in found):
        forget_knowledge()
    return True


def _is_time(chosen: RetentionRules) -> bool:
    if chosen.answers_years is None and chosen.names_months is None:
        return False
    now = clock.now()
    if now < chosen.starts_at or (chosen.ran_at is not None and local_day(chosen.ran_at) == local_day(now)):
        return False
    return not has_lesson()


def _delete_of(one: Due, limits: Limits, now: datetime) -> bool:
    """Delete what is due in one class; return False if a lesson interrupted it."""
    if (before := limits.answers_before(now)) is not None and one.sessions:
        old = _is_old(one.class_id, before)
        while ids := db.session.execute(select(ClassSession.id).where(old).limit(_SESSIONS_AT_A_TIME)).scalars().all():
            if has_lesson():
                return False
            _delete_sessions(one.class_id, ids, before)
    if (before := limits.names_before(now)) is not None and one.students:
        if has_lesson():
            return False
        _make_anonymous(one.class_id, before)
    return True


def _delete_sessions(class_id: str, ids: Sequence[str], before: datetime) -> None:
    with transaction() as session:
        session.execute(delete(ClassSession).where(ClassSession.id.in_(ids)))
        session.execute(
            delete(ClassSnapshot).where(ClassSnapshot.class_id == class_id)
        )  # it contains counts of their answers
        session.execute(delete(FollowUp).where(FollowUp.class_id == class_id, FollowUp.created_at < before))
        audit_log.note(AuditAction.ANSWERS_DELETED, f"class:{class_id}", detail=len(ids))


def _make_anonymous(class_id: str, before: datetime) -> None:
    """Remove students' names, and everything that identifies them or lets them sign in."""
    with transaction() as session:
        gone = sorted(session.scalars(select(Student).where(_is_gone(class_id, before))), key=by_name)
        if not gone:
            return
        ids = [one.id for one in gone]
        forget_people(session.connection(), ids)
        logins.end_logins_of_students(student_ids=ids)
        of_them = or_(SeatingRule.first_id.in_(ids), SeatingRule.second_id.in_(ids))
        session.execute(delete(SeatingRule).where(of_them))
        numbers = _free_numbers(session, class_id)
        session.expire_all()
        for student in gone:
            _take_name(student, f"#{next(numbers)}")
        audit_log.note(AuditAction.NAMES_DELETED, f"class:{class_id}", detail=len(ids))


def _take_name(student: Student, name: str) -> None:
    student.name = student.name_key = name
    student.pin_hash = student.pin_digits = student.card_hash = None
    student.oidc_subject = student.lms_subject = None
    student.source_id = student.name_in_file = student.group = student.language = None
    student.time_factor = 1.0
    student.reads_aloud = student.has_large_text = student.has_wide_spacing = student.has_keys_off = False
    student.anonymous_at = clock.now()
    student.archived_at = student.archived_at or clock.now()


def _free_numbers(session: Session, class_id: str) -> Iterator[int]:
    taken = set(session.scalars(select(Student.name_key).where(Student.class_id == class_id)))
    return (number for number in range(1, 1_000_000) if f"#{number}" not in taken)


def _count(which: ColumnElement[bool]) -> int:
    return db.session.execute(select(func.count()).where(which)).scalar_one()
