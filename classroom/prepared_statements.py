"""Reads of nearly every request, and writes of moves and of many rows: compiled once, and executed by the driver.

Everything else uses the ORM. For these queries, the ORM's transaction, session, and compiled statement cost five times
as much as the query itself.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import JSON, Dialect, Engine, Float, Insert, Select, Update
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from classroom.database import db, is_writing, used_session, writing_connection
from classroom.driver import Parameters, database_error, execute

Row = Any
"""A row with columns as attributes."""


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str
    parameters: tuple[tuple[str, Any, Callable[[Any], Any] | None], ...]
    """In the order of the text: name, default, and converter to the driver's value."""
    is_positional: bool

    @classmethod
    def of(cls, compiled: SQLCompiler, dialect: Dialect) -> _Statement:
        """Extract the required data from a compiled statement."""
        names = compiled.positiontup if compiled.positional else list(compiled.params)
        writers = {
            name: compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names or ()
        }
        parameters = tuple((name, compiled.params[name], writers[name]) for name in names or ())
        return cls(str(compiled), parameters, is_positional=compiled.positional)

    def bound(self, values: Mapping[str, object]) -> Parameters:
        given = [(values.get(name, default), write) for name, default, write in self.parameters]
        bound = [value if write is None else write(value) for value, write in given]
        return bound if self.is_positional else dict(zip((name for name, _, _ in self.parameters), bound, strict=True))


@dataclass(frozen=True, slots=True)
class _Query:
    statement: _Statement
    row: Callable[[Iterable[Any]], Row]
    readers: tuple[tuple[int, Callable[[Any], Any]], ...]
    """Converters from the driver's values, for the columns that need one."""


class PreparedSelect:
    """A query with named parameters.

    It sees what the open transaction sees. Without one, it sees committed data, and leaves no transaction open.
    """

    def __init__(self, build: Callable[[], Select[*tuple[Any, ...]]], row: type[NamedTuple] | None = None) -> None:
        """Don't compile yet: the models may be incomplete.

        :param row: the type of row, with a field for each column in order; by default, fields have the columns' labels.
        """
        self._build = build
        self._row = row
        self._compiled: dict[str, _Query] = {}

    def one_or_none(self, **values: object) -> Row | None:
        """Return the only row, or None."""
        rows = self.all(**values)
        return rows[0] if rows else None

    def all(self, **values: object) -> list[Row]:
        engine = db.engine
        query = self._compiled.get(engine.dialect.name) or self._compile(engine.dialect)
        found = _fetch(engine, query.statement.text, query.statement.bound(values))
        for index, read in query.readers:
            for row in found:
                row[index] = read(row[index])
        return list(map(query.row, found))

    def _compile(self, dialect: Dialect) -> _Query:
        select = self._build()
        columns = list(select.selected_columns)
        readers = [_reader_of(column.type, dialect) for column in columns]
        query = self._compiled[dialect.name] = _Query(
            _Statement.of(select.compile(dialect=dialect), dialect),
            row=(self._row or namedtuple("Row", [column.key for column in columns]))._make,  # type: ignore[misc, attr-defined]  # noqa: PYI024
            readers=tuple((index, read) for index, read in enumerate(readers) if read is not None),
        )
        return query


def _reader_of(kind: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    if isinstance(kind, Float):  # drivers return floats; SQLAlchemy would check the numeric type sent by PostgreSQL
        return None
    read = kind.dialect_impl(dialect).result_processor(dialect, None)
    if read is None or not isinstance(kind, JSON):
        return read
    return lambda text: None if text == "null" else read(text)  # as in most rows


class PreparedWrite:
    """An insert or update with named parameters, within the open write transaction."""

    def __init__(self, build: Callable[[], Insert | Update]) -> None:
        """Don't compile yet: the models may be incomplete."""
        self._build = build
        self._compiled: dict[str, _Statement] = {}

    def run(self, values: Mapping[str, object]) -> None:
        """Execute the statement.

        :raises sqlalchemy.exc.IntegrityError: if it violates a key or constraint.
        """
        connection = writing_connection()
        statement = self._statement(connection.dialect)
        execute(connection.engine, connection.connection, statement.text, statement.bound(values))

    def run_all(self, rows: Iterable[Mapping[str, object]]) -> None:
        """Execute the statement once for each row."""
        connection = writing_connection()
        statement = self._statement(connection.dialect)
        execute(
            connection.engine, connection.connection, statement.text, list(map(statement.bound, rows)), is_many=True
        )

    def _statement(self, dialect: Dialect) -> _Statement:
        statement = self._compiled.get(dialect.name)
        if statement is None:
            compiled = self._build().compile(dialect=dialect)
            statement = self._compiled[dialect.name] = _Statement.of(compiled, dialect)
        return statement


def _fetch(engine: Engine, text: str, parameters: Parameters) -> list[list[Any]]:
    session = used_session()
    if session is not None:
        session.flush()
    if is_writing():
        return execute(engine, writing_connection().connection, text, parameters)
    if session is not None and session.in_transaction():
        return execute(engine, session.connection().connection, text, parameters)
    held = _held.get()
    pooled = held[0] if held else _pooled_connection(engine, text)
    if held is not None and not held:
        held.append(pooled)
    try:
        if engine.dialect.name == "postgresql":
            with _committing_each_statement(engine, pooled):
                return execute(engine, pooled, text, parameters)
        return execute(engine, pooled, text, parameters)
    finally:
        if held is None:
            pooled.close()


_held: ContextVar[list[PoolProxiedConnection] | None] = ContextVar("held_connection", default=None)
"""The connection of a block of queries, once one was needed; None outside of such blocks."""


@contextmanager
def one_connection() -> Iterator[None]:
    """Let the queries in the block share a connection, which saves taking one from the pool for each.

    Don't open a transaction in the block: it would take a second connection while this one is held.
    """
    held: list[PoolProxiedConnection] = []
    token = _held.set(held)
    try:
        yield
    finally:
        _held.reset(token)
        for pooled in held:
            pooled.close()


def _pooled_connection(engine: Engine, text: str) -> PoolProxiedConnection:
    try:
        return engine.raw_connection()
    except engine.dialect.loaded_dbapi.Error as error:
        raise database_error(error, engine, text, None) from error


@contextmanager
def _committing_each_statement(engine: Engine, pooled: PoolProxiedConnection) -> Iterator[None]:
    """Use autocommit, which saves a BEGIN and a ROLLBACK on PostgreSQL; on SQLite, nothing begins automatically."""
    connection: Any = pooled.dbapi_connection  # the pool's proxy accepts no settings
    try:
        connection.autocommit = True
        yield
        connection.autocommit = False
    except engine.dialect.loaded_dbapi.Error as error:
        raise database_error(error, engine, "SET autocommit", pooled) from error
