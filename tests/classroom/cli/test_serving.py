"""A real server process, with HTTP requests, stopped by a signal."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from classroom.instance.files import FileLock
from tests.migrated_database import copy_migrated_database
from tests.over_http import forks
from tests.over_http.server import PATIENCE
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")


class Served:
    """A server process, and what it printed before it was ready."""

    def __init__(self, process: forks.Process, output: Path, errors: Path) -> None:
        self.process = process
        self.errors = errors
        until = time.monotonic() + PATIENCE
        while "First start" not in (printed := _text(output)) or not printed.endswith("\n"):
            assert process.poll() is None, printed + _text(errors)
            assert time.monotonic() < until, printed + _text(errors)
            time.sleep(0.02)
        self.printed = printed
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", printed)
        assert found, printed
        self.port = int(found[1])

    @property
    def token(self) -> str:
        return self.printed.split("token:")[1].strip()

    def status_of(self, path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


@contextmanager
def serving(folder: Path, *arguments: str, is_fresh: bool = False, **variables: str) -> Iterator[Served]:
    environment = {**os.environ, **variables, "CLASSROOM_INSTANCE": str(folder), "PYTHONPATH": str(ROOT)}
    environment.pop("DATABASE_URL", None)
    with TemporaryDirectory() as printed:
        output, errors = Path(printed, "output"), Path(printed, "errors")
        process = forks.start(
            ["-m", "classroom", "--port", "0", *arguments],
            environment=environment,
            output=output,
            errors=errors,
            is_fresh=is_fresh,
        )
        try:
            yield Served(process, output, errors)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)


def test_the_first_start_creates_everything_and_the_second_reuses_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "instance"
    with serving(folder, "--host", "127.0.0.1", is_fresh=True) as served:
        assert served.status_of("/health") == 200
        token, key = served.token, (folder / "secret_key").read_bytes()
        assert {"classroom.sqlite3", "secret_key", "setup_token"} <= {file.name for file in folder.iterdir()}
    with serving(folder, "--host", "127.0.0.1") as served:
        assert served.token == token
        assert (folder / "secret_key").read_bytes() == key
        assert key.decode() not in served.printed


def is_locked(path: Path) -> bool:
    """Return whether the background thread of a server has begun to work."""
    lock = FileLock(path)
    is_free = lock.is_held()
    lock.release()
    return not is_free


def test_a_second_start_with_the_same_data_is_noticed(tmp_path: Path) -> None:
    copy_migrated_database(tmp_path)
    with serving(tmp_path, "--host", "127.0.0.1") as first:
        wait_until(lambda: is_locked(tmp_path / "classroom.sqlite3.background"))
        with serving(tmp_path, "--host", "127.0.0.1") as second:
            assert "already running with this data" in second.printed
            assert second.token == first.token
        assert "already running" not in first.printed


@pytest.mark.parametrize(
    ("proxies", "arguments", "number", "expected"),
    [
        ("0", (), signal.SIGTERM, (True, None)),
        ("1", (), signal.SIGINT, (False, "only a proxy on this computer can connect")),
        ("1", ("--host", "0.0.0.0"), signal.SIGINT, (True, "fake their address")),
        ("0", ("--host", "127.0.0.1"), signal.SIGTERM, (False, None)),
    ],
)
def test_only_a_proxy_may_connect_by_default_and_a_signal_stops_the_server(
    tmp_path: Path, proxies: str, arguments: tuple[str, ...], number: signal.Signals, expected: tuple[bool, str | None]
) -> None:
    """Two checks in one test, because each start of the app costs a second of processor time."""
    is_open, said = expected
    copy_migrated_database(tmp_path)
    began = time.monotonic()
    with serving(tmp_path, *arguments, CLASSROOM_PROXIES=proxies) as served:
        assert served.status_of("/health") == 200
        # Another address of this computer stands for another device.
        with socket.socket() as other:
            assert (other.connect_ex(("127.0.0.2", served.port)) == 0) is is_open
        assert ("CLASSROOM_PROXIES" in served.printed) is (said is not None)
        assert said is None or said in served.printed

        up = time.monotonic()
        served.process.send_signal(number)
        assert served.process.wait(PATIENCE) == 0
        assert served.errors.read_text(encoding="utf-8") == ""
        # Shorter than a silent connection or a stream may last; other processes may start just now.
        assert time.monotonic() - up < 10 + 2 * (up - began)
