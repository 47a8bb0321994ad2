"""Statements for the database's driver. SQLAlchemy would take several times as long as a short statement itself.

Only the transaction and `prepared_statements` use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

Parameters: TypeAlias = "Sequence[Any] | Mapping[str, Any]"


def execute(
    engine: Engine,
    pooled: PoolProxiedConnection,
    text: str,
    parameters: Any,  # noqa: ANN401  `Parameters`, or many of them
    *,
    is_many: bool = False,
) -> list[list[Any]]:
    """Execute a statement; return the rows, if it is a query.

    :param is_many: execute it once for each of many parameters.
    :raises sqlalchemy.exc.DBAPIError: the driver's error, as SQLAlchemy's.
    """
    try:
        cursor = pooled.cursor()
        try:
            if is_many:
                cursor.executemany(text, parameters)
            else:
                cursor.execute(text, parameters)
            return list(map(list, cursor.fetchall())) if cursor.description else []
        finally:
            cursor.close()
    except engine.dialect.loaded_dbapi.Error as error:
        raise database_error(error, engine, text, pooled) from error


def database_error(
    error: Any,  # noqa: ANN401  the driver's
    engine: Engine,
    text: str,
    pooled: PoolProxiedConnection | None,
) -> BaseException:
    """Convert the driver's error to SQLAlchemy's, which the app handles.

    A broken connection is discarded; after a rejected row, the connection continues.

    :param pooled: None if there is no connection yet.
    """
    driver = engine.dialect.loaded_dbapi
    connection = pooled.dbapi_connection if pooled is not None else None
    if pooled is not None and not isinstance(error, driver.IntegrityError):
        pooled.invalidate(error)
    translated: BaseException = DBAPIError.instance(
        *(text, None, error, driver.Error),
        hide_parameters=True,
        connection_invalidated=connection is None or engine.dialect.is_disconnect(error, connection, None),
        dialect=engine.dialect,
    )
    return translated
