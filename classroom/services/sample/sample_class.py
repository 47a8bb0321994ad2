"""Add a sample class with some finished sessions, and remove it completely."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Integer, Table, insert, select

from classroom import clock
from classroom.clock import local_time
from classroom.database import (
    Base,
    database_file,
    db,
    end_read,
    scratch_database,
    transaction,
    writing_connection,
)
from classroom.models import SchoolClass, Student, Teacher
from classroom.rng import seeded
from classroom.services.attendance import attendances_of
from classroom.services.classes.deleting import delete_class
from classroom.services.classes.roster import add_students
from classroom.services.classes.school_classes import create_class
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.learning.knowledge import forget_knowledge
from classroom.services.locks import in_turn
from classroom.services.names import fold_name
from classroom.services.play.games import current_games
from classroom.services.sample.games import play_table
from classroom.services.sample.simulated_students import SimulatedStudent, simulated_student
from classroom.services.sample.tickets import play_ticket
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings

_Rows: TypeAlias = list[tuple[Table, list[dict[str, Any]]]]
"""Rows of tables, in an order in which they can be inserted."""

NAMES = (
    "Amara N.",
    "Chiara",
    "Diego F.",
    "Emil",
    "Inés",
    "Jamal",
    "Kenji",
    "Priya",
    "Thabo",
    "Zoë",
    "ليلى",
    "Дарія",
)
"""Fictional students. Their names use several scripts, as real ones do."""
_KEYS = frozenset(map(fold_name, NAMES))
PLAYED = (11, 8, 5, 1)
"""How many days ago the class played, or the Friday before that: within the reports' default of two weeks."""
_FRIDAY = 4
_STARTS_AT = 10
"""The hour of its sessions."""
_SETTINGS = TableSettings(deck="times-tables", board="6x6")
_GAMES = timedelta(minutes=12)
_LESSON = timedelta(minutes=15)


def sample_class_of(*, teacher_id: str) -> SchoolClass | None:
    """Return a teacher's sample class, if there is one."""
    found = select(SchoolClass).where(SchoolClass.teacher_id == teacher_id, SchoolClass.is_sample)
    return db.session.execute(found.limit(1)).scalar_one_or_none()


def add_sample_class(*, teacher_id: str, name: str) -> SchoolClass:
    """Add a class of simulated students with two weeks of games, all or nothing. A teacher can have only one.

    On SQLite, the games are played in a database in memory, so that moves of other classes don't wait for them. On
    PostgreSQL, no one waits for rows of a new class.

    :param name: the class's name, in the teacher's language
    """
    make = partial(_make_class, teacher_id, name)
    if database_file() is not None and sample_class_of(teacher_id=teacher_id) is None:
        make = partial(_copy_rows, *_rows_made_apart(teacher_id, make))
    with transaction() as session:
        in_turn(session, f"sample class {teacher_id}")  # the button may be pressed twice
        there = sample_class_of(teacher_id=teacher_id)
        if there is not None:
            there.archived_at = None
            return there
        class_id = make()
    forget_knowledge()  # it processes answers by time, and already has today's
    return db.session.get_one(SchoolClass, class_id)


def _make_class(teacher_id: str, name: str) -> str:
    """Create the class with all its sessions, in the open transaction; return its ID."""
    days = [_school_day(ago) for ago in PLAYED]
    with clock.frozen_at(days[0] - timedelta(hours=1)):
        school_class = create_class(teacher_id=teacher_id, name=name)
        school_class.is_sample = True
        add_students(class_id=school_class.id, text="\n".join(NAMES))
        db.session.flush()  # before the seed: the students get animals at random
    for number, (ago, since) in enumerate(zip(PLAYED, days, strict=True)):
        with seeded(f"sample {number}"):
            _play_session(school_class.id, since, ago, has_ticket=(len(days) - number) % 2 == 1)
    return school_class.id


def _rows_made_apart(teacher_id: str, make: Callable[[], str]) -> tuple[str, _Rows]:
    """Make the class in a database in memory. Return its ID, and all rows by table."""
    of_teacher = select(*Teacher.__table__.columns).where(Teacher.id == teacher_id)
    teacher = dict(db.session.execute(of_teacher).mappings().one())
    end_read()
    with scratch_database() as scratch:
        scratch.execute(insert(Teacher), [teacher])
        class_id = make()
        db.session.flush()
        made = [table for table in Base.metadata.sorted_tables if table is not Teacher.__table__]
        return class_id, [(table, list(map(dict, scratch.execute(select(table)).mappings()))) for table in made]


def _copy_rows(class_id: str, rows: _Rows) -> str:
    """Insert the rows, in the open transaction. Numbers that only the database gives are given again."""
    for table, found in rows:
        (first, *more) = table.primary_key.columns
        given = first.name if not more and isinstance(first.type, Integer) else None
        if found:
            copied = [{name: value for name, value in row.items() if name != given} for row in found]
            writing_connection().execute(insert(table), copied)
    return class_id


def _school_day(ago: int) -> datetime:
    day = local_time(clock.now()) - timedelta(days=ago)
    day -= timedelta(days=max(0, day.weekday() - _FRIDAY))
    return day.replace(hour=_STARTS_AT, minute=0, second=0, microsecond=0)


def _play_session(class_id: str, since: datetime, days_ago: int, *, has_ticket: bool) -> None:
    with clock.frozen_at(since):
        session_id = class_sessions.open_session(class_id=class_id, settings=_SETTINGS).id
        join_sample(class_session_id=session_id, class_id=class_id)
        lobby.start_session(class_session_id=session_id)
    minds = {
        student_id: mind.weeks_ago(days_ago / 7) for student_id, mind in minds_of_sample(class_id=class_id).items()
    }
    for game in current_games(class_session_id=session_id):
        play_table(session_id, game.table_number, minds, since=since, until=since + _GAMES)
    if has_ticket:
        play_ticket(session_id, minds, at=since + _GAMES)
    with clock.frozen_at(since + _LESSON):
        class_sessions.end_session(class_session_id=session_id)


def remove_sample_class(*, class_id: str) -> None:
    """Delete a sample class completely.

    :raises ServiceError: NO_SAMPLE_CLASS, if it is not one, or has other students.
    """
    if not is_untouched(db.session.get_one(SchoolClass, class_id)):
        raise ServiceError(ClassErrorCode.NO_SAMPLE_CLASS)
    delete_class(class_id=class_id)


def is_untouched(school_class: SchoolClass) -> bool:
    """Return whether a class is a sample without other students, so that deleting it loses nothing real."""
    names = select(Student.name_key).where(Student.class_id == school_class.id)
    return school_class.is_sample and set(db.session.execute(names).scalars()) <= _KEYS


def minds_of_sample(*, class_id: str) -> dict[str, SimulatedStudent]:
    """Return the simulated students of a class by ID."""
    rows = db.session.execute(
        select(Student.id, Student.name, Student.name_key).where(
            Student.class_id == class_id, Student.archived_at.is_(None)
        )
    )
    return {row.id: simulated_student(row.name) for row in rows if row.name_key in _KEYS}


def join_sample(*, class_session_id: str, class_id: str, besides: Collection[str] = ()) -> None:
    """Let the simulated students of a sample class join a session's lobby.

    :param besides: students with a real person signed in
    """
    joined = {one.student_id for one in attendances_of(class_session_id=class_session_id)}
    missing = minds_of_sample(class_id=class_id).keys() - joined - set(besides)
    if missing:
        with transaction():
            for student_id in sorted(missing):
                class_sessions.join_session(class_session_id=class_session_id, student_id=student_id)
