"""The queue of the embedded server's threads: work goes to the one that worked last, and to few at a time."""

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
    """Let another thread work while this one waits for something slow. Means nothing on threads of other servers."""
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
    """As much of `queue.Queue` as the server needs, with two differences.

    `queue.Queue` wakes the thread that has waited longest, so that a thousand threads take turns. Each keeps the stack
    and the pieces of freed memory that its requests needed, and the process would grow for hours until all have theirs.

    Only a few threads work at a time: they share one interpreter, and a crowd of them spends its time on taking turns.
    A thread that waits for something slow makes room for another (`waiting_aside`); `relieve` does if all wait.
    """

    def __init__(self, most: int, *, at_once: int) -> None:
        """Make an empty one.

        :param most: how much work may wait for a thread.
        :param at_once: how many threads work at a time.
        """
        self._most = most
        self._at_once = at_once
        self._room = at_once  # below 0 when those who waited aside work again
        self._extra_room = 0
        self._begun = 0
        self._begun_before = 0
        self._lock = threading.Lock()
        self._work: deque[Any] = deque()
        self._idle: list[queue.SimpleQueue[Any]] = []

    @property
    def idle(self) -> int:
        """How many threads wait for work."""
        return len(self._idle)

    def qsize(self) -> int:
        """How much work waits for a thread."""
        return len(self._work)

    def put(self, work: object, block: bool = True, timeout: float | None = None) -> None:  # noqa: FBT001, FBT002
        """Give work to a thread, or let it wait for one.

        Never blocks. Anyone who sets no time limit is never refused: the server, when it tells its threads to end.

        :raises queue.Full: if too much is waiting.
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
        """Wait for work. The thread has done what it was given before."""
        with self._lock:
            if getattr(_own, "queue", None) is self:
                self._room += 1
            _own.queue = self
            own: queue.SimpleQueue[Any] = queue.SimpleQueue()
            self._idle.append(own)
            self._begin_work()
        return own.get()

    def make_room(self) -> None:
        """Let another thread work: this one waits."""
        with self._lock:
            self._room += 1
            self._begin_work()

    def take_room(self) -> None:
        """Work again, also if that is one too many for a while."""
        with self._lock:
            self._room -= 1

    def relieve(self) -> None:
        """Let more threads work if no work was begun since the last call: whatever they do, they wait for something."""
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
