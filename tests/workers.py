"""`--workers N`: collect once, then run the tests in N forks of the process that collected them.

A new process would import and collect for six seconds of CPU time, in each worker. A fork has everything at once, and
shares memory. Each worker runs one file at a time, because the tests of a file may share a server. Workers run the
tests; this process writes the report.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import multiprocessing
import os
import sys
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, pairwise
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.config import create_terminal_writer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.process import BaseProcess

TESTS = Path(__file__).parent
CAN_FORK = sys.platform == "linux"
"""On other systems, tests run in one process: macOS restricts forked processes, and Windows can't fork."""
WORKERS_PER_CPU = 2
"""More than one, because tests often wait for a browser, a server, or a clock. With three, a run takes a fifth longer:
browsers and servers displace each other from the processor's caches."""
PRELOADED_MODULES = (
    "classroom.cli",
    "classroom.live.postgres",
    "html5lib",
    "psycopg",
    "sqlalchemy.dialects.postgresql",
)
"""Modules that many tests import when they run. Imported once for all workers if there are many tests."""
MIN_TESTS_TO_PRELOAD = 200
"""From this number of tests on, importing the modules saves more than the second that it takes."""
WAITING_FILES = (
    *("browser", "lesson", "field_failures/test_full_class.py", "field_failures/test_deleted_names.py", "crash"),
    *("sign_in", "proxies", "test_reaper.py", "classroom/serving", "classroom/services/forecasts"),
    "classroom/blueprints/test_forecast.py",
)
"""Files whose tests mostly wait: for a browser, a server, another process, or a clock."""
SPLIT_FILES = frozenset(
    {
        "tests/classroom/services/decks/test_playing.py",
        "tests/sign_in/test_burst.py",
        "tests/trust/test_random_lessons.py",
    }
)
"""Files whose tests run in several workers, although each worker sets up the module's fixtures again."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--workers`."""
    parser.addoption("--workers", default="0", metavar="N", help="run in N forks (auto: two to a processor)")


def pytest_configure(config: pytest.Config) -> None:
    """Run in forks if `--workers` is given."""
    value = config.getoption("workers")
    number = WORKERS_PER_CPU * (os.cpu_count() or 1) if value == "auto" else int(value)
    if number > 0 and CAN_FORK and not config.getoption("usepdb") and not config.getoption("collectonly"):
        config.pluginmanager.register(_Run(config, number), "run-in-workers")


class _Run:
    """A test run in workers: assign files to workers, and collect their reports."""

    def __init__(self, config: pytest.Config, number: int) -> None:
        self._config = config
        self._number = number
        self._workers: list[_Worker] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed and not self._config.getoption("continue_on_collection_errors"):
            return None  # pytest itself reports errors of collection
        _prepare(session)
        queue = _Queue(session.items)
        try:
            for number in range(min(self._number, len(queue.units))):
                self._start_worker(session, number)
            while self._workers:
                for worker in _workers_with_messages(self._workers):
                    self._handle_message(session, worker, queue)
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)
        finally:
            for worker in self._workers:
                worker.process.terminate()
        return True

    def _start_worker(self, session: pytest.Session, number: int) -> None:
        """Start a worker."""
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("fork").Process(  # type: ignore[attr-defined,unused-ignore]
            target=_run_worker, args=(session, number, theirs, [ours, *(worker.connection for worker in self._workers)])
        )
        process.start()
        theirs.close()
        self._workers.append(_Worker(number, process, ours))

    def _handle_message(self, session: pytest.Session, worker: _Worker, queue: _Queue) -> None:
        """Receive a worker's message, and reply if it asks for tests."""
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            self._end_worker(session, worker, queue)
            return
        if message is None:
            unit = queue.take(waits=worker.number % 2 == 0)
            worker.assigned += unit or ()
            worker.connection.send(unit)
        else:
            self._report(session, worker, message)

    def _report(self, session: pytest.Session, worker: _Worker, test: _Finished) -> None:
        """Report a finished test."""
        hook = self._config.hook
        item = session.items[test.index]
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for warning in test.warnings:
            hook.pytest_warning_recorded.call_historic(kwargs=warning)
        for one in test.reports:
            report = (
                hook.pytest_report_from_serializable(config=self._config, data=one) if isinstance(one, dict) else one
            )
            hook.pytest_runtest_logreport(report=report)
        worker.assigned.remove(test.index)
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _end_worker(self, session: pytest.Session, worker: _Worker, queue: _Queue) -> None:
        """Remove an ended worker. If it died in a test, the test failed, and a new worker runs its other tests."""
        self._workers.remove(worker)
        worker.connection.close()
        worker.process.join()
        if not worker.assigned:
            return
        item = session.items[worker.assigned.pop(0)]
        text = f"The worker died in this test: exit status {worker.process.exitcode}."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", text, "call")
        self._config.hook.pytest_runtest_logreport(report=report)
        if worker.assigned:
            queue.units.appendleft(worker.assigned)
        if queue.units:
            self._start_worker(session, worker.number)


