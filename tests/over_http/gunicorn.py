"""The app behind gunicorn: one address, two workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

from tests import reaper
from tests.benchmarks.processes import children_of
from tests.over_http.browser import PlainBrowser
from tests.over_http.server import HOST, ROOT, reserve_port
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping

PATIENCE = 120.0


class Gunicorn:
    """A Gunicorn server that can be killed and restarted on the same port."""

    def __init__(
        self,
        folder: Path,
        *,
        database: str,
        settings: Mapping[str, str] | None = None,
        app: str = "classroom.wsgi:app",
        connections: int = 1000,
    ) -> None:
        """Prepare the server.

        :param database: the address of a PostgreSQL database.
        :param settings: further environment variables.
        :param connections: the maximum for each worker.
        """
        self._command = [
            *("-m", "gunicorn", "--workers", "2", "--worker-class", "gevent", "--keep-alive", "20"),
            *("--worker-connections", str(connections), app),
        ]
        self.folder = folder
        self.port = reserve_port(self)
        self._settings = {
            **os.environ,
            "DATABASE_URL": database,
            "CLASSROOM_INSTANCE": str(folder),
            "PYTHONPATH": str(ROOT),
            "PYTHONWARNINGS": "ignore",
            **(settings or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The base URL, without a trailing slash."""
        return f"http://{HOST}:{self.port}"

    @property
    def pids(self) -> list[int]:
        """The process IDs of the server and its workers."""
        assert self._process is not None
        pid = self._process.pid
        return [pid, *children_of(pid)]

    @property
    def console(self) -> str:
        """Its log since the first start."""
        return (self.folder / "gunicorn.txt").read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        with (self.folder / "gunicorn.txt").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self._command, "--bind", f"{HOST}:{self.port}"],
                env=self._settings,
                cwd=ROOT,
                stderr=log,
                start_new_session=True,
            )
        reaper.watch(self._process.pid)
        wait_until(self._is_ready)

    def browser(self, cookie: str | None = None) -> PlainBrowser:
        """Return a browser for a signed-in person."""
        one = PlainBrowser(self.address)
        if cookie is not None:
            one.cookies["classroom"] = cookie
        return one

    def restart(self) -> None:
        """Replace the workers, and wait until the old ones are gone."""
        assert self._process is not None
        ended = self.console.count("Worker exiting")
        self._process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.console.count("Worker exiting") == ended + 2)

    def kill(self) -> None:
        """Kill it and its workers with SIGKILL."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._end()

    def stop(self) -> None:
        """Stop it, and wait for its end."""
        if self._process is not None:
            self._process.terminate()
            self._end()

    def _end(self) -> None:
        assert self._process is not None
        self._process.wait(PATIENCE)
        reaper.forget(self._process.pid)
        self._process = None

    def _is_ready(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.console[-4000:]
        host = {"Host": self._settings.get("CLASSROOM_HOSTS", HOST)}
        try:
            asked = urllib.request.Request(f"{self.address}/ready", headers=host)  # noqa: S310  our own server
            with urllib.request.urlopen(asked, timeout=10):  # noqa: S310
                return True
        except OSError:
            return False
