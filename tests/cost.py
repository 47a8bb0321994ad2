"""`--cost N`: list the N files and the N tests that take the most CPU time, including processes that they start.

Durations, as pytest lists them, mean little where several workers share a core. A fixture counts for the first test
that uses it, and what a server or a browser does after a test counts for a later test. Linux only.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests import reaper
from tests.benchmarks.processes import children_of, cpu_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

_KEY = "cost"
_SAMPLE_INTERVAL = 0.2
"""Seconds between samples of other processes. A browser has hundreds of threads, so sampling is slow."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--cost`."""
    parser.addoption("--cost", type=int, default=0, metavar="N", help="list the N files and tests with most CPU time")


def pytest_configure(config: pytest.Config) -> None:
    """Measure if `--cost` is given."""
    if number := config.getoption("cost"):
        config.pluginmanager.register(_Cost(number), "cost")


class _Cost:
    """Measure in each worker, and add up in the process that reports."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._cpu_at_collection = 0.0
        self._meter = Meter()
        self._tests: Counter[str] = Counter()
        self._last_test_ends: dict[int, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        if self._meter.process != os.getpid():  # a worker is a fork
            self._meter = Meter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        report.user_properties.append((_KEY, (os.getpid(), self._meter.since_last())))
        return report

    def pytest_collection_finish(self) -> None:
        self._cpu_at_collection = time.process_time() + _cpu_of_ended_children()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == _KEY and isinstance(value, (list, tuple)):
                worker, seconds = value
                self._tests[report.nodeid] += seconds
                self._last_test_ends[worker] = max(report.stop, self._last_test_ends.get(worker, 0))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        files: Counter[str] = Counter()
        for test, seconds in self._tests.items():
            files[test.partition("::")[0]] += seconds
        terminalreporter.section("CPU seconds")
        end = max(self._last_test_ends.values(), default=0)
        idle = " ".join(f"{end - one:.0f}" for one in self._last_test_ends.values())
        terminalreporter.line(f"{self._cpu_at_collection:.1f} for collecting, {files.total():.1f} for tests")
        terminalreporter.line(f"Seconds between each worker's last test and the end: {idle}")
        for costs in (files, self._tests):
            terminalreporter.line("")
            for name, seconds in costs.most_common(self._number):
                terminalreporter.line(f"{seconds:8.2f} {name}")


class Meter:
    """The CPU time of this process and of all processes that it started, without the cost of measuring."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._children: dict[int, _Tree] = {}
        self._servers: dict[int, _Tree] = {}
        self._waited_for = 0.0
        self._lost = 0.0
        self._measuring = 0.0
        self._next_sample = 0.0
        self._last = 0.0
        self.since_last()

    def since_last(self) -> float:
        """Return the CPU seconds since the last call."""
        if time.monotonic() >= self._next_sample:
            before = time.process_time()
            self._sample_processes()
            self._measuring += time.process_time() - before
            self._next_sample = time.monotonic() + _SAMPLE_INTERVAL
        last = self._last
        living = sum(tree.total for tree in (*self._children.values(), *self._servers.values()))
        self._last = time.process_time() - self._measuring + _cpu_of_ended_children() + living + self._lost
        return self._last - last

    def _sample_processes(self) -> None:
        children = _trees(children_of(self.process))
        waited_for = _cpu_of_ended_children()
        self._lost += _lost(self._children, children, waited_for=waited_for - self._waited_for)
        # Servers can be children of another process.
        servers = _trees(reaper.watched() - set(_all(children)))
        left = {pid: tree for pid, tree in self._servers.items() if pid not in children}
        self._lost += _lost(left, servers, waited_for=0)
        self._children, self._servers, self._waited_for = children, servers, waited_for


@dataclass
class _Tree:
    """A process and its descendants, with their CPU seconds."""

    own: float
    waited_for: float
    """Of ended children that it waited for, and of those that these waited for."""
    children: dict[int, _Tree]

    @property
    def total(self) -> float:
        return self.own + self.waited_for + sum(child.total for child in self.children.values())


def _trees(pids: Iterable[int]) -> dict[int, _Tree]:
    found: dict[int, _Tree] = {}
    for pid in pids:
        with suppress(OSError):  # it has ended
            own = cpu_of(pid)
            found[pid] = _Tree(own, cpu_of(pid, ended=True) - own, _trees(children_of(pid)))
    return found


def _all(trees: dict[int, _Tree]) -> Iterator[int]:
    for pid, tree in trees.items():
        yield pid
        yield from _all(tree.children)


def _lost(before: dict[int, _Tree], now: dict[int, _Tree], *, waited_for: float) -> float:
    """Return the CPU seconds of ended processes for which their parent did not wait, as those of a killed browser.

    The system forgets them.

    :param waited_for: CPU seconds of processes for which the parent has waited in the meantime.
    """
    ended = sum(tree.total for pid, tree in before.items() if pid not in now)
    further = sum(
        _lost(tree.children, now[pid].children, waited_for=now[pid].waited_for - tree.waited_for)
        for pid, tree in before.items()
        if pid in now
    )
    return max(ended - waited_for, 0) + further


def _cpu_of_ended_children() -> float:
    """Return the CPU seconds of ended children that this process has waited for."""
    times = os.times()
    return times.children_user + times.children_system
