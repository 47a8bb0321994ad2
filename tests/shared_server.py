"""One server for all tests of a worker that need one, with a new class for each test.

Starting the app takes seconds, creating a class a few hundredths of one. Tests start their own server if they stop it,
use other settings, read its whole database, or need one that is not set up.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask

    from classroom.services.settings import TableSettings
    from tests.over_http.server import LiveServer
    from tests.over_http.stage import Person, Stage


class SharedServer:
    """A running server, and an app in this process on the same database, as in a second process."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        """Start the server. The stack stops it."""
        from classroom.hosting import hosted_app
        from tests.migrated_database import copy_migrated_database
        from tests.over_http.server import LiveServer

        copy_migrated_database(folder)
        self._app = stack.enter_context(hosted_app(instance_path=folder))
        self.server: LiveServer = LiveServer(folder)
        self.server.start()
        stack.callback(self.server.stop)

    @contextmanager
    def app(self) -> Iterator[Flask]:
        """Open an app context, in which services and factories use the server's database."""
        with self._app.app_context():
            yield self._app

    def stage(self, *, students: int, settings: TableSettings | None = None) -> Stage:
        """Create a new teacher with a class that is playing."""
        from tests.over_http.stage import fill_stage

        with self.app() as app:
            return fill_stage(app, students=students, settings=settings)

    def teacher(self) -> Person:
        """Create a teacher who is signed in."""
        from tests.factories import make_teacher
        from tests.over_http.stage import Person, cookie_of

        with self.app() as app:
            teacher = make_teacher()
            return Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))

    def class_of_two(self) -> tuple[Person, str]:
        """Create a teacher who is signed in, and a class with two students. Return the class's ID, too."""
        from classroom.services.classes import roster, school_classes

        teacher = self.teacher()
        with self.app():
            class_id = school_classes.create_class(teacher_id=teacher.id, name="7B").id
            roster.add_students(class_id=class_id, text="Ana\nBen")
        return teacher, class_id


@pytest.fixture(scope="session")
def _shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    """Start the server when the first test needs it."""
    with ExitStack() as stack:
        yield SharedServer(tmp_path_factory.mktemp("shared"), stack)


@pytest.fixture(scope="module")
def shared_server(_shared_server: SharedServer) -> Iterator[SharedServer]:
    """Return the worker's server, and check after the module's tests that it logged no fault."""
    before = len(_shared_server.server.console)
    yield _shared_server
    assert _shared_server.server.pid, "other tests need this server: stop only one that your test started"
    _shared_server.server.assert_no_faults(since=before)
