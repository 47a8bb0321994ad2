"""Statistics, database, and free disk space of this server, for administrators."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, text

from classroom.database import database_file, db
from classroom.models import Attempt, Game, SchoolClass, Student, Teacher

LITTLE_ROOM = 500 * 1000 * 1000
"""Below this, administrators get a warning: with a full disk, no one can play."""
LEAST_ROOM = 20 * 1000 * 1000
"""In bytes. A lesson writes a few megabytes, and the same again to the database's log."""


@dataclass(frozen=True, slots=True)
class Storage:
    """In bytes."""

    database: int
    folder: int
    free: int

    @property
    def is_tight(self) -> bool:
        """Return whether the disk will soon be full."""
        return self.free < LITTLE_ROOM


@dataclass(frozen=True, slots=True)
class Numbers:
    """Totals over all teachers."""

    teachers: int
    classes: int
    students: int
    games: int
    answers: int


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    name: str
    version: str
    revision: str | None


def storage(*, folder: Path) -> Storage:
    """Measure the disk space."""
    file = database_file()
    if file is None:
        database = db.session.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    else:
        database = sum(_size(file.with_name(file.name + part)) for part in ("", "-wal", "-shm"))
    return Storage(
        database=database,
        folder=sum(_size(path) for path in folder.rglob("*")),
        free=shutil.disk_usage(folder).free,
    )


def numbers() -> Numbers:
    counts = [
        select(func.count()).select_from(model).scalar_subquery()
        for model in (Teacher, SchoolClass, Student, Game, Attempt)
    ]
    return Numbers(*db.session.execute(select(*counts)).one())


def database_facts() -> DatabaseFacts:
    """Return the type, version, and migration of the database."""
    connection = db.session.connection()
    version = ".".join(map(str, connection.dialect.server_version_info or ()))
    name = "SQLite" if connection.dialect.name == "sqlite" else "PostgreSQL"
    return DatabaseFacts(name, version, MigrationContext.configure(connection).get_current_revision())


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # deleted in the meantime
        return 0
