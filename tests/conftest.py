"""Fixtures for tests of the app: an app on its own SQLite file, its session, a page client, the cast, a clock.

What belongs to the app is imported late, so that the engine's tests load no web framework.
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
    "tests.scenes",
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
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient


ON_POSTGRES = os.environ.get("TEST_DATABASE") == "postgresql"
"""Whether tests that ask for `app` get one on PostgreSQL, each with empty tables (`make test-postgres`)."""
_SETTINGS = {"TESTING": True, "FORECAST_GAMES": 0, "BASELINES_A_WEEK": 0}


@pytest.fixture(scope="session")
def cheap_hashes() -> Iterator[None]:
    """Argon2 at its least: `passwords._hasher` is the seam. Hashes carry their own cost, so any of them verifies."""
    from argon2 import PasswordHasher

    from classroom.services.accounts import passwords

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="session")
def empty_database(cheap_hashes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables and no rows, made once and copied for each test."""
    from classroom.app import create_app
    from classroom.database import db
    from tests.temporary import made_once

    def make(file: Path) -> None:
        app = create_app(instance_path=tmp_path_factory.mktemp("empty"))
        with app.app_context():
            db.create_all()
            db.engine.dispose()  # the last connection to close takes the write-ahead log with it
        Path(app.instance_path, "classroom.sqlite3").replace(file)

    return made_once("empty.sqlite3", make)


@pytest.fixture(scope="session")
def database_settings(request: pytest.FixtureRequest) -> dict[str, str]:
    """Where the tests' database is, if it is not a SQLite file in the instance folder."""
    return {"SQLALCHEMY_DATABASE_URI": request.getfixturevalue("kept_postgres_database")} if ON_POSTGRES else {}


@pytest.fixture(scope="session")
def kept_app(cheap_hashes: None, database_settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app that serves one test after the other: its routes, templates and statements are compiled only once."""
    from classroom.app import create_app
    from tests.template_cache import COMPILED

    app = create_app(_SETTINGS | database_settings, instance_path=tmp_path_factory.mktemp("instance"))
    app.jinja_env.bytecode_cache = COMPILED
    return app


@pytest.fixture
def instance_folder(kept_app: Flask, request: pytest.FixtureRequest) -> Path:
    """The apps' instance folder, with nothing in it but a database without rows; no memory of other tests is left."""
    from tests.memory import forget_everything
    from tests.postgres import empty_tables

    forget_everything()
    folder = Path(kept_app.instance_path)
    shutil.rmtree(folder)
    folder.mkdir()
    if ON_POSTGRES:
        empty_tables(kept_app)
    else:
        shutil.copy(request.getfixturevalue("empty_database"), folder / "classroom.sqlite3")
    return folder


@pytest.fixture
def make_app(instance_folder: Path, database_settings: dict[str, str]) -> Iterator[Callable[..., Flask]]:
    """Build apps with settings of one's own; they share the test's database, as several processes would."""
    from classroom.app import create_app
    from tests.template_cache import COMPILED

    with ExitStack() as stack:

        def make(**settings: Any) -> Flask:
            app = create_app(_SETTINGS | database_settings | settings, instance_path=instance_folder)
            app.jinja_env.bytecode_cache = COMPILED
            stack.callback(_put_out, app)
            return app

        yield make


@pytest.fixture
def app(kept_app: Flask, instance_folder: Path) -> Iterator[Flask]:
    """The app, on a database and an instance folder of the test's own.

    Its bus is the local one, which brings notifications at once. That of PostgreSQL has tests of its own.
    """
    from classroom.live import LocalBus
    from classroom.web.forecasts import use_forecasts

    config = dict(kept_app.config)
    kept_app.extensions["bus"] = LocalBus()
    use_forecasts(kept_app)
    yield kept_app
    _put_out(kept_app)
    kept_app.config.clear()
    kept_app.config.update(config)


def _put_out(app: Flask) -> None:
    """End what an app has under way, as if its process had ended."""
    from classroom.database import db
    from tests.memory import forget_everything

    app.extensions["bus"].close()
    app.extensions["forecasts"].close()
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    forget_everything()


@pytest.fixture
def db_session(app: Flask) -> Iterator[scoped_session[Session]]:
    """The database session of an app context that is open during the test: services can be called directly."""
    from classroom.database import db

    with app.app_context():
        yield db.session
        db.session.rollback()


@pytest.fixture
def page(app: Flask, db_session: scoped_session[Session]) -> PageClient:
    """A browser without JavaScript that checks whatever it is shown; no one is signed in."""
    from tests.page_client import PageClient

    return PageClient(app)


@pytest.fixture
def new_page(app: Flask, db_session: scoped_session[Session]) -> Callable[[], PageClient]:
    """Make further browsers: another student, a second tab on another device."""
    from tests.page_client import PageClient

    return lambda: PageClient(app)


@pytest.fixture
def cast(db_session: scoped_session[Session]) -> Cast:
    """Alice teaches 7B, Bob is her student, Charlie is in Dora's class."""
    from tests.factories import make_cast

    return make_cast()


@pytest.fixture
def frozen_clock() -> Iterator[FrozenClock]:
    """`classroom.clock` stands still at a Monday noon until it is moved on; pages see the same time."""
    from tests.frozen_clock import FrozenClock

    with FrozenClock() as clock:
        yield clock
