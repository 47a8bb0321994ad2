"""Scenes for tests that need a server: one server for all tests of a worker, and a new class in it for each scene.

A start of the app costs seconds, a class a few hundredths. A server of its own is for tests that stop it, start it
with other settings, look at its whole database, or need it as no one has set it up.
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
    from tests.over_http.stage import Stage


class SharedServer:
    """A server that runs, and an app of this process on its database, as a second process would have."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        """Start it; the stack ends what this begins."""
        from classroom.hosting import hosted_app
        from tests.over_http.server import LiveServer
        from tests.ready_database import put_ready_database

        put_ready_database(folder)
        self._app = stack.enter_context(hosted_app(instance_path=folder))
        self.server: LiveServer = LiveServer(folder)
        self.server.start()
        stack.callback(self.server.stop)

    @contextmanager
    def app(self) -> Iterator[Flask]:
        """Open the app's context: services and factories work in the server's database."""
        with self._app.app_context():
            yield self._app

    def stage(self, *, students: int, settings: TableSettings | None = None) -> Stage:
        """Make a new teacher with a class whose lesson is under way."""
        from tests.over_http.stage import fill_stage

        with self.app() as app:
            return fill_stage(app, students=students, settings=settings)


@pytest.fixture(scope="session")
def _shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    """Start it when the first test asks."""
    with ExitStack() as stack:
        yield SharedServer(tmp_path_factory.mktemp("shared"), stack)


@pytest.fixture(scope="module")
def shared_server(_shared_server: SharedServer) -> Iterator[SharedServer]:
    """The worker's server; it had no fault to log while the module's tests ran."""
    before = len(_shared_server.server.console)
    yield _shared_server
    assert _shared_server.server.pid, "other tests need it: stop only a server of your own"
    _shared_server.server.assert_no_faults(since=before)
