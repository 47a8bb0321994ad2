"""All rows about one student, for the export for the student and the family.

It reads everything that the inventory (classroom/models/inventory.toml) lists about students. Rows don't identify
others: teammates and opponents are only counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from sqlalchemy import Select, or_, select

from classroom.database import db
from classroom.models import (
    Attendance,
    AuditEntry,
    Baseline,
    ClassSession,
    DealtFace,
    ExitTicket,
    FollowUp,
    Game,
    GameEvent,
    LoginFailure,
    LoginSession,
    Player,
    PracticeAssignment,
    SavedTables,
    SchoolClass,
    SeatingRule,
    Student,
    TicketAnswer,
    TicketEntry,
)

T = TypeVar("T")
Rows = list[tuple[Any, ...]]


def sessions_joined(student_id: str) -> Rows:
    """Return the sessions that the student joined, oldest first, with the class."""
    query = (
        select(ClassSession, Attendance, SchoolClass.name.label("class_name"))
        .join(Attendance, Attendance.class_session_id == ClassSession.id)
        .join(SchoolClass, SchoolClass.id == ClassSession.class_id)
        .where(Attendance.student_id == student_id)
        .order_by(ClassSession.opened_at, ClassSession.id)
    )
    return [tuple(row) for row in db.session.execute(query)]


def seats_held(student_id: str) -> Rows:
    """Return the student's seats in games, oldest first, with the team and the number of seats."""
    query = (
        select(Player, Game, Game.setup["seats"].label("teams"))
        .join(Game, Game.id == Player.game_id)
        .where(Player.student_id == student_id)
        .order_by(Game.started_at, Player.id)
    )
    return [tuple(row) for row in db.session.execute(query)]


def moves_made(student_id: str) -> Rows:
    """Return the student's moves, oldest first: game, version, time, event, and intent."""
    query = (
        select(GameEvent.game_id, GameEvent.version, GameEvent.at, GameEvent.event, GameEvent.intent)
        .where(GameEvent.student_id == student_id)
        .order_by(GameEvent.at, GameEvent.version)
    )
    return [tuple(row) for row in db.session.execute(query)]


def warm_ups_of(student_id: str) -> list[Baseline]:
    """Return the student's warm-ups, oldest first."""
    return _all(select(Baseline).where(Baseline.student_id == student_id).order_by(Baseline.at, Baseline.id))


def choices_for(student_id: str) -> list[DealtFace]:
    """Return the choices of equations for the student, oldest first."""
    return _all(select(DealtFace).where(DealtFace.student_id == student_id).order_by(DealtFace.at, DealtFace.version))


def tickets_of(student_id: str) -> Rows:
    """Return the student's exit tickets, oldest first, with their sessions."""
    query = (
        select(TicketEntry, ExitTicket.class_session_id, ExitTicket.opened_at)
        .join(ExitTicket, ExitTicket.id == TicketEntry.ticket_id)
        .where(TicketEntry.student_id == student_id)
        .order_by(TicketEntry.started_at)
    )
    return [tuple(row) for row in db.session.execute(query)]


def ticket_answers_of(student_id: str) -> Rows:
    """Return the student's answers on exit tickets, oldest first, with their sessions."""
    query = (
        select(TicketAnswer, ExitTicket.class_session_id)
        .join(ExitTicket, ExitTicket.id == TicketAnswer.ticket_id)
        .where(TicketAnswer.student_id == student_id)
        .order_by(TicketAnswer.at, TicketAnswer.number)
    )
    return [tuple(row) for row in db.session.execute(query)]


def assignments_of(student_id: str) -> list[PracticeAssignment]:
    """Return the practice assigned to the student, oldest first."""
    return _all(
        select(PracticeAssignment)
        .where(PracticeAssignment.student_id == student_id)
        .order_by(PracticeAssignment.created_at, PracticeAssignment.id)
    )


def follow_ups_about(student: Student, class_ids: Iterable[str]) -> list[FollowUp]:
    """Return teachers' follow-ups about this student, alone or with others, oldest first."""
    rows = _all(select(FollowUp).where(FollowUp.class_id.in_(class_ids)).order_by(FollowUp.created_at, FollowUp.id))
    return [
        one for one in rows if student.id in one.details.get("students", ()) or one.about.get("student") == student.id
    ]


def rules_about(student_id: str) -> list[SeatingRule]:
    """Return the seating rules that include the student."""
    is_named = or_(SeatingRule.first_id == student_id, SeatingRule.second_id == student_id)
    return _all(select(SeatingRule).where(is_named).order_by(SeatingRule.id))


def saved_tables_with(student: Student, class_ids: Iterable[str]) -> list[tuple[SavedTables, int]]:
    """Return saved tables that include the student, with the number of the student's table."""
    rows = _all(select(SavedTables).where(SavedTables.class_id.in_(class_ids)).order_by(SavedTables.id))
    return [
        (one, number)
        for one in rows
        for number, table in enumerate(one.plan.get("tables", ()), start=1)
        if student.id in table
    ]


def sign_ins_of(student_id: str) -> list[LoginSession]:
    """Return the student's current logins."""
    return _all(select(LoginSession).where(LoginSession.student_id == student_id).order_by(LoginSession.created_at))


def wrong_tries_at(student_id: str) -> list[LoginFailure]:
    """Return the failed attempts at the student's PIN that still count."""
    return _all(select(LoginFailure).where(LoginFailure.scope.contains(student_id)).order_by(LoginFailure.at))


def log_of(student_id: str) -> list[AuditEntry]:
    """Return the activity log's entries by or about the student, oldest first."""
    person = f"student:{student_id}"
    is_meant = or_(AuditEntry.actor == person, AuditEntry.subject == person)
    return _all(select(AuditEntry).where(is_meant).order_by(AuditEntry.id))


def classes_of(student: Student) -> set[str]:
    """Return the IDs of the student's current and earlier classes."""
    attended = (
        select(ClassSession.class_id)
        .join(Attendance, Attendance.class_session_id == ClassSession.id)
        .where(Attendance.student_id == student.id)
    )
    return {student.class_id, *db.session.execute(attended).scalars()}


def names_of_others(student: Student, class_ids: Iterable[str]) -> set[str]:
    """Return the names of all other students in these classes, now or earlier."""
    others = select(Student.name, Student.name_in_file).where(Student.id != student.id)
    attended = (
        select(Attendance.student_id)
        .join(ClassSession, ClassSession.id == Attendance.class_session_id)
        .where(ClassSession.class_id.in_(class_ids))
    )
    found = db.session.execute(others.where(or_(Student.class_id.in_(class_ids), Student.id.in_(attended))))
    return {name for row in found for name in row if name}


def students_of_class(class_id: str) -> list[Student]:
    """Return all students of a class, including archived ones."""
    return _all(select(Student).where(Student.class_id == class_id).order_by(Student.sort_key, Student.id))


def _all(query: Select[T]) -> list[T]:
    return list(db.session.execute(query).scalars())
