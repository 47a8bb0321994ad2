"""The embedded server's thread queue: prefers the thread that worked last, and limits how many work at once."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

RELIEF_SECONDS = 0.02
"""How often to call `relieve` while items wait; also when an item counts as slow."""
STUCK_SECONDS = 0.5
"""If no item has begun for so long although some wait, more than `MOST_SLOW` threads may work."""
MOST_SLOW = 15
"""How many slow threads may work besides those that count."""
PATIENCE_SECONDS = 2.0
"""How long an item that can wait gives way to others."""

_own = threading.local()


@contextmanager
def waiting_aside() -> Iterator[None]:
    """Let another thread work while this one waits for something slow. Has no effect on other servers' threads."""
    turn: _Turn | None = getattr(_own, "turn", None)
    if turn is None or not turn.queue.step_aside(turn):
        yield
        return
    try:
        yield
    finally:
        turn.queue.step_back(turn)


class _Turn:
    """A thread's work on one item."""

    __slots__ = ("began", "counts", "queue")

    def __init__(self, own: WarmQueue, began: float) -> None:
        self.queue = own
        self.began = began
        self.counts = True
        """Whether it takes up room: it is neither slow nor waiting aside."""


class WarmQueue:
    """The part of `queue.Queue` that the server needs, with three differences.

    `queue.Queue` wakes the thread that has waited longest, so all threads take turns. Each keeps its own stack and
    freed memory, so the process would grow for hours until every thread has reached its peak.

    Only a few threads work at a time. They share one interpreter: a thread that calls the database releases the
    interpreter's lock, and with others at work it waits up to 5 ms to get it back, many times in a request. So a
    thread makes room for another only when it waits for something slow (`waiting_aside`), or turns out to be slow
    (`relieve`).

    Items that can wait let all others go first, for `PATIENCE_SECONDS`.
    """

    def __init__(
        self,
        most: int,
        *,
        at_once: int,
        can_wait: Callable[[Any], bool] = lambda _work: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create an empty queue.

        :param most: maximum number of items that wait for a thread.
        :param at_once: maximum number of threads that work at a time, besides slow ones.
        :param can_wait: returns whether an item can wait.
        """
        self._most = most
        self._can_wait = can_wait
        self._clock = clock
        self._room = at_once  # negative when threads that waited aside work again
        self._extra_room = 0
        self._slow = 0
        self._begun_at = 0.0
        self._turns: dict[_Turn, None] = {}  # those that count, the oldest first
        self._lock = threading.Lock()
        self._work: deque[Any] = deque()
        self._later: deque[tuple[float, Any]] = deque()  # those that can wait, with the end of their patience
        self._idle: list[queue.SimpleQueue[Any]] = []

    @property
    def idle(self) -> int:
        return len(self._idle)

    def qsize(self) -> int:
        """Return the number of items that wait for a thread."""
        return len(self._work) + len(self._later)

    def put(self, work: object, block: bool = True, timeout: float | None = None) -> None:  # noqa: FBT001, FBT002
        """Queue an item for a thread.

        Never blocks. Without a timeout the limit does not apply: this is how the server tells its threads to end.

        :raises queue.Full: if the limit is reached and there is a timeout.
        """
        del block
        with self._lock:
            if timeout is None:
                self._room += 1
                self._work.append(work)
            elif self.qsize() >= self._most:
                raise queue.Full
            elif self._can_wait(work):
                self._later.append((self._clock() + PATIENCE_SECONDS, work))
            else:
                self._work.append(work)
            self._begin_work()

    def get(self) -> Any:  # noqa: ANN401  whatever was put in
        """Wait for an item. This marks the thread's previous item as done."""
        done: _Turn | None = getattr(_own, "turn", None)
        with self._lock:
            if done is not None and done.queue is self:
                self._end(done)
            own: queue.SimpleQueue[Any] = queue.SimpleQueue()
            self._idle.append(own)
            self._begin_work()
        _own.turn, work = own.get()
        return work

    def step_aside(self, turn: _Turn) -> bool:
        """Let another thread work while this one waits. Return False if it takes up no room anyway."""
        with self._lock:
            if not turn.counts:
                return False
            self._stop_counting(turn)
            self._begin_work()
        return True

    def step_back(self, turn: _Turn) -> None:
        """Resume work after `step_aside`, even if that briefly exceeds the limit."""
        with self._lock:
            turn.counts = True
            self._turns[turn] = None
            self._room -= 1

    def relieve(self) -> bool:
        """Make room for others if threads are slow. If nothing has begun for half a second, all must be waiting.

        :returns: whether items wait, so that it should be called again after `RELIEF_SECONDS`.
        """
        now = self._clock()
        with self._lock:
            if not self.qsize():
                self._room -= self._extra_room
                self._extra_room = 0
                return False
            if now - self._begun_at >= STUCK_SECONDS:
                self._extra_room += MOST_SLOW
                self._room += MOST_SLOW
            for turn in list(self._turns):
                if self._slow < MOST_SLOW and now - turn.began >= RELIEF_SECONDS:
                    self._stop_counting(turn)
                    self._slow += 1
            self._begin_work()
        return True

    def _stop_counting(self, turn: _Turn) -> None:
        turn.counts = False
        del self._turns[turn]
        self._room += 1

    def _end(self, turn: _Turn) -> None:
        if turn.counts:
            self._stop_counting(turn)
        else:
            self._slow -= 1

    def _begin_work(self) -> None:
        while (self._work or self._later) and self._idle and self._room > 0:
            self._room -= 1
            self._begun_at = self._clock()
            turn = _Turn(self, self._begun_at)
            self._turns[turn] = None
            self._idle.pop().put((turn, self._next()))

    def _next(self) -> Any:  # noqa: ANN401  whatever was put in
        if self._later and (not self._work or self._later[0][0] <= self._clock()):
            return self._later.popleft()[1]
        return self._work.popleft()
