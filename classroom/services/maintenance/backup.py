"""Backup and restore of the SQLite database. PostgreSQL has its own tools."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from classroom import clock
from classroom.database import SaveProblem, problem_of
from classroom.instance.files import DAMAGED, flush, put_in_place
from classroom.models.audit_log import SQLITE_TRIGGERS
from classroom.services.errors import ServerErrorCode, ServiceError
from classroom.services.maintenance.revisions import known_revisions
from classroom.services.safety_copies import place_for_restored, unfinished_restore

log = logging.getLogger(__name__)

DUMP = "pg_dump --format=custom --file=classroom.dump DATABASE"
UNDUMP = "pg_restore --clean --if-exists --no-owner --dbname=DATABASE classroom.dump"
"""The equivalent commands for PostgreSQL."""

_MARK = "last_backup"
_NEVER_OURS = """
    SELECT CASE type WHEN 'table' THEN 'virtual table' ELSE type END, sql FROM sqlite_master
    WHERE type NOT IN ('table', 'index') OR sql LIKE 'create virtual%'
"""
"""Other triggers than `SQLITE_TRIGGERS`, and views, could act in the restored database."""
_HAS_REVISION = """
    SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version' AND sql NOT LIKE 'create virtual%'
"""
_NEWER = "A newer version of this app made {}. Nothing was changed. Install that version first."
_SPARE_BYTES = 50 * 1024 * 1024
_WAIT_SECONDS = 5


class BackupError(Exception):
    """A copy can't be made or restored. The text is one plain sentence for the user."""


def copy_database(*, database: Path, target: Path) -> None:
    """Write a consistent snapshot while others read and write. Only the owner can read the file.

    :raises BackupError: if there is no database, or the target can't be written.
    """
    if not database.is_file():
        raise BackupError(f"There is no database at {database}.")
    try:
        with closing(_open(database)) as connection:
            write_copy(connection, target)
    except FileExistsError:
        raise BackupError(f"{target} already exists. Choose another file name.") from None
    except OSError as error:
        raise BackupError(f"Can't write {target} ({error.strerror}).") from error
    except (sqlite3.Error, *DAMAGED) as error:
        raise BackupError(f"Can't copy the database {database}: {error}.") from error


def write_copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the open database to a new file, readable only by its owner. No partial file remains.

    :raises OSError: if the file exists, or can't be written.
    :raises sqlite3.Error: if the database cannot be read, or the disk is full.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        connection.execute("VACUUM INTO ?", (str(target),))
    except (sqlite3.Error, *DAMAGED):
        target.unlink(missing_ok=True)
        raise


def copy_for_download(*, database: Path, folder: Path) -> Path:
    """Do the same as `copy_database`, into a file of the instance folder that the caller deletes.

    :raises ServiceError: NO_SPACE or NOT_COPIED.
    """
    if shutil.disk_usage(folder).free < database.stat().st_size + _SPARE_BYTES:
        raise ServiceError(ServerErrorCode.NO_SPACE)
    target = folder / f"download-{os.urandom(6).hex()}.sqlite3"
    try:
        copy_database(database=database, target=target)
    except BackupError as error:
        log.warning("the backup to download could not be made: %s", error)
        # Another file took the space, or there is a quota.
        is_full = error.__cause__ is not None and problem_of(error.__cause__) is SaveProblem.FULL
        raise ServiceError(ServerErrorCode.NO_SPACE if is_full else ServerErrorCode.NOT_COPIED) from error
    return target


def name_of_copy(moment: datetime) -> str:
    """Return a backup's file name: "classroom-2026-11-23-1410.sqlite3"."""
    return f"classroom-{clock.local_time(moment):%Y-%m-%d-%H%M}.sqlite3"


def note_backup(*, folder: Path) -> None:
    """Record that a backup was made now. Ignores write errors: the backup itself is complete."""
    with suppress(OSError):
        (folder / _MARK).write_text(clock.now().isoformat(), encoding="ascii")


