"""The text encoding of a PostgreSQL database. Only UTF-8 can store every name."""

from __future__ import annotations

from contextlib import closing

from sqlalchemy import URL

REMEDY = "createdb --encoding=UTF8 --template=template0"


def other_encoding(url: URL) -> str | None:
    """Return the encoding of a PostgreSQL database that can't store every name; None if it can or is unknown.

    Uses the driver directly: with SQL_ASCII it returns bytes for text, which SQLAlchemy can't handle.
    """
    try:
        import psycopg  # noqa: PLC0415 (an extra)
    except ImportError:
        return None
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        with closing(psycopg.connect(address)) as connection:
            encoding = connection.info.parameter_status("server_encoding")
    except psycopg.Error:
        return None  # the next connection reports the reason
    return None if encoding in {"UTF8", None} else encoding
