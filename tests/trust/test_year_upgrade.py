"""R12: with a school year of data, on both databases, revisions are undone and repeated, and an upgrade is killed."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import flask_migrate
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select, text

from classroom.database import db
from classroom.models import Attempt, SchoolClass
from tests.benchmarks.school_year import fill_class
from tests.factories import make_school_class, make_teacher
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from flask import Flask

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
CLASSES, STUDENTS, SESSIONS = int(os.environ.get("YEAR_CLASSES", "20")), 25, 23
"""500 students with 200,000 answers."""
DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
REVISIONS = 6
"""The number of the latest revisions that are undone and repeated."""


@pytest.mark.parametrize("database", DATABASES)
def test_revisions_keep_the_rows_of_a_year(database: str, request: pytest.FixtureRequest) -> None:
    app: Flask = request.getfixturevalue("make_app" if database == "sqlite" else "make_postgres_app")()
    with app.app_context():
        flask_migrate.stamp()
        teacher = make_teacher("Alice Okafor")
        for number in range(CLASSES):
            school_class = make_school_class(f"Class {number}", teacher=teacher)
            fill_class(db.session.get_one(SchoolClass, school_class.id), students=STUDENTS, sessions=SESSIONS)
        answers = len(db.session.execute(select(Attempt.version)).all())
        before = _checksums()
        scripts = list(ScriptDirectory.from_config(app.extensions["migrate"].migrate.get_config()).walk_revisions())
        slowest = 0.0
        for script in scripts[:REVISIONS]:
            flask_migrate.downgrade(revision=str(script.down_revision))
            kept = _checksums()
            began = time.perf_counter()
            flask_migrate.upgrade(revision=script.revision)
            slowest = max(slowest, time.perf_counter() - began)
            flask_migrate.downgrade(revision=str(script.down_revision))
            assert _checksums() == kept, script.revision
        began = time.perf_counter()
        _kill_an_upgrade(app)
        flask_migrate.upgrade()
        took = time.perf_counter() - began
        after = _checksums()
        if database == "sqlite":
            assert db.session.execute(text("PRAGMA foreign_key_check")).all() == []
            assert db.session.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]
        changed = {table for table in before if after[table][0] != before[table][0]}
    assert changed == set()
    print(
        f"R12 {database}: {CLASSES * STUDENTS} students, {answers:,} answers: {REVISIONS} revisions undone and "
        f"repeated with equal checksums, killed halfway and finished; {took:.1f} s for all, {slowest:.1f} s for one"
    )
    check_bar(what="seconds for the upgrade", figure=took, bar=30)


def _checksums() -> dict[str, tuple[int, str]]:
    """Return the number of rows of each table, and their checksum."""
    db.session.rollback()
    found = {}
    with db.engine.connect() as connection:
        for name in sorted(inspect(connection).get_table_names()):
            digest, count = 0, 0
            if name != "alembic_version":
                for row in connection.execute(text(f'SELECT * FROM "{name}"')):  # noqa: S608 (our own names)
                    digest ^= int.from_bytes(hashlib.blake2b(repr(tuple(row)).encode(), digest_size=16).digest(), "big")
                    count += 1
            found[name] = (count, f"{digest:032x}")
    return found


def _kill_an_upgrade(app: Flask) -> None:
    """Run the upgrade in a process that is killed (kill -9) in the middle."""
    db.session.remove()
    db.engine.dispose()
    environment = {**os.environ, "CLASSROOM_INSTANCE": app.instance_path}
    if db.engine.dialect.name != "sqlite":
        environment["DATABASE_URL"] = db.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.crash.killed_upgrade", "25"]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == -signal.SIGKILL, done.stderr[-2000:]