def _prepare(session: pytest.Session) -> None:
    """Import modules, and freeze the memory that workers share, once for all workers."""
    if len(session.items) >= MIN_TESTS_TO_PRELOAD:
        for module in PRELOADED_MODULES:
            importlib.import_module(module)
    gc.collect()
    gc.freeze()
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    # Files run at the same time, so results can't be printed behind the name of a file.
    if reporter := session.config.pluginmanager.getplugin("terminalreporter"):
        reporter.showfspath = False
    assert threading.active_count() == 1, "a fork does not copy other threads"


@dataclass
class _Worker:
    """A worker, as the main process sees it, with the indexes of the tests that it has not finished, in their order."""

    number: int
    process: BaseProcess
    connection: Connection
    assigned: list[int] = field(default_factory=list)


@dataclass
class _Finished:
    """A finished test. One message per test costs a third of one per report."""

    index: int
    reports: list[pytest.TestReport | dict[str, Any]] = field(default_factory=list)
    """Reports of failures are dictionaries, because tracebacks can't be pickled."""
    warnings: list[dict[str, Any]] = field(default_factory=list)


def _workers_with_messages(workers: list[_Worker]) -> list[_Worker]:
    """Wait for workers that have sent a message or ended, and return them."""
    ready = set(map(id, wait([worker.connection for worker in workers])))
    return [worker for worker in workers if id(worker.connection) in ready]


class _Queue:
    """The tests left to run, as lists of indexes: one list per file, or per test if the file is split.

    Half of the workers prefer files that mostly wait, the other half files that compute, so that waiting and computing
    overlap.
    """

    def __init__(self, items: list[pytest.Item]) -> None:
        self._items = items
        units: dict[str, list[int]] = {}
        for index, item in enumerate(items):
            units.setdefault(_unit(item.nodeid), []).append(index)
        self.units = deque(units.values())

    def take(self, *, waits: bool) -> list[int] | None:
        """Remove and return the first file of a worker's kind, or any file, or None if there is none."""
        if not self.units:
            return None
        own = (unit for unit in self.units if _mostly_waits(self._items[unit[0]].path) is waits)
        unit = next(own, self.units[0])
        self.units.remove(unit)
        return unit


def _unit(nodeid: str) -> str:
    """Return the name of what one worker runs: a file, or one test if the file is split."""
    file = nodeid.partition("::")[0]
    return nodeid if file in SPLIT_FILES else file


@cache
def _mostly_waits(file: Path) -> bool:
    """Tell whether the tests of a file mostly wait."""
    return any(file.is_relative_to(TESTS / place) for place in WAITING_FILES)


def _run_worker(
    session: pytest.Session, number: int, connection: Connection, other_connections: list[Connection]
) -> None:
    """Run tests in a worker until none is left."""
    for other in other_connections:
        other.close()  # otherwise this process would keep them open after the main process has ended
    config = session.config
    if capture := config.pluginmanager.getplugin("capturemanager"):
        capture.stop_global_capturing()
        capture.start_global_capturing()
    folders: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    folders._basetemp = folders.mktemp(f"worker{number}-", numbered=True)
    runner = _WorkerRunner(session, connection)
    config.pluginmanager.unregister(name="run-in-workers")
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(runner, "terminalreporter")
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        runner.run()
    atexit._run_exitfuncs()


class _WorkerRunner:
    """Run a worker's tests, and send reports to the main process."""

    def __init__(self, session: pytest.Session, connection: Connection) -> None:
        self._session = session
        self._config = session.config
        self._connection = connection
        self._test: _Finished | None = None
        self._tw = create_terminal_writer(self._config, sys.__stderr__)  # where pytest-timeout writes

    def run(self) -> None:
        """Run tests while there are any. After a file's last test, fixtures that the next file doesn't use end."""
        items = self._session.items
        for index, following in pairwise(chain(self._assigned_indexes(), [None])):
            assert index is not None
            self._test = test = _Finished(index)
            next_item = None if following is None else items[following]
            self._config.hook.pytest_runtest_protocol(item=items[index], nextitem=next_item)
            self._connection.send(test)

    def _assigned_indexes(self) -> Iterator[int]:
        """Ask for tests as late as possible, and yield their indexes."""
        while True:
            self._connection.send(None)
            unit: list[int] | None = self._connection.recv()
            if unit is None:
                return
            yield from unit

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        assert self._test is not None
        is_plain = report.longrepr is None
        hook = self._config.hook
        self._test.reports.append(
            report if is_plain else hook.pytest_report_to_serializable(config=self._config, report=report)
        )

    def pytest_warning_recorded(self, warning_message: object, when: str, nodeid: str, location: object) -> None:
        if self._test is not None:  # otherwise a warning from before the fork, which pytest repeats to each new plugin
            warning = {"warning_message": warning_message, "when": when, "nodeid": nodeid, "location": location}
            self._test.warnings.append(warning)
