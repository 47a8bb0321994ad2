"""The app as users start it: in its own process, on a free port, with its own instance folder."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import time
import urllib.request
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from tests import reaper
from tests.migrated_database import copy_migrated_database
from tests.over_http import forks
from tests.over_http.browser import PlainBrowser
from tests.over_http.log_search import assert_no_secrets_in_logs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
PATIENCE = 120.0
"""Seconds to wait for a start, a stop, or a command: far more than any takes, even on a busy machine."""


class LiveServer:
    """A server that can be started, killed and started again on the same port."""

    def __init__(
        self,
        folder: Path,
        *,
        command: Sequence[str] = ("-m", "classroom", "serve"),
        database: str | None = None,
        settings: Mapping[str, str] | None = None,
        is_fresh: bool = False,
    ) -> None:
        """Prepare the server.

        :param command: arguments for Python; the command must accept ``--host`` and ``--port``.
        :param database: the address of a PostgreSQL database, or None for a SQLite file in the folder, which is
            created without rows if missing.
        :param settings: further environment variables.
        :param is_fresh: let each start import everything, as a real start does, for tests that measure its time.
        """
        self.folder = folder
        self.port = reserve_port(self)
        self._command = command
        self._is_fresh = is_fresh
        self._settings = {**({} if database is None else {"DATABASE_URL": database}), **(settings or {})}
        self._process: forks.Process | None = None
        self._browsers: list[PlainBrowser] = []
        folder.mkdir(parents=True, exist_ok=True)
        if database is None:
            copy_migrated_database(folder)

    @property
    def address(self) -> str:
        """The base URL, without a trailing slash."""
        return f"http://{HOST}:{self.port}"

    @property
    def console(self) -> str:
        """Its output since the first start, including errors and log lines."""
        return self._console.read_text(encoding="utf-8", errors="replace")

    @property
    def setup_token(self) -> str:
        """The one-time token that it printed at its first start."""
        found = re.search(r"token: (\S+)", self.console)
        assert found is not None, self.console
        return found.group(1)

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "classroom.sqlite3"

    @property
    def pid(self) -> int:
        """The process ID of the running server."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Start it and wait until it answers. Return the seconds that it took."""
        began = time.perf_counter()
        process = self._launch(self._environment)
        while not self._is_healthy():
            assert process.poll() is None, f"the server ended at once:\n{self.console}"
            assert time.perf_counter() - began < PATIENCE, f"the server does not answer:\n{self.console}"
            time.sleep(0.02)
        return time.perf_counter() - began

    def run_until_killed(self, **settings: str) -> None:
        """Start it, and wait until it has killed itself, which may happen before it answers a request of ours.

        :param settings: additional environment variables.
        """
        process = self._launch({**self._environment, **settings})
        assert process.wait(PATIENCE) == -signal.SIGKILL, self.console[-4000:]
        reaper.forget(process.pid)
        self._process = None

    def _launch(self, environment: dict[str, str]) -> forks.Process:
        self._process = forks.start(
            [*self._command, "--host", HOST, "--port", str(self.port)],
            environment=environment,
            output=self._console,
            is_fresh=self._is_fresh,
        )
        reaper.watch(self._process.pid)
        return self._process

    def browser(self, cookie: str | None = None) -> PlainBrowser:
        """Return a new browser, which is closed when the server stops.

        :param cookie: the session cookie of someone who is signed in.
        """
        one = PlainBrowser(self.address)
        if cookie is not None:
            one.cookies["classroom"] = cookie
        self._browsers.append(one)
        return one

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        self._end(signal.SIGKILL)

    def wait_until_ended(self) -> int:
        """Wait until it has stopped, for example after a signal. Return its exit status."""
        assert self._process is not None
        status = self._process.wait(PATIENCE)
        reaper.forget(self.pid)
        self._process = None
        return status

    def stop(self) -> None:
        """Stop it, and wait for its end."""
        for browser in self._browsers:
            browser.close()
        self._end(signal.SIGTERM)
        _, found, traceback = self.console.partition("Traceback")
        if found:  # pytest shows it if the test fails
            print(f"The server logged: {found}{traceback[:6000]}")

    def run_command(self, *arguments: str) -> str:
        """Run one of the app's other commands on the same instance folder, and return its output."""
        done = forks.run(["-m", "classroom", *arguments], environment=self._environment, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def assert_no_faults(self, *, since: int = 0) -> None:
        """Fail if the server logged an error.

        :param since: a length of `console`; earlier output is ignored.
        """
        output = self.console[since:]
        faults = [line for line in output.splitlines() if re.search(r"Traceback|ERROR|CRITICAL|Error\b", line)]
        assert faults == [], output[-6000:]

    @property
    def _console(self) -> Path:
        return self.folder / "console.txt"

    @property
    def _environment(self) -> dict[str, str]:
        unset = ("DATABASE_URL", "CLASSROOM_PROXIES", "CLASSROOM_HTTPS", "FLASK_DEBUG", "COVERAGE_PROCESS_CONFIG")
        inherited = {name: value for name, value in os.environ.items() if name not in unset}
        return {
            "CLASSROOM_BASELINES_A_WEEK": "0",  # tests of warm-ups set it themselves
            "CLASSROOM_FORECAST_GAMES": "20",  # simulating a thousand for each form would take most of the time
            **inherited,
            **self._settings,
            "CLASSROOM_INSTANCE": str(self.folder),
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
        }

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=20) as answer:  # noqa: S310  our own server
                return bool(answer.status == 200)
        except OSError:
            return False

    def _end(self, number: int) -> None:
        if self._process is None:
            return
        self._process.send_signal(number)
        self._process.wait(PATIENCE)
        reaper.forget(self.pid)
        self._process = None
        cookies = [value for browser in self._browsers for value in browser.cookies.values()]
        assert_no_secrets_in_logs(self.console, database=self.database, cookies=cookies)


def reserve_port(holder: object) -> int:
    """Return a port that is not in use.

    On Linux, it stays reserved as long as the holder lives, even while its server is down: a socket is bound to it
    without listening. The server can still listen there, because both sockets set SO_REUSEADDR.
    """
    probe = socket.socket()
    if sys.platform == "linux":
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        weakref.finalize(holder, probe.close)
    probe.bind((HOST, 0))
    port: int = probe.getsockname()[1]
    if sys.platform != "linux":
        probe.close()
    return port
