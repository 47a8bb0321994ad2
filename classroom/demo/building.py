"""Build the demo's database: a school with weeks of past sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from sqlite3 import Connection

from sqlalchemy import event, select

from classroom import clock
from classroom.clock import local_day
from classroom.database import db
from classroom.demo.lessons import end_lesson, open_lesson
from classroom.demo.people import CLUB, FIVE_B, NEWCOMER, PRACTICES, TEACHER
from classroom.demo.plans import DECK_TITLE, GAMES, Lesson, past_lessons
from classroom.demo.school import create_school, finish_school, ids_by_name
from classroom.models import SchoolClass, Student, Teacher
from classroom.rng import seeded
from classroom.services.decks.keeping import decks_of
from classroom.services.learning.knowledge import drop_memory
from classroom.services.sample.games import play_table, play_tables
from classroom.services.sample.simulated_students import SimulatedStudent, simulated_student
from classroom.services.sample.tickets import play_ticket
from classroom.services.sessions import practice
from classroom.services.settings import TableSettings

_PRESENCE = 0.95
SEED = "the demo"
_WEEKS = 5
_BEFORE_THE_FIRST_LESSON = timedelta(days=3)
_AFTER_SCHOOL = timedelta(hours=2)

Tell = Callable[[int, int, str], None]
"""Called before each session with the number done, the total, and the next session."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of the demo."""

    weeks: int = _WEEKS
    students: int = len(FIVE_B.students)
    """Maximum number of students in each class."""


def build(now: datetime, size: Size, *, tell: Tell) -> None:
    """Fill an empty database with past sessions.

    Random numbers are seeded: the same day gives the same lessons. Only IDs, passwords, and PINs differ.
    """
    lessons = past_lessons(local_day(now), weeks=size.weeks)
    with seeded(SEED), _unsafe_but_fast():
        tell(0, 1, "the school")
        drop_memory()  # from other databases; it would affect the dealt equations
        with clock.frozen_at(lessons[0].opens_at - _BEFORE_THE_FIRST_LESSON):
            classes = create_school(students=size.students)
        for done, lesson in enumerate(lessons):
            tell(done, len(lessons), f"{lesson.class_name}, {lesson.opens_at:%d.%m.}")
            _play_lesson(classes[lesson.class_name], lesson, now, Random(f"{SEED} {done}"))
        _practice(classes[CLUB.name], lessons, now)
        with clock.frozen_at(lessons[-1].ends_at + _AFTER_SCHOOL):
            finish_school(classes)
        drop_memory()  # it received the sessions out of order
        tell(len(lessons), len(lessons), "done")


def minds_of(class_id: str) -> dict[str, SimulatedStudent]:
    rows = db.session.execute(select(Student.id, Student.name).where(Student.class_id == class_id))
    return {row.id: simulated_student(row.name) for row in rows}


def class_named(name: str) -> str | None:
    """Return the ID of a class of the demo; None if a visitor deleted or renamed it."""
    return db.session.execute(select(SchoolClass.id).where(SchoolClass.name == name)).scalars().first()


def with_own_deck(settings: TableSettings) -> TableSettings:
    """Replace the settings' deck by the teacher's own deck, if it still exists."""
    teacher_id = db.session.execute(select(Teacher.id).where(Teacher.name == TEACHER)).scalar_one()
    own = [deck.id for deck in decks_of(teacher_id=teacher_id) if deck.title == DECK_TITLE and not deck.archived_at]
    return replace(settings, deck=own[0] if own else "times-tables")


def _play_lesson(class_id: str, lesson: Lesson, now: datetime, rng: Random) -> None:
    minds = _minds_at(class_id, lesson.opens_at, now)
    settings = with_own_deck(lesson.settings) if lesson.has_own_deck else lesson.settings
    present = _present(minds, rng)
    leaves = rng.choice(present) if rng.random() < 1 / 3 else None
    session_id = open_lesson(class_id, lesson, settings, present)
    play_tables(session_id, minds, since=lesson.opens_at, until=lesson.games_end_at, leaves=leaves)
    if lesson.has_ticket:
        play_ticket(session_id, minds, at=lesson.games_end_at)
    end_lesson(session_id, at=lesson.ends_at)


def _practice(class_id: str, lessons: list[Lesson], now: datetime) -> None:
    """Let one student practice with a bot after the last session."""
    student_id = ids_by_name(class_id).get(PRACTICES)
    since = max(lesson.ends_at for lesson in lessons) + _AFTER_SCHOOL
    if student_id is None:
        return
    with clock.frozen_at(since):
        session_id = practice.start_practice(student_id=student_id).class_session_id
    play_table(session_id, 1, _minds_at(class_id, since, now), since=since, until=since + GAMES)
    with clock.frozen_at(since + GAMES):
        practice.stop_practice(student_id=student_id)


def _minds_at(class_id: str, moment: datetime, now: datetime) -> dict[str, SimulatedStudent]:
    weeks = min((now - moment) / timedelta(weeks=1), _WEEKS)
    return {student_id: mind.weeks_ago(weeks) for student_id, mind in minds_of(class_id).items()}


def _present(minds: Mapping[str, SimulatedStudent], rng: Random) -> list[str]:
    """Choose who attends a session, by name: almost everyone, but never the newcomer."""
    by_name = sorted(minds, key=lambda student_id: minds[student_id].name)
    return [one for one in by_name if rng.random() < _PRESENCE and minds[one].name != NEWCOMER]


@contextmanager
def _unsafe_but_fast() -> Iterator[None]:
    """Don't wait for the disk: an interrupted build is started again."""

    def set_up(connection: Connection, _record: object) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    database = db.engine
    database.dispose()
    event.listen(database, "connect", set_up)
    try:
        yield
    finally:
        event.remove(database, "connect", set_up)
        db.session.remove()
        database.dispose()
