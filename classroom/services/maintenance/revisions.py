"""Schema revisions: of a database, those known to this version, and migrating between them."""

from __future__ import annotations

import functools
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Engine, create_engine

from classroom.database import Base
from classroom.instance import InstanceError
from classroom.instance.files import DAMAGED
from classroom.version import app_version

_MIGRATIONS = Path(__file__).parents[2] / "migrations"
_OURS = {"teachers", "students", "games"}
"""Tables that exist in every revision of our schema."""
_WAIT_SECONDS = 10


@functools.cache
def known_revisions() -> tuple[str, ...]:
    """Return the revisions that this version knows, newest first. Runs each migration file to find them."""
    return tuple(script.revision for script in ScriptDirectory(str(_MIGRATIONS)).walk_revisions())


def run_revisions(engine: Engine) -> None:
    """Migrate a database to the latest schema in one transaction."""
    config = Config(attributes={"engine": engine})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")


def run_revisions_on_file(file: Path) -> None:
    """Do the same for a SQLite file, and close it afterwards."""
    engine = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        run_revisions(engine)
    finally:
        engine.dispose()


def open_file(database: Path) -> sqlite3.Connection:
    """Open a SQLite file in autocommit mode."""
    return sqlite3.connect(database, isolation_level=None, timeout=_WAIT_SECONDS)


def revision_in_file(database: Path) -> str | None:
    """Return the schema revision of a SQLite file; None if the file is missing or empty.

    :raises InstanceError: if the file is damaged, from another program, from a newer version, or if it claims the
        latest schema but lacks one of its columns.
    """
    if not database.exists():
        return None
    try:
        with closing(open_file(database)) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            faults = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
            of_alembic = "alembic_version" in tables
            found = connection.execute("SELECT version_num FROM alembic_version").fetchall() if of_alembic else []
            missing = missing_column(connection)
    except DAMAGED as error:
        raise InstanceError(_unusable(database, error)) from error
    if faults != ["ok"]:
        raise InstanceError(
            f"The database {database} is damaged. Nothing was changed. Restore your last backup with the "
            "restore command, which keeps a copy of the damaged file."
        )
    if not found and tables <= {"alembic_version"}:
        return None
    if len(found) != 1 or not tables >= _OURS:
        raise InstanceError(
            f"The database {database} belongs to another program: this program's tables are missing. Nothing was "
            "changed. Move that file away, or set CLASSROOM_INSTANCE to another folder, then start again."
        )
    revision = str(found[0][0])
    check_known(revision, database)
    if missing and revision == known_revisions()[0]:
        raise InstanceError(
            f"The database {database} is damaged. Its table {missing[0]} has no {missing[1]}. Nothing was changed. "
            "Restore your last backup with the restore command, which keeps a copy of the damaged file."
        )
    return revision


def check_known(revision: str, database: Path | str | None) -> None:
    """Check that this version knows a revision.

    :raises InstanceError: if it does not.
    """
    known = known_revisions()
    if revision not in known:
        raise InstanceError(
            f"A newer version of this program made the database {database}: it has schema {revision}, but version "
            f"{app_version()} supports schemas up to {known[0]} only. Nothing was changed. Install the newer version, "
            "or restore a backup made by this version."
        )


def missing_column(connection: sqlite3.Connection) -> tuple[str, str] | None:
    """Return a table and column of the latest schema that this database lacks."""
    for table in Base.metadata.sorted_tables:
        found = {row[1] for row in connection.execute(f'PRAGMA table_info("{table.name}")')}
        if missing := sorted({column.name for column in table.columns} - found):
            return table.name, missing[0]
    return None


def _unusable(database: Path, error: Exception) -> str:
    if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return (
            f"Can't use the database {database}: {error}. Nothing was changed. Restore your last backup with the "
            "restore command, or move that file away, then start again."
        )
    return f"Can't use the database {database}: {error}. Nothing was changed. Check the permissions of that file."