def last_backup(*, folder: Path) -> datetime | None:
    """Return the time of the last backup; None if unknown."""
    try:
        return datetime.fromisoformat((folder / _MARK).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def restore(*, copy: Path, database: Path, prepare: Callable[[Path], None]) -> Path | None:
    """Replace the database with a backup; return the path of the replaced database, if there was one.

    The copy is checked first; the old database is never deleted. The server must not be running.

    :param prepare: prepares a database file for use. If it raises, nothing changes.
    :raises BackupError: if the copy cannot be used, or the database is in use.
    """
    check_copy(copy)
    fresh = unfinished_restore(database=database)
    _delete(fresh)  # the computer crashed during the last restore
    copy_database(database=copy, target=fresh)
    try:
        prepare(fresh)
        aside = _copy_aside(database)
        put_in_place(fresh, database)
    except OSError as error:
        raise BackupError(f"Can't restore {copy} ({error.strerror or error}). The database was not changed.") from error
    finally:
        _delete(fresh)
    return aside


def check_copy(copy: Path) -> None:
    """Check that a file is a complete database of this app, and not of a newer version.

    :raises BackupError: if it is not.
    """
    try:
        is_file, is_folder = copy.is_file(), copy.is_dir()
    except OSError as error:
        raise BackupError(f"Can't read {copy} ({error.strerror}). Nothing was changed.") from error
    if not is_file:
        raise BackupError(f"{copy} is a folder." if is_folder else f"The file {copy} doesn't exist.")
    try:
        with closing(_open(copy)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            for kind, statement in connection.execute(_NEVER_OURS):
                if statement not in SQLITE_TRIGGERS:
                    if _is_newer(connection):  # which may have others
                        raise BackupError(_NEWER.format(copy))
                    raise BackupError(
                        f"{copy} is not a backup of this app (it contains a {kind}). Nothing was changed."
                    )
            faults = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            if faults != ["ok"] or connection.execute("PRAGMA foreign_key_check").fetchone():
                raise BackupError(f"{copy} is damaged. Nothing was changed. Use another backup.")
            found = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version")]
    except (sqlite3.Error, *DAMAGED) as error:
        raise BackupError(f"{copy} is not a backup of this app ({error}). Nothing was changed.") from error
    if len(found) != 1 or found[0] not in known_revisions():
        raise BackupError(_NEWER.format(copy))


def _is_newer(connection: sqlite3.Connection) -> bool:
    """Return whether a plain table names a revision that this version does not know."""
    if connection.execute(_HAS_REVISION).fetchone() is None:
        return False
    found = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version")]
    return len(found) == 1 and found[0] not in known_revisions()


def _copy_aside(database: Path) -> Path | None:
    """Also keep the database under another name, as a single file."""
    if not database.exists():
        return None
    try:
        with closing(_open(database)) as connection:
            # Leaving WAL mode needs exclusive access: it fails while a server has the file open.
            connection.execute("PRAGMA busy_timeout = 1000")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise BackupError(f"Can't change the database {database}: {error}. Nothing was changed.") from error
        raise BackupError("The server is running. Nothing was changed. Stop the server, then restore.") from error
    except DAMAGED:
        pass  # even a file that is not a database can be kept
    aside = place_for_restored(database=database)
    try:
        shutil.copyfile(database, aside)
        aside.chmod(0o600)
        flush(aside)
    except OSError:
        aside.unlink(missing_ok=True)  # it would fill the disk
        raise
    for rest in ("-wal", "-shm"):
        left = database.with_name(database.name + rest)
        if left.exists():  # after a file that was damaged or not a database
            left.rename(aside.with_name(aside.name + rest))
    return aside


def _delete(file: Path) -> None:
    for rest in ("", "-wal", "-shm", "-journal"):
        file.with_name(file.name + rest).unlink(missing_ok=True)


def _open(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database, isolation_level=None, timeout=_WAIT_SECONDS)
