"""Fixtures for tests of the app: an app on its own SQLite file, its session, a page client, the cast, a clock.

Fixtures import the app when they run, so that tests of the engine load no web framework.
"""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest_plugins = [
    "tests.cost",
    "tests.postgres",
    "tests.repeatable",
    "tests.shared_server",
    "tests.temporary",
    "tests.tiers",
    "tests.workers",
]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from flask_sqlalchemy.session import Session
    from sqlalchemy.orm import scoped_session

    from tests.factories import Cast
    from tests.factories.kept_cast import KeptCast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient


ON_POSTGRES = os.environ.get("TEST_DATABASE") == "postgresql"
"""Whether the fixture `app` uses PostgreSQL, with empty tables for each test (`make test-postgres`)."""
_SETTINGS = {"TESTING": True, "FORECAST_GAMES": 0, "BASELINES_A_WEEK": 0}


@pytest.fixture(scope="session")
def cheap_hashes() -> Iterator[None]:
    """Hash passwords with the cheapest Argon2 parameters. Hashes contain their parameters, so all can be verified."""
    from argon2 import PasswordHasher

    from classroom.services.accounts import passwords

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="session")
def empty_database(cheap_hashes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a SQLite file with all tables and no rows, once. It is copied for each test."""
    from classroom.app import create_app
    from classroom.database import db
    from tests.temporary import built_once

    def make(file: Path) -> None:
        app = create_app(instance_path=tmp_path_factory.mktemp("empty"))
        with app.app_context():
            db.create_all()
            db.engine.dispose()  # the last connection to close deletes the write-ahead log
        Path(app.instance_path, "classroom.sqlite3").replace(file)

    return built_once("empty.sqlite3", make)


@pytest.fixture(scope="session")
def database_settings(request: pytest.FixtureRequest) -> dict[str, str]:
    """Return the address of the tests' database, if it is not a SQLite file in the instance folder."""
    return {"SQLALCHEMY_DATABASE_URI": request.getfixturevalue("shared_postgres_database")} if ON_POSTGRES else {}


@pytest.fixture(scope="session")
def shared_app(
    cheap_hashes: None, database_settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Flask:
    """Create the app that all tests share, so that its routes, templates, and statements are compiled only once."""
    from classroom.app import create_app
    from tests.template_cache import COMPILED

    app = create_app(_SETTINGS | database_settings, instance_path=tmp_path_factory.mktemp("instance"))
    app.jinja_env.bytecode_cache = COMPILED
    return app


@pytest.fixture(scope="session")
def keep_new_cast(
    shared_app: Flask, empty_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], KeptCast]:
    """Return a function that creates the cast. Its database is copied for each test that uses it."""
    from tests.factories.kept_cast import keep_cast

    def keep() -> KeptCast:
        database = Path(shared_app.instance_path, "classroom.sqlite3")
        shutil.copy(empty_database, database)
        return keep_cast(shared_app, database, tmp_path_factory.mktemp("cast") / database.name)

    return keep


@pytest.fixture(scope="session")
def cast_of_today(keep_new_cast: Callable[[], KeptCast]) -> KeptCast:
    """Create the cast once."""
    return keep_new_cast()


@pytest.fixture(scope="session")
def cast_of_frozen_clock(keep_new_cast: Callable[[], KeptCast]) -> KeptCast:
    """Create the cast once at the time of the fixture `frozen_clock`."""
    from tests.frozen_clock import FrozenClock

    with FrozenClock():
        return keep_new_cast()


@pytest.fixture
def kept_cast(request: pytest.FixtureRequest) -> KeptCast | None:
    """Return the cast that the database has from the start."""
    if ON_POSTGRES:
        return None
    is_frozen = "frozen_clock" in request.fixturenames
    cast: KeptCast = request.getfixturevalue("cast_of_frozen_clock" if is_frozen else "cast_of_today")
    return cast


@pytest.fixture
def instance_folder(shared_app: Flask, request: pytest.FixtureRequest) -> Path:
    """Reset the instance folder to an empty database, or one with the cast, and clear what the process caches."""
    from tests.postgres import empty_tables
    from tests.process_caches import clear_process_caches

    kept: KeptCast | None = request.getfixturevalue("kept_cast") if "kept_cast" in request.node.fixturenames else None
    clear_process_caches()
    folder = Path(shared_app.instance_path)
    shutil.rmtree(folder)
    folder.mkdir()
    if ON_POSTGRES:
        empty_tables(shared_app)
    else:
        database = kept.file if kept else request.getfixturevalue("empty_database")
        shutil.copy(database, folder / "classroom.sqlite3")
    return folder


@pytest.fixture
def make_app(instance_folder: Path, database_settings: dict[str, str]) -> Iterator[Callable[..., Flask]]:
    """Return a function that creates apps with other settings. They share a database, as several processes would."""
    from classroom.app import create_app
    from tests.template_cache import COMPILED

    with ExitStack() as stack:

        def make(**settings: Any) -> Flask:
            app = create_app(_SETTINGS | database_settings | settings, instance_path=instance_folder)
            app.jinja_env.bytecode_cache = COMPILED
            stack.callback(_close_app, app)
            return app

        yield make


@pytest.fixture
def app(shared_app: Flask, instance_folder: Path) -> Iterator[Flask]:
    """Return the app, with a database and an instance folder for this test alone.

    It uses the local bus, which delivers notifications at once. The bus of PostgreSQL has its own tests.
    """
    from classroom.live import LocalBus
    from classroom.web.forecasts import use_forecasts

    config = dict(shared_app.config)
    shared_app.extensions["bus"] = LocalBus()
    use_forecasts(shared_app)
    yield shared_app
    _close_app(shared_app)
    shared_app.config.clear()
    shared_app.config.update(config)


def _close_app(app: Flask) -> None:
    """Close an app's connections and threads, as if its process had ended."""
    from classroom.database import db
    from tests.process_caches import clear_process_caches

    app.extensions["bus"].close()
    app.extensions["forecasts"].close()
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    clear_process_caches()


@pytest.fixture
def db_session(app: Flask) -> Iterator[scoped_session[Session]]:
    """Keep an app context open during the test, so that it can call services. Return its database session."""
    from classroom.database import db

    with app.app_context():
        yield db.session
        db.session.rollback()


@pytest.fixture
def page(app: Flask, db_session: scoped_session[Session]) -> PageClient:
    """Return a browser without JavaScript that checks each page. No one is signed in."""
    from tests.page_client import PageClient

    return PageClient(app)


@pytest.fixture
def new_page(app: Flask, db_session: scoped_session[Session]) -> Callable[[], PageClient]:
    """Return a function that creates more browsers, for other students or devices."""
    from tests.page_client import PageClient

    return lambda: PageClient(app)


@pytest.fixture
def cast(db_session: scoped_session[Session], kept_cast: KeptCast | None) -> Cast:
    """Return Alice, who teaches 7B, her student Bob, and Charlie, who is in Dora's class."""
    from tests.factories import make_cast

    is_sqlite = db_session.get_bind().dialect.name == "sqlite"
    return kept_cast.rows() if kept_cast and is_sqlite else make_cast()


@pytest.fixture
def frozen_clock() -> Iterator[FrozenClock]:
    """Stop `classroom.clock` at noon on a Monday until a test moves it on. Pages see the same time."""
    from tests.frozen_clock import FrozenClock

    with FrozenClock() as clock:
        yield clock
