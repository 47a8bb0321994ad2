"""Erasing what was deleted: SQLite keeps deleted rows in its write-ahead log, in the gaps of its pages, and in copies.

A deletion notes in a file of its own what has to go, before it is committed, so that a server that ends in between
finishes it later. On PostgreSQL the rows are gone with the deletion, and its autovacuum reuses their place.
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

from classroom.database import after_commit, after_rollback, database_file, db, new_id, no_writer
from classroom.instance.files import flush
from classroom.models import SchoolClass, Student
from classroom.services.forgetting import forget_people
from classroom.services.safety_copies import all_copies

log = logging.getLogger(__name__)

_FOLDER = "erasing"
_BUSY_MILLISECONDS = 100
"""How long writers wait while a page that is being made keeps the log from being emptied."""
_BUSY_AGAIN_SECONDS = 1
_FAILED_AGAIN_SECONDS = 60
_NOT_THE_COPYS_FAULT = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


@dataclass(frozen=True, slots=True)
class _Deleted:
    """Whom a deletion was about: ids alone."""

    student_ids: list[str] = field(default_factory=list)
    class_ids: list[str] = field(default_factory=list)


class _Progress:
    """How far this process is; whatever it forgets is done once more."""

    def __init__(self) -> None:
        self.rewritten: set[str] = set()
        """Of these notes all rows are gone from the pages; the log may hold them still."""
        self.not_before = 0.0


_progress = _Progress()


def erase_deleted(session: Session, *, student_ids: Iterable[str] = (), class_ids: Iterable[str] = ()) -> None:
    """Erase what the open transaction deletes from all files, once it commits.

    :param student_ids: also to be deleted in the copies that the app has made by itself.
    :param class_ids: likewise.
    """
    if (database := database_file()) is None:
        return
    folder = database.with_name(_FOLDER)
    folder.mkdir(mode=0o700, exist_ok=True)
    note = folder / f"{new_id()}.json"
    note.write_text(json.dumps(asdict(_Deleted(list(student_ids), list(class_ids)))), encoding="ascii")
    flush(note)
    flush(folder)
    session.flush()
    after_rollback(lambda: note.unlink(missing_ok=True))
    after_commit(_erase_now)


def _erase_now() -> None:
    """Try at once; the background thread retries what failed."""
    _progress.not_before = 0.0
    erase_pending()


def erase_pending() -> bool:
    """Erase what deletions have noted; return whether nothing is left to do.

    A page that is being made just now, or a full disk, can be in the way: call it again.
    """
    database = database_file()
    if database is None or not (notes := _notes(database)):
        return True
    if time.monotonic() < _progress.not_before:
        return False
    db.session.rollback()  # an open transaction of our own would be in the way
    with no_writer():
        notes = _notes(database)  # now without deletions that may still be rolled back
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
    """Empty the write-ahead log, where no one is reading: what was changed or deleted is still in it."""
    if database_file() is not None:
        db.session.rollback()
        with no_writer(), suppress(sqlite3.Error):
            _empty_log()


def _notes(database: Path) -> list[Path]:
    return sorted(database.with_name(_FOLDER).glob("*.json"))


def _read(notes: Iterable[Path]) -> _Deleted:
    deleted = _Deleted()
    for note in notes:
        # Another thread may just have finished with it; one cut short by a power cut was never committed.
        with suppress(FileNotFoundError, ValueError):
            one = _Deleted(**json.loads(note.read_text(encoding="ascii")))
            deleted.student_ids.extend(one.student_ids)
            deleted.class_ids.extend(one.class_ids)
    return deleted


def _rewrite(notes: list[Path]) -> bool:
    """Write the database again without gaps, then empty the log; gives whether the log could be emptied."""
    if not _progress.rewritten.issuperset(note.name for note in notes):
        # `secure_delete` overwrites deleted rows, but not what was left behind when a page was split before.
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
    """Leave out who is there still: the server ended before the deletion was committed."""
    for column, ids in ((Student.id, deleted.student_ids), (SchoolClass.id, deleted.class_ids)):
        living = set(db.session.execute(select(column).where(column.in_(ids))).scalars())
        ids[:] = [one for one in ids if one not in living]
    db.session.rollback()


def _erase_in_copy(copy: Path, deleted: _Deleted) -> bool:
    """Delete them in a backup copy too, or the copy itself if it is unreadable. Return whether it is done."""
    try:
        _forget_in_copy(copy, deleted)
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA foreign_keys = ON")
            _delete(connection, deleted)
            connection.execute("VACUUM")
    except (sqlite3.DatabaseError, SQLAlchemyError) as error:
        if _cause(error) in _NOT_THE_COPYS_FAULT:
            return False
        for part in ("", "-wal", "-shm", "-journal"):
            copy.with_name(copy.name + part).unlink(missing_ok=True)
        return True
    return True


def _cause(error: Exception) -> int | None:
    """Return SQLite's code for what went wrong."""
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
        connection.execute("DELETE FROM roster_imports")  # they name students
    connection.execute("COMMIT")
