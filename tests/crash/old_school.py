"""Creates the data of an earlier version: a database with an older schema and real rows."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import flask_migrate

from classroom.database import transaction
from classroom.hosting import hosted_app
from classroom.models import Student
from tests.factories import make_attempt, make_cast, make_class_session, make_game, make_game_event
from tests.migrated_database import copy_migrated_database

if TYPE_CHECKING:
    from pathlib import Path

OLD = "0009"
COMMON = ("teachers", "school_classes", "students", "games", "game_events", "attempts")
"""Tables in both schemas."""


def make_old_school(folder: Path, *, students: int, revision: str = OLD) -> Path:
    """Fill a database, and downgrade it to an older schema. Return the file."""
    copy_migrated_database(folder)
    with hosted_app(instance_path=folder) as app, app.app_context():
        cast = make_cast()
        class_id = cast.class_7b.id
        game = make_game(make_class_session(cast.class_7b), [cast.bob, None])
        make_attempt(make_game_event(game, {"type": "place"}, student=cast.bob), student=cast.bob)
        with transaction() as session:
            session.add_all(
                Student(class_id=class_id, name=f"Student {number}", name_key=f"student {number}")
                for number in range(students)
            )
        flask_migrate.downgrade(revision=revision)
    return folder / "classroom.sqlite3"


def contents(database: Path) -> dict[str, str]:
    """Return a digest of each common table, for the columns in both schemas; fails if the file is corrupt."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return {table: _digest(connection, table) for table in COMMON}


def schema_of(database: Path) -> str:
    """Return the schema revision of the file."""
    with closing(sqlite3.connect(database)) as connection:
        ((revision,),) = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        return str(revision)


def _digest(connection: sqlite3.Connection, table: str) -> str:
    columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    kept = sorted(
        columns & {"id", "name", "name_key", "class_id", "teacher_id", "game_id", "version", "setup", "event"}
    )
    rows = connection.execute(f"SELECT {', '.join(kept)} FROM {table} ORDER BY 1, 2").fetchall()  # noqa: S608
    return f"{len(rows)} {hashlib.sha256(repr(rows).encode()).hexdigest()}"
