"""How a PostgreSQL database keeps text. Only UTF-8 holds every name."""

from __future__ import annotations

from contextlib import closing

from sqlalchemy import URL

REMEDY = "createdb --encoding=UTF8 --template=template0"


def other_encoding(url: URL) -> str | None:
    """Name the encoding of a PostgreSQL database that can't hold every name; None: it can, or nothing is known.

    The driver is asked itself: on a database of SQL_ASCII it gives bytes for text, which SQLAlchemy can't begin with.
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
        return None  # why, tells who connects next
    return None if encoding in {"UTF8", None} else encoding
