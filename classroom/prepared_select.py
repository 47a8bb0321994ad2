"""Queries that nearly every request makes: compiled once per database, and run without a transaction of their own.

Everything else goes through the ORM. This is the one place that talks to the driver, because there a transaction, a
session, and a compiled statement cost five times as much as the query itself.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Engine, Select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

from classroom.database import db

Row = Any
"""A row whose columns are read by their labels."""


@dataclass(frozen=True, slots=True)
class _Compiled:
    text: str
    parameters: tuple[tuple[str, Any, Callable[[Any], Any] | None], ...]
    """In the order of the text: name, default, and what turns a Python value into the driver's."""
    is_positional: bool
    row: Callable[[Iterable[Any]], Row]
    readers: tuple[tuple[int, Callable[[Any], Any]], ...]
    """What turns a column of the driver into its Python value, for the columns that need it."""


class PreparedSelect:
    """A query with named parameters.

    It sees what the transaction under way sees; without one, what is committed, and it leaves no transaction behind.
    """

    def __init__(self, build: Callable[[], Select[*tuple[Any, ...]]], row: type[NamedTuple] | None = None) -> None:
        """Compile nothing yet: the models may not be complete.

        :param row: a row, whose fields are the columns in their order; by default it has their labels.
        """
        self._build = build
        self._row = row
        self._compiled: dict[str, _Compiled] = {}

    def one_or_none(self, **values: object) -> Row | None:
        """Give the only row that there may be."""
        rows = self.all(**values)
        return rows[0] if rows else None

    def all(self, **values: object) -> list[Row]:
        """Give all rows."""
        engine = db.engine
        compiled = self._compiled.get(engine.dialect.name) or self._compile(engine.dialect)
        given = [(values.get(name, default), write) for name, default, write in compiled.parameters]
        parameters: Any = [value if write is None else write(value) for value, write in given]
        if not compiled.is_positional:
            parameters = dict(zip((name for name, _, _ in compiled.parameters), parameters, strict=True))
        found = _fetch(engine, compiled.text, parameters)
        for index, read in compiled.readers:
            for row in found:
                row[index] = read(row[index])
        return list(map(compiled.row, found))

    def _compile(self, dialect: Dialect) -> _Compiled:
        select = self._build()
        statement = select.compile(dialect=dialect)
        names = statement.positiontup if statement.positional else list(statement.params)
        columns = list(select.selected_columns)
        readers = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        compiled = self._compiled[dialect.name] = _Compiled(
            text=str(statement),
            parameters=tuple(
                (
                    name,
                    statement.params[name],
                    statement.binds[name].type.dialect_impl(dialect).bind_processor(dialect),
                )
                for name in names or ()
            ),
            is_positional=statement.positional,
            row=(self._row or namedtuple("Row", [column.key for column in columns]))._make,  # type: ignore[misc, attr-defined]  # noqa: PYI024
            readers=tuple((index, read) for index, read in enumerate(readers) if read is not None),
        )
        return compiled


def _fetch(engine: Engine, text: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[list[Any]]:
    with _connection(engine) as pooled:
        connection = pooled.dbapi_connection
        try:
            with closing(connection.cursor()) as cursor:  # type: ignore[union-attr]  # it has just been taken
                cursor.execute(text, parameters)
                return [list(row) for row in cursor.fetchall()]
        except engine.dialect.loaded_dbapi.Error as error:
            is_lost = engine.dialect.is_disconnect(error, connection, None)
            if is_lost:
                pooled.invalidate(error)
            raise DBAPIError.instance(
                *(text, None, error, engine.dialect.loaded_dbapi.Error),
                hide_parameters=True,
                connection_invalidated=is_lost,
                dialect=engine.dialect,
            ) from error


@contextmanager
def _connection(engine: Engine) -> Iterator[PoolProxiedConnection]:
    """Give the connection of the transaction under way, else one that commits each statement by itself."""
    session = db.session() if db.session.registry.has() else None
    if session is not None and session.in_transaction():
        session.flush()
        yield session.connection().connection
        return
    pooled = engine.raw_connection()
    try:
        _commit_each_statement(engine, pooled.dbapi_connection, wanted=True)
        yield pooled
    finally:
        if pooled.is_valid:
            _commit_each_statement(engine, pooled.dbapi_connection, wanted=False)
        pooled.close()


def _commit_each_statement(engine: Engine, connection: DBAPIConnection | None, *, wanted: bool) -> None:
    """Spare PostgreSQL a BEGIN and a ROLLBACK; on SQLite nothing begins by itself."""
    if engine.dialect.name == "postgresql":
        connection.autocommit = wanted  # type: ignore[union-attr]
