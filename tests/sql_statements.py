"""What a database is asked, anyone who asks: prepared queries pass by the events of SQLAlchemy."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import event

from classroom.database import db

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def statements() -> Iterator[list[str]]:
    """Note what the driver is given, anyone who gives it: also what bypasses the ORM."""
    noted: list[str] = []
    traced: list[Any] = []

    class Noting(psycopg.Cursor[Any]):
        """A cursor of PostgreSQL that notes what it is given."""

        def execute(self, query: Any, *arguments: Any, **options: Any) -> Any:
            noted.append(str(query))
            return super().execute(query, *arguments, **options)

    def trace(connection: Any, *_: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(noted.append)
        else:
            connection.cursor_factory = Noting
        traced.append(connection)

    event.listen(db.engine, "checkout", trace)
    db.session.rollback()  # so that its connection is taken from the pool once more
    try:
        yield noted
    finally:
        event.remove(db.engine, "checkout", trace)
        for connection in traced:
            if isinstance(connection, sqlite3.Connection):
                connection.set_trace_callback(None)
            else:
                connection.cursor_factory = psycopg.Cursor
