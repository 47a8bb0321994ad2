"""Pages of a school with years of answers: what each costs, the first time after a restart and later."""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from classroom.database import db
from classroom.hosting import prepare_memory
from classroom.models import Attempt, ClassSession, SchoolClass
from classroom.services.learning.evidence import save_evidence
from classroom.services.learning.knowledge import drop_memory, save_knowledge
from classroom.web.warming import warm_up
from tests.benchmarks.database_work import postmaster, work_between, work_of
from tests.benchmarks.moves_beside_reports import measure_moves
from tests.page_client import PageClient

if TYPE_CHECKING:
    from flask import Flask

GOAL = 150
"""Maximum CPU milliseconds per page, including the database's: nearly independent of other load. The elapsed time is
also printed."""
_TIMES = 5
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


def measure_pages(app: Flask) -> None:
    """Print the time of each page and file of a class, and of moves made meanwhile."""
    first = db.session.scalars(select(SchoolClass).where(SchoolClass.name == "Class 1")).one()
    class_id, teacher = first.id, first.teacher
    students = sorted(one.id for one in first.students)
    print(f"\n{db.session.scalar(select(func.count()).select_from(Attempt)):,} answers, {db.engine.dialect.name}")
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
    prepare_memory()
    server = postmaster()
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
    print(f"\n{'':34}{'first after a restart':>36}{'then':>30}")
    print(f"{'page, ms':34}{'processor':>14}{'database':>12}{'wall':>10}{'processor':>12}{'database':>10}{'wall':>8}")
    for name, endpoint, values in pages:
        _times_after_restart(app, page, endpoint, values, server)  # so that its templates are compiled
        fresh, *further = _times_after_restart(app, page, endpoint, values, server)
        usual = Times(*map(statistics.median, zip(*further, strict=True)))
        mark = " " if max(fresh.work, usual.work) <= GOAL else "!"
        print(f"{name:34}{fresh.processor:>14.0f}{fresh.database:>12.0f}{fresh.wall:>10.0f}", end="")
        print(f"{usual.processor:>12.0f}{usual.database:>10.0f}{usual.wall:>8.0f} {mark}", flush=True)
    print(f"\n{'file, all sessions of a class':34}{'ms':>28}{'megabytes':>12}")
    for endpoint in _FILES:
        with app.test_request_context():
            address = page.url(endpoint, class_id=class_id, **({"period": "all"} if "data" not in endpoint else {}))
        started = time.process_time()
        size = len(page.request("GET", address, {}, {}).data)
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
    database: float
    """CPU time of PostgreSQL; that of SQLite is part of the app's own."""
    wall: float

    @property
    def work(self) -> float:
        """CPU time of the app and its database."""
        return self.processor + self.database


def _times_after_restart(
    app: Flask, page: PageClient, endpoint: str, values: dict[str, str], server: int | None
) -> list[Times]:
    """Open a page several times in a new process."""
    source, target = os.pipe()
    if not (child := os.fork()):
        times = [_milliseconds(app, page, endpoint, values, server) for _ in range(_TIMES + 1)]
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


def _milliseconds(app: Flask, page: PageClient, endpoint: str, values: dict[str, str], server: int | None) -> Times:
    with app.test_request_context():
        address = page.url(endpoint, **values)
    before, started = work_of(server), (time.process_time(), time.perf_counter())
    answer = page.request("GET", address, {}, {})
    ended = time.process_time(), time.perf_counter()
    processor, wall = (1000 * (end - start) for start, end in zip(started, ended, strict=True))
    took = Times(processor, work_between(before, work_of(server)), wall)
    if answer.status_code != 200:
        print(f"{address}: {answer.status_code}", file=sys.stderr)
    return took
