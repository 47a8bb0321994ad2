"""Start the app's commands as forks of a process that has imported the app: a start costs a tenth of a fresh one.

A fresh Python spends two seconds of the processor on imports, routes, and the bank of equations before it serves, and
tests start dozens of servers. A fork has its own memory, environment, output and signals, and ends like any process.
Fresh starts are for the tests of the command line, the demo, the wheel, and several workers.
"""

from __future__ import annotations

import atexit
import functools
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from tests.ready_database import put_ready_database
from tests.temporary import folder_of_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[2]
CAN_FORK = sys.platform == "linux"
LINGER = 2.0
"""Seconds that the process which has the app waits for another worker to ask, once no one is left."""
_SOCKET = "socket"


class Process(Protocol):
    """What `subprocess.Popen` and a fork have in common."""

    pid: int

    def poll(self) -> int | None:
        """Give the exit status, None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and give the exit status."""

    def send_signal(self, number: int, /) -> None:
        """Send a signal, if it still runs."""


def start(
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str],
    output: Path,
    errors: Path | None = None,
    is_fresh: bool = False,
) -> Process:
    """Start Python in the project's folder.

    :param arguments: ``-m`` and a module, or ``-c`` and code, and what these are given.
    :param output: where all that it prints is added.
    :param errors: where what it prints as errors is added instead.
    :param is_fresh: import everything again, as anyone who starts the app does.
    """
    if CAN_FORK and not is_fresh:
        return _nursery().fork(arguments, environment, output, errors or output)
    with output.open("ab") as file, (errors or output).open("ab") as error_file:
        return subprocess.Popen(
            [sys.executable, *arguments],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=error_file,
        )


def run(
    arguments: Sequence[str], *, environment: Mapping[str, str], timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Start Python as `start` does, and give how it ended and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        status = start(arguments, environment=environment, output=output, errors=errors).wait(timeout)
        told = [file.read_text(encoding="utf-8") for file in (output, errors)]
    return subprocess.CompletedProcess(arguments, status, *told)


class Fork:
    """A fork of the process that has the app, whose child it is."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.pid = pid
        self._nursery = nursery
        self._status: int | None = None

    def poll(self) -> int | None:
        """Give the exit status, None while it runs."""
        if self._status is None:
            self._status = self._nursery.ask({"status_of": self.pid})
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and give the exit status.

        :raises subprocess.TimeoutExpired: if it still runs after so many seconds.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            handle = os.pidfd_open(self.pid)  # the pid can be no one else's before its status was asked for
            try:
                left = None if until is None else max(until - time.monotonic(), 0)
                if not select.select([handle], [], [], left)[0]:
                    raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            finally:
                os.close(handle)
        return status

    def send_signal(self, number: int, /) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)


class Nursery:
    """The process that has imported the app, one for all of a run. It ends when no one is left to ask."""

    def __init__(self) -> None:
        import fcntl  # Windows has none

        self._socket = socket.socket(socket.AF_UNIX)
        folder = folder_of_run() / "forks"
        folder.mkdir(exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another worker may be about to start it
            try:
                self._socket.connect(str(folder / _SOCKET))
            except OSError:
                _start_nursery(folder)
                self._socket.connect(str(folder / _SOCKET))
        self._answers = self._socket.makefile("r", encoding="utf-8")
        self._one_at_a_time = threading.Lock()

    def fork(self, arguments: Sequence[str], environment: Mapping[str, str], *outputs: Path) -> Fork:
        """Start one."""
        files = [str(output.resolve()) for output in outputs]
        return Fork(self, self.ask({"arguments": arguments, "environment": dict(environment), "outputs": files}))

    def ask(self, question: Mapping[str, Any]) -> Any:
        """Ask for a process or its status."""
        with self._one_at_a_time:
            self._socket.sendall(f"{json.dumps(question)}\n".encode())
            return json.loads(self._answers.readline())


def _start_nursery(folder: Path) -> None:
    """Start it, and wait until it listens."""
    put_ready_database(folder)
    (folder / _SOCKET).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / _SOCKET))
        listener.listen()
        nursery = subprocess.Popen(
            [sys.executable, "-c", "from tests.over_http.forks import main; main()", str(folder)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
            cwd=ROOT,
            stdin=listener.fileno(),
        )
        _kept.append(nursery)


_kept: list[subprocess.Popen[bytes]] = []


_lock = threading.Lock()


def _nursery() -> Nursery:
    """Give the one of this process. Two servers may ask for it at the same moment, each in a thread."""
    with _lock:
        return _only_nursery()


@functools.cache
def _only_nursery() -> Nursery:
    return Nursery()


def main() -> None:
    """Import the app, then fork as often as asked, until no one is left to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the tests, which end what they have started
    _warm_up(Path(sys.argv[1]))
    asked = _answer(socket.socket(fileno=os.dup(0)))
    if asked is not None:
        _become(asked)


def _warm_up(folder: Path) -> None:
    """Do once what each start of the app does; all keep the templates they have compiled in one folder.

    :param folder: with a database.
    """
    from classroom import hosting
    from classroom.web.page_templates import PageEnvironment
    from tests.template_cache import COMPILED

    for module in ("classroom.cli", "classroom.live.postgres"):
        importlib.import_module(module)

    class Remembering(PageEnvironment):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **{**options, "bytecode_cache": COMPILED})

    vars(sys.modules["classroom.app"])["PageEnvironment"] = Remembering
    with hosting.hosted_app(instance_path=folder):
        hosting.settle_memory()
    assert threading.active_count() == 1, "a fork has no thread but its first"


def _answer(listener: socket.socket) -> dict[str, Any] | None:
    """Answer questions until no one is left who might ask: None. In a fork, give what it was made for."""
    asking: dict[socket.socket, TextIO] = {}
    with ExitStack() as stack:
        stack.enter_context(listener)
        while ready := select.select([listener, *asking], [], [], None if asking else LINGER)[0]:
            if listener in ready:
                new = stack.enter_context(listener.accept()[0])
                asking[new] = stack.enter_context(new.makefile("r", encoding="utf-8"))
            for one in asking.keys() & set(ready):
                if line := asking[one].readline():
                    question = json.loads(line)
                    answer = _status(question["status_of"]) if "status_of" in question else os.fork()
                    if answer == 0 and "status_of" not in question:
                        return dict(question)
                    one.sendall(f"{json.dumps(answer)}\n".encode())
                else:
                    del asking[one]
    return None


def _status(pid: int) -> int | None:
    """Give the exit status of a fork, None while it runs."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _become(asked: dict[str, Any]) -> None:
    """Be as if Python had been started with this environment and these arguments."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, file in enumerate(asked["outputs"], start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), number)
    kind, what, *rest = asked["arguments"]
    sys.argv = [what, *rest]
    status = 0
    try:
        if kind == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102  a test's own
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001  as Python itself says it
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    os._exit(status)  # Python would look through all that it shares with the others, and copy it
