"""`--workers N`: collect once, then run the tests in N forks of the process that has collected them.

A worker that starts from nothing imports and collects for six seconds of a processor, as often as there are workers.
A fork has all that at once, and shares its memory. Each worker runs a file at a time, as the tests of a file may share
a server. What the tests are about runs in the workers; what the run is about, its report, runs here.
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
"""Elsewhere, the tests run in one process: macOS forbids much to forks, and Windows has none."""
TO_A_PROCESSOR = 3
"""Workers: more than half of the time, tests wait for a browser, a server, or a clock, and a fork costs nothing."""
IMPORTED = ("classroom.cli", "classroom.live.postgres", "html5lib", "psycopg", "sqlalchemy.dialects.postgresql")
"""What many tests import late: once for all workers, if these have much to do."""
MANY = 200
"""Tests for which that is worth its second."""
WAITING = (
    *("browser", "lesson", "field_failures/test_full_class.py", "field_failures/test_deleted_names.py", "crash"),
    *("sign_in", "proxies", "test_reaper.py", "classroom/serving", "classroom/services/forecasts"),
    "classroom/blueprints/test_forecast.py",
)
"""What mostly waits: for a browser, a server, another process, or a clock."""
SPLIT = frozenset(
    {
        "tests/classroom/services/decks/test_playing.py",
        "tests/sign_in/test_burst.py",
        "tests/trust/test_random_lessons.py",
    }
)
"""Files whose tests are worth more workers, each of which makes the module's fixtures again."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--workers`."""
    parser.addoption("--workers", default="0", metavar="N", help="run in N forks (auto: three to a processor)")


def pytest_configure(config: pytest.Config) -> None:
    """Run in forks if that was asked for."""
    asked = config.getoption("workers")
    number = TO_A_PROCESSOR * (os.cpu_count() or 1) if asked == "auto" else int(asked)
    if number > 0 and CAN_FORK and not config.getoption("usepdb") and not config.getoption("collectonly"):
        config.pluginmanager.register(_Run(config, number), "run-in-workers")


class _Run:
    """A run of the tests in workers: hands out files, and takes reports."""

    def __init__(self, config: pytest.Config, number: int) -> None:
        self._config = config
        self._number = number
        self._workers: list[_Worker] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed and not self._config.getoption("continue_on_collection_errors"):
            return None  # pytest itself says what it could not collect
        _prepare(session)
        queue = _Queue(session.items)
        try:
            for number in range(min(self._number, len(queue.units))):
                self._begin(session, number)
            while self._workers:
                for worker in _speakers(self._workers):
                    self._attend(session, worker, queue)
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)
        finally:
            for worker in self._workers:
                worker.process.terminate()
        return True

    def _begin(self, session: pytest.Session, number: int) -> None:
        """Start a worker."""
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("fork").Process(  # type: ignore[attr-defined,unused-ignore]
            target=_work, args=(session, number, theirs, [ours, *(worker.line for worker in self._workers)])
        )
        process.start()
        theirs.close()
        self._workers.append(_Worker(number, process, ours))

    def _attend(self, session: pytest.Session, worker: _Worker, queue: _Queue) -> None:
        """Take what a worker says, and answer if it asks for tests."""
        try:
            kind, what = worker.line.recv()
        except (EOFError, OSError):
            self._end(session, worker, queue)
            return
        hook = self._config.hook
        if kind == "next":
            unit = queue.take(waits=worker.number % 2 == 0)
            worker.given += unit or ()
            worker.line.send(unit)
        elif kind == "start":
            worker.begun = what
            item = session.items[what]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif kind == "report":
            hook.pytest_runtest_logreport(report=hook.pytest_report_from_serializable(config=self._config, data=what))
        elif kind == "warning":
            hook.pytest_warning_recorded.call_historic(kwargs=what)
        else:
            item = session.items[what]
            worker.given.remove(what)
            worker.begun = None
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _end(self, session: pytest.Session, worker: _Worker, queue: _Queue) -> None:
        """Let a worker go. If it died in a test, that one has failed, and another worker runs what was left."""
        self._workers.remove(worker)
        worker.line.close()
        worker.process.join()
        if not worker.given:
            return
        died_in = worker.given.pop(0) if worker.begun is None else worker.begun
        with suppress(ValueError):
            worker.given.remove(died_in)
        item = session.items[died_in]
        text = f"The worker died in this test: exit status {worker.process.exitcode}."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", text, "call")
        self._config.hook.pytest_runtest_logreport(report=report)
        if worker.given:
            queue.units.appendleft(worker.given)
        if queue.units:
            self._begin(session, worker.number)


