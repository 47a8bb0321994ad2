"""Permanent deletion of classes and students with all their data, and of teachers' accounts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, delete, func, or_, select, update
from sqlalchemy.orm import Session

from classroom.database import db, transaction
from classroom.models import (
    Attempt,
    Attendance,
    AuditAction,
    ClassSession,
    CoTeacher,
    Deck,
    Game,
    RosterImport,
    SchoolClass,
    Student,
    Teacher,
    TicketAnswer,
)
from classroom.models.exit_ticket import ExitTicket
from classroom.services import audit_log
from classroom.services.accounts import logins
from classroom.services.accounts.administration import keep_an_administrator
from classroom.services.classes import roster
from classroom.services.erasing import erase_deleted
from classroom.services.errors import AccountErrorCode, ClassErrorCode, ServiceError
from classroom.services.forgetting import forget_people
from classroom.services.learning.knowledge import drop_memory
from classroom.services.locks import CLASS_SNAPSHOTS, existing_row, in_turn, lock_open_sessions
from classroom.services.notifications import notify_lessons


@dataclass(frozen=True, slots=True)
class DeletionSummary:
    """What is deleted with a class or a student."""

    answers: int
    """In games and on exit tickets."""
    students: int = 0
    """Including archived ones."""
    sessions: int = 0
    """Sessions and practice."""
    games: int = 0
    answers_of_moved: int = 0
    """Those of the answers given here by students who are in another class now."""


def holdings_of_class(*, class_id: str) -> DeletionSummary:
    of_class = ClassSession.class_id == class_id
    given_here = Attempt.game_id.in_(select(Game.id).join(ClassSession).where(of_class))
    of_students = select(Student.id).where(Student.class_id == class_id)
    ticket_here = TicketAnswer.ticket_id.in_(select(ExitTicket.id).join(ClassSession).where(of_class))
    by_class = Attempt.student_id.in_(of_students)
    ticket_by_class = TicketAnswer.student_id.in_(of_students)
    return DeletionSummary(
        students=_count(Student.class_id == class_id),
        sessions=_count(of_class),
        games=_count(Game.class_session_id.in_(select(ClassSession.id).where(of_class))),
        answers=_count(or_(given_here, by_class)) + _count(or_(ticket_here, ticket_by_class)),
        answers_of_moved=_count(given_here & ~by_class) + _count(ticket_here & ~ticket_by_class),
    )


def holdings_of_student(*, student_id: str) -> DeletionSummary:
    return DeletionSummary(
        answers=_count(Attempt.student_id == student_id) + _count(TicketAnswer.student_id == student_id)
    )


def delete_class(*, class_id: str) -> DeletionSummary:
    """Delete a class with its students, sessions, games, and answers; return what was deleted."""
    with transaction() as session:
        lock_open_sessions(session, class_id)
        in_turn(session, CLASS_SNAPSHOTS)
        deleted = holdings_of_class(class_id=class_id)
        of_class = session.execute(select(Student.id).where(Student.class_id == class_id)).scalars().all()
        _forget_imports(session, class_id, of_class)
        logins.end_logins_of_students(student_ids=of_class)
        notify_lessons(SchoolClass.id == class_id)
        forget_people(session.connection(), of_class)
        session.delete(session.get_one(SchoolClass, class_id))
        audit_log.note(AuditAction.CLASS_DELETED, f"class:{class_id}", detail=len(of_class))
        erase_deleted(session, student_ids=of_class, class_ids=[class_id])
    drop_memory()
    return deleted


def delete_student(*, student_id: str) -> DeletionSummary:
    """Delete a student with all answers, in any class; return what was deleted."""
    with transaction() as session:
        deleted = holdings_of_student(student_id=student_id)
        _forget_imports(session, session.get_one(Student, student_id).class_id, [student_id])
        roster.remove_student(student_id=student_id)
    drop_memory()
    return deleted


def delete_teacher(*, teacher_id: str, by: str, new_owner_id: str | None) -> None:
    """Delete an account.

    :param new_owner_id: who gets its classes and decks; None to delete them with everything in them.
    :raises ServiceError: OWN_ACCOUNT, LAST_ADMINISTRATOR or NEW_OWNER_MISSING.
    """
    if teacher_id == by:
        raise ServiceError(AccountErrorCode.OWN_ACCOUNT)
    with transaction() as session:
        keep_an_administrator(session, without=teacher_id)
        teacher = existing_row(session, Teacher, teacher_id)
        logins.end_logins_of_teacher(teacher_id=teacher_id)
        if new_owner_id is not None:
            new_owner = session.get(Teacher, new_owner_id)
            if new_owner is None or new_owner is teacher or new_owner.disabled_at is not None:
                raise ServiceError(ClassErrorCode.NEW_OWNER_MISSING)
            _hand_over(session, teacher_id, new_owner_id)
        for class_id in session.execute(_own_classes(teacher_id)).scalars().all():
            delete_class(class_id=class_id)
        session.delete(teacher)
        audit_log.note(AuditAction.TEACHER_DELETED, f"teacher:{teacher_id}", detail=new_owner_id or "")
        erase_deleted(session)


def _hand_over(session: Session, teacher_id: str, new_owner_id: str) -> None:
    own = _own_classes(teacher_id)
    session.execute(delete(CoTeacher).where(CoTeacher.teacher_id == new_owner_id, CoTeacher.class_id.in_(own)))
    for owned in (SchoolClass, Deck, RosterImport):
        session.execute(update(owned).where(owned.teacher_id == teacher_id).values(teacher_id=new_owner_id))


def _own_classes(teacher_id: str) -> Select[str]:
    return select(SchoolClass.id).where(SchoolClass.teacher_id == teacher_id)


def _forget_imports(session: Session, class_id: str, student_ids: Collection[str]) -> None:
    """Delete imports that name these students, in this class and in earlier ones.

    Files are not searched for names: all unconfirmed files of these students' teachers are deleted.
    """
    attended = select(ClassSession.class_id).join(Attendance).where(Attendance.student_id.in_(student_ids))
    theirs = or_(SchoolClass.id == class_id, SchoolClass.id.in_(attended))
    owners = select(SchoolClass.teacher_id).where(theirs)
    others = select(CoTeacher.teacher_id).join(SchoolClass, SchoolClass.id == CoTeacher.class_id).where(theirs)
    is_teachers = or_(RosterImport.teacher_id.in_(owners), RosterImport.teacher_id.in_(others))
    is_meant = RosterImport.class_id.is_(None) | RosterImport.done_at.is_(None)
    session.execute(delete(RosterImport).where(or_(RosterImport.class_id == class_id, is_teachers & is_meant)))
    # Earlier imports contain the student's earlier names.
    done = select(RosterImport).where(RosterImport.done_at.is_not(None), RosterImport.undone_at.is_(None))
    for kept in session.execute(done).scalars():
        if not (kept.undo or {}).get("changed", {}).keys().isdisjoint(student_ids):
            session.delete(kept)


def _count(which: ColumnElement[bool]) -> int:
    return db.session.execute(select(func.count()).where(which)).scalar_one()
