"""The queue of the server's threads, and that the server uses it."""

from __future__ import annotations

import queue
import threading
import time

import pytest

from classroom.warm_queue import WarmQueue


class Worker(threading.Thread):
    """A thread that takes one piece of work after the other, and waits in between to be allowed the next."""

    def __init__(self, work: WarmQueue) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.done: list[object] = []

    def run(self) -> None:
        while (one := self._work.get()) is not None:
            self.done.append(one)


def wait_until_idle(work: WarmQueue, threads: int) -> None:
    deadline = time.monotonic() + 30
    while work.idle < threads:
        assert time.monotonic() < deadline, f"{work.idle} of {threads} threads wait for work"
        time.sleep(0.001)


def test_one_thread_does_all_that_it_is_quick_enough_for() -> None:
    work = WarmQueue(most=10)
    workers = [Worker(work) for _ in range(4)]
    for number, worker in enumerate(workers, start=1):
        worker.start()
        wait_until_idle(work, number)
    for number in range(12):
        work.put(number, timeout=0)
        wait_until_idle(work, len(workers))
    for _ in workers:
        work.put(None)
    for worker in workers:
        worker.join(30)
    assert [worker.done for worker in workers] == [[], [], [], [*range(12)]]


def test_what_no_thread_is_free_for_is_done_in_order() -> None:
    work = WarmQueue(most=10)
    for one in "abc":
        work.put(one, timeout=0)
    assert work.qsize() == 3
    assert [work.get() for _ in range(3)] == ["a", "b", "c"]
    assert work.qsize() == 0


def test_too_much_is_refused_but_never_the_word_to_end() -> None:
    work = WarmQueue(most=2)
    work.put("a", timeout=0)
    work.put("b", timeout=0)
    with pytest.raises(queue.Full):
        work.put("c", timeout=0)
    work.put(None)
    assert [work.get() for _ in range(3)] == ["a", "b", None]
