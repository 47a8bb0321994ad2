"""The embedded server's thread queue: prefers the thread that worked last, and limits how many work at once."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_own = threading.local()


@contextmanager
def waiting_aside() -> Iterator[None]:
    """Let another thread work while this one waits for something slow. Has no effect on other servers' threads."""
    own: WarmQueue | None = getattr(_own, "queue", None)
    if own is None:
        yield
        return
    own.make_room()
    try:
        yield
    finally:
        own.take_room()


class WarmQueue:
    """The part of `queue.Queue` that the server needs, with two differences.

    `queue.Queue` wakes the thread that has waited longest, so all threads take turns. Each keeps its own stack and
    freed memory, so the process would grow for hours until every thread has reached its peak.

    Only a few threads work at a time: they share one interpreter, and switching between many wastes time. A thread that
    waits for something slow makes room for another (`waiting_aside`). If all wait, `relieve` does.
    """

    def __init__(self, most: int, *, at_once: int) -> None:
        """Create an empty queue.

        :param most: maximum number of items that wait for a thread.
        :param at_once: maximum number of threads that work at a time.
        """
        self._most = most
        self._at_once = at_once
        self._room = at_once  # negative when threads that waited aside work again
        self._extra_room = 0
        self._begun = 0
        self._begun_before = 0
        self._lock = threading.Lock()
        self._work: deque[Any] = deque()
        self._idle: list[queue.SimpleQueue[Any]] = []

    @property
    def idle(self) -> int:
        """Return the number of idle threads."""
        return len(self._idle)

    def qsize(self) -> int:
        """Return the number of items that wait for a thread."""
        return len(self._work)

    def put(self, work: object, block: bool = True, timeout: float | None = None) -> None:  # noqa: FBT001, FBT002
        """Queue an item for a thread.

        Never blocks. Without a timeout the limit does not apply: this is how the server tells its threads to end.

        :raises queue.Full: if the limit is reached and there is a timeout.
        """
        del block
        with self._lock:
            if timeout is None:
                self._room += 1
            elif len(self._work) >= self._most:
                raise queue.Full
            self._work.append(work)
            self._begin_work()

    def get(self) -> Any:  # noqa: ANN401  whatever was put in
        """Wait for an item. This marks the thread's previous item as done."""
        with self._lock:
            if getattr(_own, "queue", None) is self:
                self._room += 1
            _own.queue = self
            own: queue.SimpleQueue[Any] = queue.SimpleQueue()
            self._idle.append(own)
            self._begin_work()
        return own.get()

    def make_room(self) -> None:
        """Let another thread work while this one waits."""
        with self._lock:
            self._room += 1
            self._begin_work()

    def take_room(self) -> None:
        """Resume work, even if that briefly exceeds the limit."""
        with self._lock:
            self._room -= 1

    def relieve(self) -> None:
        """Allow more threads if no work started since the last call: the current ones must be waiting."""
        with self._lock:
            if not self._work:
                self._room -= self._extra_room
                self._extra_room = 0
            elif self._begun == self._begun_before:
                self._room += self._at_once
                self._extra_room += self._at_once
                self._begin_work()
            self._begun_before = self._begun

    def _begin_work(self) -> None:
        while self._work and self._idle and self._room > 0:
            self._room -= 1
            self._begun += 1
            self._idle.pop().put(self._work.popleft())
