"""Erase deleted data: SQLite keeps deleted rows in its write-ahead log, in free space of its pages, and in copies.

Before its commit, a deletion writes a file with the IDs to erase, so an interrupted server finishes it later. On
PostgreSQL, autovacuum reclaims deleted rows.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sqlalchemy import URL, NullPool, create_engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from classroom.database import after_commit, after_rollback, database_file, db, end_read, new_id, no_writer
from classroom.instance.files import DAMAGED, flush
from classroom.models import SchoolClass, Student
from classroom.services.forgetting import forget_people
from classroom.services.safety_copies import all_copies

log = logging.getLogger(__name__)

_FOLDER = "erasing"
_BUSY_MILLISECONDS = 100
"""How long writers may wait while a request in progress prevents emptying the log."""
_BUSY_AGAIN_SECONDS = 1
_FAILED_AGAIN_SECONDS = 60
_TEMPORARY_ERRORS = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
"""Errors that don't mean that a copy is unreadable."""


@dataclass(frozen=True, slots=True)
class _Deleted:
    """The IDs that a deletion concerns."""

    student_ids: list[str] = field(default_factory=list)
    class_ids: list[str] = field(default_factory=list)


class _Progress:
    """The progress of this process. Whatever it forgets is done again."""

    def __init__(self) -> None:
        self.rewritten: set[str] = set()
        """Notes whose rows are gone from all pages, but may still be in the log."""
        self.not_before = 0.0


_progress = _Progress()


def erase_deleted(session: Session, *, student_ids: Iterable[str] = (), class_ids: Iterable[str] = ()) -> None:
    """Erase what the open transaction deletes from all files, after the commit.

    :param student_ids: students to delete in the app's automatic copies, too.
    :param class_ids: likewise.
    """
    if (database := database_file()) is None:
        return
    folder = database.with_name(_FOLDER)
    folder.mkdir(mode=0o700, exist_ok=True)
    note = folder / f"{new_id()}.json"
    after_rollback(lambda: note.unlink(missing_ok=True))
    note.write_text(json.dumps(asdict(_Deleted(list(student_ids), list(class_ids)))), encoding="ascii")
    flush(note)
    flush(folder)
    session.flush()
    after_commit(_erase_now)


def _erase_now() -> None:
    """Try immediately; the background thread retries on failure."""
    _progress.not_before = 0.0
    erase_pending()


def erase_pending() -> bool:
    """Erase what deletions have recorded; return whether nothing is left to do.

    A request in progress or a full disk can prevent it: call it again later.
    """
    database = database_file()
    if database is None or not (notes := _notes(database)):
        return True
    if time.monotonic() < _progress.not_before:
        return False
    end_read()  # our own open transaction would block it
    with no_writer():
        notes = _notes(database)  # exclude deletions that may still be rolled back
        deleted = _read(notes)
        try:
            is_clean = _rewrite(notes)
            _drop_living(deleted)
        except (sqlite3.Error, SQLAlchemyError) as error:
            log.warning("erasing deleted data failed, and is tried again: %s", error)
            _progress.not_before = time.monotonic() + _FAILED_AGAIN_SECONDS
            return False
    if not is_clean or not all(_erase_in_copy(copy, deleted) for copy in all_copies(database=database)):
        _progress.not_before = time.monotonic() + _BUSY_AGAIN_SECONDS
        return False
    for note in notes:
        note.unlink(missing_ok=True)
        _progress.rewritten.discard(note.name)
    return True


def empty_log() -> None:
    """Truncate the write-ahead log if no one is reading: it still contains changed and deleted rows."""
    if database_file() is not None:
        end_read()
        with no_writer(), suppress(sqlite3.Error):
            _empty_log()


def _notes(database: Path) -> list[Path]:
    return sorted(database.with_name(_FOLDER).glob("*.json"))


def _read(notes: Iterable[Path]) -> _Deleted:
    deleted = _Deleted()
    for note in notes:
        # Another thread may have just finished. A note cut short by a power cut belongs to no commit.
        with suppress(FileNotFoundError, ValueError):
            one = _Deleted(**json.loads(note.read_text(encoding="ascii")))
            deleted.student_ids.extend(one.student_ids)
            deleted.class_ids.extend(one.class_ids)
    return deleted


def _rewrite(notes: list[Path]) -> bool:
    """Rebuild the database without free space, then truncate the log; return whether the log could be truncated."""
    if not _progress.rewritten.issuperset(note.name for note in notes):
        # `secure_delete` overwrites deleted rows, but not the remains of earlier page splits.
        with closing(db.engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM")
        _progress.rewritten.update(note.name for note in notes)
    return _empty_log()


def _empty_log() -> bool:
    with closing(db.engine.raw_connection()) as connection:
        cursor = connection.cursor()
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
        try:
            is_busy, _, _ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
    return not is_busy


def _drop_living(deleted: _Deleted) -> None:
    """Remove those who still exist: the server ended before the deletion was committed."""
    for column, ids in ((Student.id, deleted.student_ids), (SchoolClass.id, deleted.class_ids)):
        living = set(db.session.execute(select(column).where(column.in_(ids))).scalars())
        ids[:] = [one for one in ids if one not in living]
    end_read()


def _erase_in_copy(copy: Path, deleted: _Deleted) -> bool:
    """Delete them from a backup copy, too, or delete the copy if it is unreadable. Return whether it is done."""
    try:
        _forget_in_copy(copy, deleted)
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA foreign_keys = ON")
            _delete(connection, deleted)
            connection.execute("VACUUM")
    except (*DAMAGED, SQLAlchemyError) as error:
        if _cause(error) in _TEMPORARY_ERRORS:
            return False
        for part in ("", "-wal", "-shm", "-journal"):
            copy.with_name(copy.name + part).unlink(missing_ok=True)
        return True
    return True


def _cause(error: Exception) -> int | None:
    """Return SQLite's code of an error."""
    return getattr(error.orig if isinstance(error, DBAPIError) else error, "sqlite_errorcode", None)


def _forget_in_copy(copy: Path, deleted: _Deleted) -> None:
    engine = create_engine(URL.create("sqlite", database=str(copy)), poolclass=NullPool)
    with engine.connect().execution_options(write=True) as connection, connection.begin():
        forget_people(connection, deleted.student_ids)


def _delete(connection: sqlite3.Connection, deleted: _Deleted) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("DELETE FROM students WHERE id = ?", [(one,) for one in deleted.student_ids])
    connection.executemany(
        "DELETE FROM school_classes WHERE id = ? AND id NOT IN (SELECT class_id FROM students)",
        [(one,) for one in deleted.class_ids],
    )
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'roster_imports'").fetchone():
        connection.execute("DELETE FROM roster_imports")  # they contain students' names
    connection.execute("COMMIT")
