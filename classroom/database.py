"""The database: the declarative base, settings, and the write transaction that all services use."""

from __future__ import annotations

import errno
import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import JSON, DateTime, MetaData, create_engine, event
from sqlalchemy.engine import Connection, Dialect, Engine, RootTransaction
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

from classroom.driver import execute
from classroom.serving.warm_queue import waiting_aside

log = logging.getLogger(__name__)

# Without 0 O 1 I L, because codes are read aloud and typed by children.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC time; stored without a time zone on SQLite, which has none."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without time zone: {value!r}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """Parse SQLite's texts in one step: a page of all tables reads hundreds."""
        return _moment if dialect.name == "sqlite" else super().result_processor(dialect, coltype)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(f"{text}+00:00")


class Base(DeclarativeBase):
    """The base class of rows. Constraints have names, so that SQLite migrations can find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012  SQLAlchemy reads it from the class
        datetime: UtcDateTime,
        dict[str, Any]: JSON,
    }


class AppSession(FlaskSession):
    """A session that joins the open write transaction, and whose rollback and close ignore a lost connection.

    Both happen at the end of each request, after the response was created: an error would replace the response. There
    is nothing left to roll back: the database has already done so.
    """

    def get_bind(self, *arguments: Any, **options: Any) -> Engine | Connection:  # noqa: ANN401  (the same as the base)
        """Return the connection of the open write transaction; without one, the engine."""
        writing = _writing.get()
        return super().get_bind(*arguments, **options) if writing is None else writing.connection

    def rollback(self) -> None:
        """Roll back, ignoring a lost connection."""
        try:
            super().rollback()
        except DBAPIError as error:
            self._drop_connection(error)

    def close(self) -> None:
        try:
            super().close()
        except DBAPIError as error:
            self._drop_connection(error)

    def _drop_connection(self, error: DBAPIError) -> None:
        _log_lost(error)
        self.invalidate()


db = SQLAlchemy(metadata=Base.metadata, session_options={"class_": AppSession})


def database_file() -> Path | None:
    """Return the SQLite file of the app; None on PostgreSQL."""
    url = db.engine.url
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def new_id() -> str:
    """Return a random public ID of 12 characters (59 bits) that reveals nothing and can't be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


class SaveProblem(StrEnum):
    """Why the database can be read but not written."""

    FULL = "full"
    """The disk is full."""
    READ_ONLY = "read_only"
    """The file, its disk, or the whole server is read-only."""


_PROBLEMS: dict[object, SaveProblem] = {
    sqlite3.SQLITE_FULL: SaveProblem.FULL,
    sqlite3.SQLITE_READONLY: SaveProblem.READ_ONLY,
    "53100": SaveProblem.FULL,  # PostgreSQL's codes
    "25006": SaveProblem.READ_ONLY,
}
_PROBLEMS_OF_FILES = {
    errno.ENOSPC: SaveProblem.FULL,
    errno.EDQUOT: SaveProblem.FULL,
    errno.EROFS: SaveProblem.READ_ONLY,
}
_MAIN_CODE = 0xFF
"""SQLite's extended codes have details in their higher bits."""
_problem: SaveProblem | None = None


def save_problem() -> SaveProblem | None:
    """Return why this process's last write failed; None after a successful write."""
    return _problem


def problem_of(error: BaseException) -> SaveProblem | None:
    """Return why writing failed, to the database or to a file beside it; None for other errors."""
    if isinstance(error, OSError):
        return _PROBLEMS_OF_FILES.get(error.errno or 0)
    cause = getattr(error, "orig", error)
    code = getattr(cause, "sqlite_errorcode", None)
    return _PROBLEMS.get(getattr(cause, "sqlstate", None) if code is None else code & _MAIN_CODE)


@contextmanager
def _noting_problems() -> Iterator[None]:
    """Record why a transaction could not be saved."""
    try:
        yield
    except (DBAPIError, OSError) as error:
        _remember(problem_of(error) or _problem)
        raise


def _remember(problem: SaveProblem | None) -> None:
    global _problem  # noqa: PLW0603 (of the process, as the database is)
    _problem = problem


def _changes(connection: Connection) -> int | None:
    """Return how many rows a connection has ever changed; None if the database doesn't tell."""
    raw: object = connection.connection.dbapi_connection
    return raw.total_changes if isinstance(raw, sqlite3.Connection) else None


@dataclass(frozen=True, slots=True)
class _Writing:
    """An open write transaction."""

    connection: Connection
    after_commit: list[Callable[[], None]] = field(default_factory=list)
    after_rollback: list[Callable[[], None]] = field(default_factory=list)


