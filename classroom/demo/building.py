"""Making the demo's database: a teacher, a class, weeks of lessons played through the services."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from random import Random
from secrets import token_urlsafe
from sqlite3 import Connection

from sqlalchemy import event, select

from classroom.chance import seeded
from classroom.clock import local_day
from classroom.database import db
from classroom.demo.lessons import end_lesson, open_lesson, past_lessons, play_lesson
from classroom.demo.minds import Mind, mind_of
from classroom.demo.people import CLASS_NAME, NEWCOMER, STUDENTS, TEACHER
from classroom.models import Student
from classroom.services import accounts, classes, login_cards, roster

_PRESENCE = 0.95
_SEED = "the demo"


@dataclass(frozen=True, slots=True)
class Size:
    """How much history the demo has."""

    weeks: int = 5
    students: int = len(STUDENTS)


def build(now: datetime, size: Size, *, tables_done: Callable[[int, int], None]) -> str:
    """Fill an empty database with everything that lies in the past; gives the id of the class.

    Chance is seeded: on the same day the same lessons come out. Only ids, passwords and PINs differ.

    :param tables_done: told after each table's lesson how many are done, and of how many at most
    """
    with seeded(_SEED), _unsafe_but_fast():
        teacher = accounts.create_teacher(name=TEACHER, password=token_urlsafe(16))
        class_id = classes.create_class(teacher_id=teacher.id, name=CLASS_NAME).id
        roster.add_students(class_id=class_id, text="\n".join(STUDENTS[: size.students]))
        login_cards.new_cards(class_id=class_id)
        _play_past_lessons(class_id, now, size, tables_done)
    return class_id


def minds_of(class_id: str) -> dict[str, Mind]:
    """The minds of a class, by the ids of the students."""
    rows = db.session.execute(select(Student.id, Student.name).where(Student.class_id == class_id))
    return {row.id: mind_of(row.name) for row in rows}


def _play_past_lessons(class_id: str, now: datetime, size: Size, tables_done: Callable[[int, int], None]) -> None:
    minds = minds_of(class_id)
    lessons = past_lessons(local_day(now), weeks=size.weeks)
    most = len(lessons) * -(-size.students // 4)
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        tables_done(done, most)

    for number, lesson in enumerate(lessons):
        rng = Random(f"{_SEED} {number}")
        present = _present(minds, rng)
        leaves = rng.choice(present) if number % 3 == 2 else None
        session_id = open_lesson(class_id, lesson, present)
        play_lesson(session_id, minds, since=lesson.opens_at, until=lesson.ends_at, leaves=leaves, advance=advance)
        end_lesson(session_id, at=lesson.ends_at)


def _present(minds: Mapping[str, Mind], rng: Random) -> list[str]:
    """Who is in the lesson, by name: nearly everybody, but the newcomer never."""
    by_name = sorted(minds, key=lambda student_id: minds[student_id].name)
    return [one for one in by_name if rng.random() < _PRESENCE and minds[one].name != NEWCOMER]


@contextmanager
def _unsafe_but_fast() -> Iterator[None]:
    """Do not wait for the disk: a demo whose building is cut short is built anew."""

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
