"""The queue of the embedded server's threads: work goes to the one that worked last."""

from __future__ import annotations

import queue
import threading
from collections import deque
from typing import Any


class WarmQueue:
    """As much of `queue.Queue` as the server needs, with another thread woken: the one that has waited shortest.

    `queue.Queue` wakes the one that has waited longest, so that a thousand threads take turns. Each keeps the stack and
    the pieces of freed memory that its requests needed, and the process would grow for hours until all have their own.
    """

    def __init__(self, most: int) -> None:
        """Make an empty one.

        :param most: how much work may wait for a thread.
        """
        self._most = most
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

        Never blocks. Whoever sets no time limit is never refused: the server, when it tells its threads to end.

        :raises queue.Full: if too much is waiting.
        """
        del block
        with self._lock:
            if self._idle:
                self._idle.pop().put(work)
            elif timeout is not None and len(self._work) >= self._most:
                raise queue.Full
            else:
                self._work.append(work)

    def get(self) -> Any:  # noqa: ANN401  whatever was put in
        """Wait for work."""
        with self._lock:
            if self._work:
                return self._work.popleft()
            own: queue.SimpleQueue[Any] = queue.SimpleQueue()
            self._idle.append(own)
        return own.get()
