"""Compute forecasts: a thread runs `python -m engine simulate` for one kind of table at a time."""

from __future__ import annotations

import atexit
import json
import logging
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from classroom.services.forecasts.kinds import ENGINE, TableKind
from classroom.services.forecasts.lengths import Lengths
from classroom.services.forecasts.store import Store

log = logging.getLogger(__name__)

MOST_WAITING = 30
"""Maximum number of waiting requests: a user who tries many settings won't look at all results."""
_SEED = 1
"""A fixed seed, so the same forecast results on every computer."""
_NICENESS = 15
_SLOWEST_SECONDS = 120.0
_TURN_SECONDS = 0.3
"""Interval for checking whether another process has finished."""
_RETRY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class InProgress:
    """A forecast that is still being computed."""

    played: int
    games: int


@dataclass(frozen=True, slots=True)
class NoForecast:
    """The forecast can't be computed now."""


Answer: TypeAlias = Lengths | InProgress | NoForecast


class SimulationError(Exception):
    """The simulation ended without a result."""


class Forecasts:
    """An app's forecasts. Thread-safe; a request starts the computation."""

    def __init__(self, folder: Path, *, games: int) -> None:
        """Store forecasts in a folder.

        :param games: number of simulated games for each; 0 turns forecasts off.
        """
        self.games = games
        self._store = Store(folder)
        self._waiting: dict[str, TableKind] = {}
        self._failed_at: dict[str, float] = {}
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def ask(self, kind: TableKind) -> Answer:
        """Return the forecast, or the progress of its computation. Never blocks."""
        if not self.games:
            return NoForecast()
        name = kind.name(self.games)
        found = self._store.read(name)
        if found is not None:
            return found
        if time.monotonic() - self._failed_at.get(name, -_RETRY_SECONDS) < _RETRY_SECONDS:
            return NoForecast()
        self._wait_for(name, kind)
        return InProgress(self._store.played(name), self.games)

    def close(self) -> None:
        """Stop the running simulation and accept no more requests."""
        with self._condition:
            self._is_closed = True
            self._waiting.clear()
            self._condition.notify_all()
            if self._child is not None:
                self._child.kill()
        if self._thread is not None:
            self._thread.join(5)
        atexit.unregister(self.close)

    def _wait_for(self, name: str, kind: TableKind) -> None:
        with self._condition:
            if self._is_closed:
                return
            self._waiting.pop(name, None)
            self._waiting[name] = kind  # the latest request first: someone is looking at it
            while len(self._waiting) > MOST_WAITING:
                del self._waiting[next(iter(self._waiting))]
            self._condition.notify_all()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="forecasts", daemon=True)
                self._thread.start()
                atexit.register(self.close)

    def _work(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return
                name, kind = next(reversed(self._waiting.items()))
            try:
                is_done = self._fulfil(name, kind)
            except (OSError, ValueError, SimulationError):
                if not self._is_closed:
                    log.exception("no forecast for %s", kind)
                    self._failed_at[name] = time.monotonic()
                is_done = True
            with self._condition:
                if is_done:
                    self._waiting.pop(name, None)
                else:
                    self._condition.wait(_TURN_SECONDS)

    def _fulfil(self, name: str, kind: TableKind) -> bool:
        """Compute a forecast if necessary; return False while another process is working on it."""
        if self._store.read(name) is not None:
            return True
        if not self._store.begin(name):
            return False
        try:
            data = self._simulate(name, kind)
            Lengths.from_json(json.loads(data))
            self._store.write(name, data)
        finally:
            self._store.end()
        return True

    def _simulate(self, name: str, kind: TableKind) -> bytes:
        """Simulate the games and return the results as JSON.

        :raises SimulationError: if it was stopped, or crashed.
        """
        arguments = ["--json", "--progress", "--games", str(self.games), "--seed", str(_SEED), *kind.arguments]
        with self._condition:
            if self._is_closed:
                raise SimulationError("closed")
            self._child = child = _start(arguments)
        limit = threading.Timer(_SLOWEST_SECONDS, child.kill)
        limit.start()
        try:
            with child:
                complaints = self._follow(name, child)
                data = child.stdout.read() if child.stdout else b""
        finally:
            limit.cancel()
            with self._condition:
                self._child = None
        if child.returncode:
            raise SimulationError(f"exit status {child.returncode}: {b''.join(complaints)[-2000:]!r}")
        return data

    def _follow(self, name: str, child: subprocess.Popen[bytes]) -> list[bytes]:
        """Record each line of progress; return all other lines."""
        complaints = []
        for line in child.stderr or ():
            match line.split():
                case [b"progress", played, _]:
                    if not self._store.note_progress(name, int(played)):
                        child.kill()
                case _:
                    complaints.append(line)
        return complaints


def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start a simulation at the lowest priority."""
    child = subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "-m", ENGINE.name, "simulate", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ENGINE.parent)},
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
        | getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # not always allowed; then it runs at normal priority
            os.setpriority(os.PRIO_PROCESS, child.pid, _NICENESS)
    return child
