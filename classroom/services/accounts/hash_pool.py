"""Room for slow hashes: few at a time, those of students and known devices first, and a short queue."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from classroom.services.errors import ServerErrorCode, ServiceError
from classroom.serving.warm_queue import waiting_aside

SLOTS = max(1, min(4, os.cpu_count() or 1))
"""Each hash takes 19 MiB and a core; more at once only wait for each other."""
FIRST_WAITING = 1000
"""A building that signs in at once."""
OTHERS_WAITING = 64


class HashPool:
    """A semaphore with two queues. Hashes for strangers run one at a time, after everyone else's."""

    def __init__(self, *, slots: int = SLOTS) -> None:
        self._slots = slots
        self._lock = threading.Lock()
        self._first: deque[threading.Event] = deque()
        self._others: deque[threading.Event] = deque()
        self._running = 0
        self._others_running = 0

    @contextmanager
    def slot(self, *, goes_first: bool) -> Iterator[None]:
        """Wait for a slot and hold it during the block.

        :param goes_first: False for whoever has proved nothing yet.
        :raises ServiceError: BUSY, if too many wait already.
        """
        self._wait_in_line(goes_first=goes_first)
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1
                self._others_running -= not goes_first
                self._start_next()

    def _wait_in_line(self, *, goes_first: bool) -> None:
        line, longest = (self._first, FIRST_WAITING) if goes_first else (self._others, OTHERS_WAITING)
        turn = threading.Event()
        with self._lock:
            if len(line) >= longest:
                raise ServiceError(ServerErrorCode.BUSY)
            line.append(turn)
            self._start_next()
        with waiting_aside():
            turn.wait()

    def _start_next(self) -> None:
        while self._running < self._slots:
            if self._first:
                self._first.popleft().set()
            elif self._others and not self._others_running:
                self._others.popleft().set()
                self._others_running += 1
            else:
                return
            self._running += 1
