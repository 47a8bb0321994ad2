"""Start the app's commands as forks of a process that has imported the app, at a tenth of the cost of a fresh start.

A fresh Python spends two seconds of CPU time on imports, routes, and the equation bank before it serves, and tests
start dozens of servers. A fork has its own memory, environment, output, and signals, and ends like any process. The
tests of the command line, the demo, the wheel, and several workers use fresh starts.
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

from tests.migrated_database import copy_migrated_database
from tests.temporary import run_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[2]
CAN_FORK = sys.platform == "linux"
LINGER = 2.0
"""Seconds that the fork server waits for another worker to connect after the last one has left."""
_SOCKET = "socket"


class Process(Protocol):
    """What `subprocess.Popen` and a fork have in common."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the process to end, and return the exit status."""

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

    :param arguments: ``-m`` and a module, or ``-c`` and code, then their arguments.
    :param output: the file to which its output is appended.
    :param errors: a separate file for its standard error.
    :param is_fresh: import everything again, as in a real start of the app.
    """
    if CAN_FORK and not is_fresh:
        return _fork_server().fork(arguments, environment, output, errors or output)
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
    """Start Python as `start` does, wait, and return its exit status and output."""
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        status = start(arguments, environment=environment, output=output, errors=errors).wait(timeout)
        texts = [file.read_text(encoding="utf-8") for file in (output, errors)]
    return subprocess.CompletedProcess(arguments, status, *texts)


class Fork:
    """A fork of the fork server, and its child process."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self.pid = pid
        self._server = server
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""
        if self._status is None:
            self._status = self._server.ask({"status_of": self.pid})
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the process to end, and return the exit status.

        :raises subprocess.TimeoutExpired: if it still runs after `timeout` seconds.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            handle = os.pidfd_open(self.pid)  # the pid is not reused until the status is read
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


class ForkServer:
    """A connection to the process that has imported the app: one for a whole test run, ended with its last client."""

    def __init__(self) -> None:
        import fcntl  # Windows has none

        self._socket = socket.socket(socket.AF_UNIX)
        folder = run_folder() / "forks"
        folder.mkdir(exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another worker may be about to start it
            try:
                self._socket.connect(str(folder / _SOCKET))
            except OSError:
                _start_fork_server(folder)
                self._socket.connect(str(folder / _SOCKET))
        self._responses = self._socket.makefile("r", encoding="utf-8")
        self._one_at_a_time = threading.Lock()

    def fork(self, arguments: Sequence[str], environment: Mapping[str, str], *outputs: Path) -> Fork:
        """Start a fork."""
        files = [str(output.resolve()) for output in outputs]
        return Fork(self, self.ask({"arguments": arguments, "environment": dict(environment), "outputs": files}))

    def ask(self, request: Mapping[str, Any]) -> Any:
        """Send a request for a process or its status, and return the response."""
        with self._one_at_a_time:
            self._socket.sendall(f"{json.dumps(request)}\n".encode())
            return json.loads(self._responses.readline())


def _start_fork_server(folder: Path) -> None:
    """Start the fork server. Its socket listens before it is ready."""
    copy_migrated_database(folder)
    (folder / _SOCKET).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / _SOCKET))
        listener.listen()
        server = subprocess.Popen(
            [sys.executable, "-c", "from tests.over_http.forks import main; main()", str(folder)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
            cwd=ROOT,
            stdin=listener.fileno(),
        )
        _kept.append(server)


_kept: list[subprocess.Popen[bytes]] = []


_lock = threading.Lock()


def _fork_server() -> ForkServer:
    """Return this process's connection. Threads that start servers may call this at the same time."""
    with _lock:
        return _only_fork_server()


@functools.cache
def _only_fork_server() -> ForkServer:
    return ForkServer()


def main() -> None:
    """Import the app, then fork on request until no client is left."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the tests, which end the processes they started
    _warm_up(Path(sys.argv[1]))
    request = _serve(socket.socket(fileno=os.dup(0)))
    if request is not None:
        _run_as_python(request)


def _warm_up(folder: Path) -> None:
    """Do once what each start of the app does, and let all forks share one folder of compiled templates.

    :param folder: a folder with a database.
    """
    from classroom import hosting
    from classroom.web.page_templates import PageEnvironment
    from tests.template_cache import COMPILED

    for module in ("classroom.cli", "classroom.live.postgres"):
        importlib.import_module(module)

    class SharedCacheEnvironment(PageEnvironment):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **{**options, "bytecode_cache": COMPILED})

    vars(sys.modules["classroom.app"])["PageEnvironment"] = SharedCacheEnvironment
    with hosting.hosted_app(instance_path=folder):
        hosting.prepare_memory()
    assert threading.active_count() == 1, "other threads would not exist in a fork"


def _serve(listener: socket.socket) -> dict[str, Any] | None:
    """Serve requests until no client is left, and return None. In a fork, return the request for it."""
    clients: dict[socket.socket, TextIO] = {}
    with ExitStack() as stack:
        stack.enter_context(listener)
        while ready := select.select([listener, *clients], [], [], None if clients else LINGER)[0]:
            if listener in ready:
                new = stack.enter_context(listener.accept()[0])
                clients[new] = stack.enter_context(new.makefile("r", encoding="utf-8"))
            for client in clients.keys() & set(ready):
                if line := clients[client].readline():
                    request = json.loads(line)
                    response = _status(request["status_of"]) if "status_of" in request else os.fork()
                    if response == 0 and "status_of" not in request:
                        return dict(request)
                    client.sendall(f"{json.dumps(response)}\n".encode())
                else:
                    del clients[client]
    return None


def _status(pid: int) -> int | None:
    """Return the exit status of a fork, or None while it runs."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _run_as_python(request: dict[str, Any]) -> None:
    """Behave as if Python had been started with the environment and arguments of the request."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, file in enumerate(request["outputs"], start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), number)
    option, target, *rest = request["arguments"]
    sys.argv = [target, *rest]
    status = 0
    try:
        if option == "-m":
            runpy.run_module(target, run_name="__main__", alter_sys=True)
        else:
            exec(compile(target, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102  from a test
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001  printed as Python prints it
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    os._exit(status)  # a normal exit would touch, and so copy, the shared memory
