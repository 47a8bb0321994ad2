"""Leases: which of several processes with the same database does the background work."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Protocol

from sqlalchemy import Connection, Engine, NullPool, create_engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError

from classroom.database import database_file, db
from classroom.instance.files import FileLock

_KEY = 1_396_787_013  # an arbitrary constant
_KEEPALIVES = "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"
"""The database notices a computer that disappeared without notice within 11 seconds."""
_NAME = "SET application_name = 'sequence-classroom background {}'"
"""Followed by the process's ID; shown in `pg_stat_activity`."""


class Lease(Protocol):
    """A lock for one process at a time, released when the process ends in any way."""

    def is_held(self) -> bool:
        """Acquire the lease if it is free; return whether this process holds it."""

    def release(self) -> None:
        """Release the lease."""


def lease_of_app(direct: str | None = None) -> Lease:
    """Return the lease of the current app's database: a lock on a file beside it, or an advisory lock of PostgreSQL.

    :param direct: the address of PostgreSQL without a pooler, which would share the lock's connection.
    """
    database = database_file()
    if database is not None:
        return FileLock(database.with_name(f"{database.name}.background"))
    return PostgresLease(create_engine(direct, poolclass=NullPool) if direct else db.engine)


def is_other_process_working() -> bool:
    """Return whether another process does the background work for the current app's SQLite file.

    False on PostgreSQL, where several processes are intended.
    """
    if database_file() is None:
        return False
    lease = lease_of_app()
    is_free = lease.is_held()
    lease.release()
    return not is_free


class PostgresLease:
    """An advisory lock on a dedicated connection. A killed process loses it with the connection."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._line: DBAPIConnection | None = None
        self._is_held = False

    def is_held(self) -> bool:
        """Acquire the lease if it is free; return whether this process holds it.

        :raises DBAPIError: if the database is unavailable, so the lease is lost.
        """
        try:
            if self._connection is None:
                self._connection = self._connect()
            asked = "1 = 1" if self._is_held else f"pg_try_advisory_lock({_KEY}, hashtext(current_schema()))"
            self._is_held = bool(self._connection.exec_driver_sql(f"SELECT {asked}").scalar_one())
        except DBAPIError:
            self.release()
            raise
        return self._is_held

    def release(self) -> None:
        """Release the lease."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
        if self._line is not None:  # this ends the lock; a detached connection would stay open
            with suppress(Exception):
                self._line.close()
        self._connection, self._line, self._is_held = None, None, False

    def _connect(self) -> Connection:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._line = connection.connection.dbapi_connection
        connection.detach()  # separate from the pool of requests
        connection.exec_driver_sql(_KEEPALIVES)
        connection.exec_driver_sql(_NAME.format(os.getpid()))
        return connection
