"""R12: a year of a school, on both databases: each upgrade taken back and made again, and one killed halfway."""

from __future__ import annotations

import hashlib
import os
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
from tests.trust.bars import hold_bar

if TYPE_CHECKING:
    from flask import Flask

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
CLASSES, STUDENTS, SESSIONS = int(os.environ.get("YEAR_CLASSES", "20")), 25, 23
"""500 students with 200,000 answers."""
DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
BACK = 6
"""Revisions that are taken back and made again, each with all rows."""


@pytest.mark.parametrize("database", DATABASES)
def test_a_year_is_upgraded_and_taken_back(database: str, request: pytest.FixtureRequest) -> None:
    app: Flask = request.getfixturevalue("make_app" if database == "sqlite" else "make_postgres_app")()
    with app.app_context():
        flask_migrate.stamp()
        teacher = make_teacher("Alice Okafor")
        for number in range(CLASSES):
            school_class = make_school_class(f"Class {number}", teacher=teacher)
            fill_class(db.session.get_one(SchoolClass, school_class.id), students=STUDENTS, sessions=SESSIONS)
        answers = len(db.session.execute(select(Attempt.version)).all())
        before = _sums()
        scripts = list(ScriptDirectory.from_config(app.extensions["migrate"].migrate.get_config()).walk_revisions())
        slowest = 0.0
        for script in scripts[:BACK]:
            flask_migrate.downgrade(revision=str(script.down_revision))
            kept = _sums()
            began = time.perf_counter()
            flask_migrate.upgrade(revision=script.revision)
            slowest = max(slowest, time.perf_counter() - began)
            flask_migrate.downgrade(revision=str(script.down_revision))
            assert _sums() == kept, script.revision
        began = time.perf_counter()
        _killed_upgrade(app)
        flask_migrate.upgrade()
        took = time.perf_counter() - began
        after = _sums()
        if database == "sqlite":
            assert db.session.execute(text("PRAGMA foreign_key_check")).all() == []
            assert db.session.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]
        changed = {table for table in before if after[table][0] != before[table][0]}
    assert changed == set()
    print(
        f"R12 {database}: {CLASSES * STUDENTS} students, {answers:,} answers: {BACK} revisions taken back and made "
        f"again with equal checksums, killed halfway and finished; {took:.1f} s for all, {slowest:.1f} s for one"
    )
    hold_bar(what="seconds for the upgrade", figure=took, bar=30)


def _sums() -> dict[str, tuple[int, str]]:
    """Count the rows of each table, and sum them up."""
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


def _killed_upgrade(app: Flask) -> None:
    """Begin the upgrade in a process that dies (kill -9) in the middle of it."""
    db.session.remove()
    db.engine.dispose()
    environment = {**os.environ, "CLASSROOM_INSTANCE": app.instance_path}
    if db.engine.dialect.name != "sqlite":
        environment["DATABASE_URL"] = db.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.crash.killed_upgrade", "25"]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode in {-9, 0}, done.stderr[-2000:]