def _prepare(session: pytest.Session) -> None:
    """Do once what each worker would do: import, and settle the memory that they share."""
    if len(session.items) >= MANY:
        for module in IMPORTED:
            importlib.import_module(module)
    gc.collect()
    gc.freeze()
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    # A line for each file would stand wherever another worker goes on.
    if reporter := session.config.pluginmanager.getplugin("terminalreporter"):
        reporter.showfspath = False
    assert threading.active_count() == 1, "a fork has no thread but its first"


@dataclass
class _Worker:
    """A worker, seen from the process that hands out the tests: indexes of those that it has, and of the one begun."""

    number: int
    process: BaseProcess
    line: Connection
    given: list[int] = field(default_factory=list)
    begun: int | None = None


def _speakers(workers: list[_Worker]) -> list[_Worker]:
    """Give the workers that have said something, or have ended."""
    said = set(map(id, wait([worker.line for worker in workers])))
    return [worker for worker in workers if id(worker.line) in said]


class _Queue:
    """What is left to run: the indexes of a file's tests, file by file, of some files test by test.

    Every other worker takes what mostly waits, as long as there is any, and the others what computes: each leaves the
    processors to the other kind. Browsers alone use half of them, and half the workers need none.
    """

    def __init__(self, items: list[pytest.Item]) -> None:
        self._items = items
        units: dict[str, list[int]] = {}
        for index, item in enumerate(items):
            units.setdefault(_unit(item.nodeid), []).append(index)
        self.units = deque(units.values())

    def take(self, *, waits: bool) -> list[int] | None:
        """Give the first file of a worker's kind, or the first of all, or None if there is none."""
        if not self.units:
            return None
        own = (unit for unit in self.units if _waits(self._items[unit[0]].path) is waits)
        unit = next(own, self.units[0])
        self.units.remove(unit)
        return unit


def _unit(nodeid: str) -> str:
    """Give what a worker runs as a whole: a file, or a test of a file that is split."""
    file = nodeid.partition("::")[0]
    return nodeid if file in SPLIT else file


@cache
def _waits(file: Path) -> bool:
    """Tell whether the tests of a file mostly wait."""
    return any(file.is_relative_to(TESTS / place) for place in WAITING)


def _work(session: pytest.Session, number: int, line: Connection, not_ours: list[Connection]) -> None:
    """Be a worker, until no test is left."""
    for other in not_ours:
        other.close()  # else it would not be seen that the other end has gone
    config = session.config
    if capture := config.pluginmanager.getplugin("capturemanager"):
        capture.stop_global_capturing()
        capture.start_global_capturing()
    folders: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    folders._basetemp = folders.mktemp(f"worker{number}-", numbered=True)
    teller = _Teller(session, line)
    config.pluginmanager.unregister(name="run-in-workers")
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(teller, "terminalreporter")
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        teller.run()
    atexit._run_exitfuncs()


class _Teller:
    """Runs the tests of a worker, and tells the process that reports what it finds."""

    def __init__(self, session: pytest.Session, line: Connection) -> None:
        self._session = session
        self._config = session.config
        self._line = line
        self._is_running = False
        self._tw = create_terminal_writer(self._config, sys.__stderr__)  # where pytest-timeout writes

    def run(self) -> None:
        """Run tests as long as there are any. The last of a file takes down what the next file does not need."""
        self._is_running = True
        items = self._session.items
        for index, following in pairwise(chain(self._handed_out(), [None])):
            assert index is not None
            self._line.send(("start", index))
            next_item = None if following is None else items[following]
            self._config.hook.pytest_runtest_protocol(item=items[index], nextitem=next_item)
            self._line.send(("finish", index))

    def _handed_out(self) -> Iterator[int]:
        """Ask for tests as late as possible, and give their indexes."""
        while True:
            self._line.send(("next", None))
            unit: list[int] | None = self._line.recv()
            if unit is None:
                return
            yield from unit

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._line.send(("report", data))

    def pytest_warning_recorded(self, warning_message: object, when: str, nodeid: str, location: object) -> None:
        if self._is_running:  # else one from before the fork, which every new plugin is told
            told = {"warning_message": warning_message, "when": when, "nodeid": nodeid, "location": location}
            self._line.send(("warning", told))
