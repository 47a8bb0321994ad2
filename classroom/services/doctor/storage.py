"""Checks of the database and its disk. They work even if the app can't start."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, create_engine, func, make_url, select, text
from sqlalchemy.exc import SQLAlchemyError

from classroom.instance.files import DAMAGED
from classroom.models import AuditEntry
from classroom.services.doctor.findings import Finding, Verdict
from classroom.services.maintenance.server_encoding import other_encoding
from classroom.services.maintenance.server_state import LEAST_ROOM, LITTLE_ROOM

INSTALL_DRIVER = ".venv/bin/python -m pip install 'psycopg[binary]'"
"""The command for PostgreSQL's driver, which is an optional package."""

_PATIENCE = 2.0
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def check_disk(folder: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(folder if folder.exists() else folder.parent).free
    verdict = Verdict.DISK_FULL if free < LEAST_ROOM else Verdict.DISK_LOW if free < LITTLE_ROOM else Verdict.DISK_FREE
    yield Finding(verdict, {"free": free, "folder": str(folder)})


def check_database(*, url: str, folder: Path) -> Iterator[Finding]:
    """Start a write and roll it back."""
    where = make_url(url)
    if where.get_backend_name() == "sqlite":
        yield _check_file((folder / (where.database or "")).resolve())
    else:
        yield _check_server(url)


def newest_entry(*, url: str) -> datetime | None:
    """Return the time of the newest entry in the activity log; None if there is none, or it can't be read."""
    if _encoding(url):
        return None
    try:
        with _engine(url) as engine, engine.connect() as connection:
            return connection.execute(select(func.max(AuditEntry.at))).scalar_one()
    except (SQLAlchemyError, ImportError):
        return None


@contextmanager
def _engine(url: str) -> Iterator[Engine]:
    """Return an engine for one connection.

    :raises ImportError: if the driver is not installed.
    """
    engine = create_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def _encoding(url: str) -> str | None:
    where = make_url(url)
    return other_encoding(where) if where.get_backend_name() == "postgresql" else None


def _check_file(file: Path) -> Finding:
    facts = {"database": str(file)}
    if not file.is_file():
        return Finding(Verdict.DATABASE_MISSING, facts)
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("CREATE TABLE doctor_probe (number INTEGER)")  # the transaction is rolled back
            connection.execute("ROLLBACK")
    except (sqlite3.Error, *DAMAGED) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _READ_ONLY:
            return Finding(Verdict.DATABASE_READ_ONLY, facts)
        return Finding(Verdict.DATABASE_BUSY if code in _BUSY else Verdict.DATABASE_UNUSABLE, {**facts, "why": error})
    return Finding(Verdict.DATABASE_WORKS, facts)


def _check_server(url: str) -> Finding:
    facts = {"database": make_url(url).render_as_string(hide_password=True)}
    if encoding := _encoding(url):
        return Finding(Verdict.DATABASE_ENCODING, {**facts, "encoding": encoding})
    try:
        with _engine(url) as engine, engine.connect() as connection:
            is_read_only = connection.execute(text("SHOW transaction_read_only")).scalar_one() == "on"
    except ModuleNotFoundError:
        return Finding(Verdict.DATABASE_NO_DRIVER, {"command": INSTALL_DRIVER})
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", error)).splitlines()[0]
        return Finding(Verdict.DATABASE_UNREACHABLE, {**facts, "why": why})
    return Finding(Verdict.DATABASE_READ_ONLY if is_read_only else Verdict.DATABASE_WORKS, facts)
