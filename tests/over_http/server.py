"""The app as people start it: a process of its own, on a free port, with an instance folder of its own."""

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
from tests.over_http import forks
from tests.over_http.browser import PlainBrowser
from tests.over_http.log_search import assert_tells_no_secret
from tests.ready_database import put_ready_database

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
PATIENCE = 120.0
"""Seconds for a start, a stop or a command: far more than any takes, also where much else runs."""


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
        """Prepare one.

        :param command: what Python runs; it must take ``--host`` and ``--port``.
        :param database: the address of a PostgreSQL database; None: a SQLite file in the folder, which is made
            without rows if there is none.
        :param settings: further environment variables.
        :param is_fresh: let each start import everything, as a real one does, where its time counts.
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
            put_ready_database(folder)

    @property
    def address(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    @property
    def console(self) -> str:
        """What it has printed since the first start, errors and log lines included."""
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
        """The process of the server that runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Start it and wait until it answers; gives the seconds that took."""
        began = time.perf_counter()
        self._process = forks.start(
            [*self._command, "--host", HOST, "--port", str(self.port)],
            environment=self._environment,
            output=self._console,
            is_fresh=self._is_fresh,
        )
        reaper.watch(self.pid)
        while not self._answers():
            assert self._process.poll() is None, f"the server ended at once:\n{self.console}"
            assert time.perf_counter() - began < PATIENCE, f"the server does not answer:\n{self.console}"
            time.sleep(0.02)
        return time.perf_counter() - began

    def browser(self, cookie: str | None = None) -> PlainBrowser:
        """A browser for someone, closed at the latest when the server stops.

        :param cookie: that of someone who is signed in.
        """
        one = PlainBrowser(self.address)
        if cookie is not None:
            one.cookies["classroom"] = cookie
        self._browsers.append(one)
        return one

    def kill(self) -> None:
        """End it without any warning: kill -9."""
        self._end(signal.SIGKILL)

    def start_to_fail(self, **settings: str) -> float:
        """Start it with these environment variables, this time only."""
        kept = self._settings
        self._settings = {**kept, **settings}
        try:
            return self.start()
        finally:
            self._settings = kept

    def wait_until_killed(self) -> None:
        """Wait until it has killed itself."""
        assert self._process is not None
        assert self._process.wait(PATIENCE) == -signal.SIGKILL, self.console[-4000:]
        reaper.forget(self.pid)
        self._process = None

    def wait_until_ended(self) -> int:
        """Wait until it has stopped, as something else asked it to; gives what its process returned."""
        assert self._process is not None
        status = self._process.wait(PATIENCE)
        reaper.forget(self.pid)
        self._process = None
        return status

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        for browser in self._browsers:
            browser.close()
        self._end(signal.SIGTERM)

    def run_command(self, *arguments: str) -> str:
        """Run one of the app's other commands on the same instance folder; gives what it printed."""
        done = forks.run(["-m", "classroom", *arguments], environment=self._environment, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def assert_no_faults(self, *, since: int = 0) -> None:
        """Fail if anything went wrong inside the server that it had to log.

        :param since: how much it had printed by then; what is older does not count.
        """
        said = self.console[since:]
        faults = [line for line in said.splitlines() if re.search(r"Traceback|ERROR|CRITICAL|Error\b", line)]
        assert faults == [], said[-6000:]

    @property
    def _console(self) -> Path:
        return self.folder / "console.txt"

    @property
    def _environment(self) -> dict[str, str]:
        unset = ("DATABASE_URL", "CLASSROOM_PROXIES", "CLASSROOM_HTTPS", "FLASK_DEBUG", "COVERAGE_PROCESS_CONFIG")
        inherited = {name: value for name, value in os.environ.items() if name not in unset}
        return {
            "CLASSROOM_BASELINES_A_WEEK": "0",  # a test that wants warm-ups sets it
            "CLASSROOM_FORECAST_GAMES": "20",  # a thousand for each form that is opened would be most of the work
            **inherited,
            **self._settings,
            "CLASSROOM_INSTANCE": str(self.folder),
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
        }

    def _answers(self) -> bool:
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
        assert_tells_no_secret(self.console, database=self.database, cookies=cookies)


def reserve_port(holder: object) -> int:
    """A port that no one uses now.

    On Linux no one else is given it as long as the holder lives, also while its server is down: a socket keeps it that
    does not listen there, and lets a server do so, as both say SO_REUSEADDR.
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