_write_lock = threading.RLock()
_writing: ContextVar[_Writing | None] = ContextVar("writing", default=None)


@contextmanager
def transaction() -> Iterator[Session]:
    """Run the block as one write transaction; roll back on any error.

    Rows loaded before are read again inside, so that decisions use the current state. On SQLite, a lock in the process
    and ``BEGIN IMMEDIATE`` queue writers: SQLite's own busy handler would wait for up to 100 ms. Nested transactions
    join the outer one.
    """
    # A proxy: a move needs only the connection, and a session would be created for nothing.
    session = cast("Session", db.session)
    if _writing.get() is not None:
        yield session
        return
    end_read()
    is_sqlite = db.engine.dialect.name == "sqlite"
    with _write_lock if is_sqlite else nullcontext(), _noting_problems(), db.engine.connect() as connection:
        begun = connection.execution_options(write=True).begin()
        writing = _Writing(connection)
        token = _writing.set(writing)
        before = _changes(connection) if save_problem() else None
        try:
            yield session
            if (used := used_session()) is not None:
                used.commit()  # flushes; the transaction is still open
            if save_problem() and (before is None or _changes(connection) != before):
                after_commit(lambda: _remember(None))
            with waiting_aside():  # the disk takes some milliseconds
                begun.commit()
        except BaseException:
            _roll_back(begun)
            for callback in writing.after_rollback:
                callback()
            raise
        finally:
            _writing.reset(token)
    for callback in writing.after_commit:
        callback()


@contextmanager
def scratch_database() -> Iterator[Connection]:
    """Run the block on a new database in memory with the same tables, empty; yield its connection (SQLite only).

    Services work as in a transaction, but other writers don't wait for them. Nothing is saved or sent. The caller may
    copy rows before the block ends.
    """
    with db.engine.connect() as kept:
        of_tables = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        schema = kept.exec_driver_sql(of_tables).scalars().all()
    registry = db.session.registry
    outer = db.session() if registry.has() else None
    registry.clear()  # another session: rows of one database would pass for the other's
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            for statement in schema:
                connection.exec_driver_sql(statement)
            token = _writing.set(_Writing(connection))
            try:
                yield connection
            finally:
                _writing.reset(token)
                db.session.remove()
    finally:
        engine.dispose()
        if outer is not None:
            registry.set(outer)


def _roll_back(begun: RootTransaction) -> None:
    """Roll back, ignoring a lost connection: its error must not replace the one that is being raised."""
    if (session := used_session()) is not None:
        session.rollback()
    try:
        if begun.is_active:  # not if the session had joined
            begun.rollback()
    except DBAPIError as error:
        _log_lost(error)


def _log_lost(error: DBAPIError) -> None:
    log.warning("a connection to the database was lost: %s", type(error.orig).__name__)


def end_read() -> None:
    """Return the connection that was used to read, so that the next read shows what others have written.

    In a write transaction, this does nothing: what is read there is current and locked.
    """
    if not is_writing() and (session := used_session()) is not None:
        session.rollback()


def used_session() -> Session | None:
    """Return the session, if one has been used; asking for it would create it."""
    return db.session() if db.session.registry.has() else None


def is_writing() -> bool:
    """Return whether a write transaction is open, so that reads may see uncommitted data."""
    return _writing.get() is not None


def writing_connection() -> Connection:
    """Return the connection of the open write transaction.

    :raises LookupError: if no transaction is open.
    """
    return _open_transaction().connection


def _open_transaction() -> _Writing:
    writing = _writing.get()
    if writing is None:
        raise LookupError("no write transaction is open")
    return writing


@contextmanager
def no_writer() -> Iterator[None]:
    """Block this process's write transactions during the block (SQLite, where it is the only process)."""
    with _write_lock:
        yield


def after_commit(callback: Callable[[], None]) -> None:
    """Call ``callback`` after the open transaction commits; never if it rolls back."""
    _open_transaction().after_commit.append(callback)


def after_rollback(callback: Callable[[], None]) -> None:
    """Call ``callback`` if the open transaction rolls back; never if it commits."""
    _open_transaction().after_rollback.append(callback)


@event.listens_for(Engine, "connect")
def _set_up_connection(connection: object, _record: object) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # SQLAlchemy's begin event below opens transactions
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        is_write = connection.get_execution_options().get("write")
        execute(connection.engine, connection.connection, "BEGIN IMMEDIATE" if is_write else "BEGIN", ())
