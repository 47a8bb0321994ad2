"""Upgrade the database to this version's schema. Safe against interruption at any point.

SQLite files are not upgraded in place: a copy is upgraded, and replaces the file once complete. A backup of the
original is kept. On PostgreSQL, an upgrade is one transaction.
"""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TypeAlias

from alembic.runtime.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import URL, Engine
from sqlalchemy.exc import SQLAlchemyError

from classroom.instance import InstanceError
from classroom.instance.files import flush, locked_file, put_in_place
from classroom.services import safety_copies
from classroom.services.maintenance.backup import write_copy
from classroom.services.maintenance.revisions import (
    check_known,
    known_revisions,
    missing_column,
    open_file,
    revision_in_file,
    run_revisions,
    run_revisions_on_file,
)

Tell: TypeAlias = Callable[[str], None]

_SPARE_BYTES = 50 * 1000 * 1000
_TIMES_THE_SIZE = 3
"""The backup, the working copy, and its journal."""


@contextmanager
def alone_with(database: Path) -> Iterator[None]:
    """Prevent other processes from upgrading, restoring, or copying the database within the block.

    :raises InstanceError: if its folder can't be written.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locked_file(database.with_name(f"{database.name}.lock")))
        except OSError as error:
            raise InstanceError(f"Can't use the database {database}: {error.strerror or error}.") from error
        yield


def upgrade_file(database: Path, tell: Tell) -> None:
    """Create a SQLite database, or upgrade it. One process does this while others wait.

    :param tell: called with each message for the person at the terminal.
    :raises InstanceError: if the upgrade fails. The database is unchanged.
    """
    database = database.resolve()  # keep symbolic links
    with alone_with(database):
        was_interrupted = _clear_away(database)
        found = revision_in_file(database)
        if found == known_revisions()[0]:
            return
        if was_interrupted and found is not None:
            tell("The last upgrade was interrupted. No data is lost: it starts again from a copy.")
        try:
            _upgrade(database, found, tell)
        finally:
            _clear_away(database)


def upgrade_server(engine: Engine, tell: Tell) -> None:
    """Upgrade a PostgreSQL database. One process does this while others wait.

    :param tell: as in `upgrade_file`.
    :raises InstanceError: if the database is from a newer version.
    """
    found, newest = _revision_on_server(engine), known_revisions()[0]
    if found == newest:
        return
    if found is not None:
        tell(
            f"Upgrading the database from schema {found} to {newest} in one transaction. If it is interrupted, "
            f"nothing changes. To keep a copy, run this before each upgrade:\n  {dump_command(engine.url)}"
        )
    try:
        run_revisions(engine)
    except CommandError:  # another process has upgraded it to a newer version in the meantime
        _revision_on_server(engine)
        raise


def dump_command(url: URL) -> str:
    """Return the command that dumps a PostgreSQL database; pg_dump asks for the password."""
    query = {name: value for name, value in url.query.items() if isinstance(value, str)}
    options = {
        "host": query.get("host", url.host),
        "port": query.get("port", url.port),
        "username": query.get("user", url.username),
        "dbname": query.get("dbname", url.database),
    }
    given = [shlex.quote(f"--{name}={value}") for name, value in options.items() if value]
    return " ".join(["pg_dump", "--format=custom", "--file=classroom.dump", *given])


def _revision_on_server(engine: Engine) -> str | None:
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found is not None:
        check_known(found, engine.url.database)
    return found


def _upgrade(database: Path, found: str | None, tell: Tell) -> None:
    working = _working_file(database)
    kept: Path | None = None
    if found is not None:
        _check_room(database)
    try:
        with _taken(database) as connection:
            if found is not None:
                kept = _copy_before(connection, database)
                shutil.copyfile(kept, working)
            else:
                working.touch()
            working.chmod(0o600)
            run_revisions_on_file(working)
            _check(working)
        if kept is not None and found is not None:
            kept = safety_copies.keep(kept, database=database, revision=found)
        put_in_place(working, database)
    except (SQLAlchemyError, sqlite3.Error, CommandError, RuntimeError, OSError) as error:
        raise InstanceError(
            f"Can't upgrade the database {database} from schema {found or 'none'} to {known_revisions()[0]} "
            f"({getattr(error, 'orig', None) or error}). Nothing was changed. Your previous version "
            "still works."
        ) from error
    if kept is not None:
        tell(f"Upgraded the database from schema {found} to {known_revisions()[0]}. A copy from before is in {kept}.")


def _copy_before(connection: sqlite3.Connection, database: Path) -> Path:
    unfinished = safety_copies.unfinished_copy(database=database)
    unfinished.parent.mkdir(mode=0o700, exist_ok=True)
    write_copy(connection, unfinished)
    flush(unfinished)
    return unfinished


@contextmanager
def _taken(database: Path) -> Iterator[sqlite3.Connection]:
    """Get exclusive access to the file, with nothing left in a write-ahead log.

    :raises InstanceError: if another program has it open.
    """
    with closing(open_file(database)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise InstanceError(
                f"The database {database} needs an upgrade, but an earlier version is still using it. Nothing was "
                "changed. Stop that version, then start again."
            ) from error
        yield connection


def _check(working: Path) -> None:
    """Check that the upgraded file is complete, with nothing left in a separate log.

    :raises RuntimeError: if it is not.
    """
    with closing(open_file(working)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        faults = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        missing = missing_column(connection)
    if missing:
        raise RuntimeError(f"its table {missing[0]} has no {missing[1]}")
    if faults != ["ok"] or orphans:
        raise RuntimeError("the result is damaged")


def _check_room(database: Path) -> None:
    sizes = [database.with_name(database.name + part) for part in ("", "-wal")]
    size = sum(file.stat().st_size for file in sizes if file.exists())
    needed, free = _TIMES_THE_SIZE * size + _SPARE_BYTES, shutil.disk_usage(database.parent).free
    if free < needed:
        raise InstanceError(
            f"The database {database} needs an upgrade. That takes {needed / 1e6:,.0f} MB of disk space, but only "
            f"{free / 1e6:,.0f} MB are free. Nothing was changed. Free up space, then start again."
        )


def _working_file(database: Path) -> Path:
    return database.with_name(f"{database.stem}.upgrading{database.suffix}")


def _clear_away(database: Path) -> bool:
    """Delete what an interrupted upgrade or restore left; return whether it was an upgrade."""
    working, unfinished = _working_file(database), safety_copies.unfinished_copy(database=database)
    was_interrupted = working.exists() or unfinished.exists()
    # A backup contains students who may have been deleted since.
    for file in (working, unfinished, safety_copies.unfinished_restore(database=database)):
        for part in ("", "-wal", "-shm", "-journal"):
            file.with_name(file.name + part).unlink(missing_ok=True)
    return was_interrupted
