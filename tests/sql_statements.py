"""Record all SQL statements in the driver, because prepared queries bypass SQLAlchemy's events."""

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
    """Record all statements that the driver executes, including those that bypass the ORM."""
    recorded: list[str] = []
    traced: list[Any] = []

    class RecordingCursor(psycopg.Cursor[Any]):
        """A PostgreSQL cursor that records its statements."""

        def execute(self, query: Any, *arguments: Any, **options: Any) -> Any:
            recorded.append(str(query))
            return super().execute(query, *arguments, **options)

    def trace(connection: Any, *_: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(recorded.append)
        else:
            connection.cursor_factory = RecordingCursor
        traced.append(connection)

    event.listen(db.engine, "checkout", trace)
    db.session.rollback()  # so that it takes a connection from the pool again
    try:
        yield recorded
    finally:
        event.remove(db.engine, "checkout", trace)
        for connection in traced:
            if isinstance(connection, sqlite3.Connection):
                connection.set_trace_callback(None)
            else:
                connection.cursor_factory = psycopg.Cursor
