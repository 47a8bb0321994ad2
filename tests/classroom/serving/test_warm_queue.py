"""The queue of the server's threads, and its use by the server."""

from __future__ import annotations

import queue
import threading
import time
from contextlib import nullcontext

import pytest

from classroom.serving.warm_queue import (
    MOST_SLOW,
    PATIENCE_SECONDS,
    RELIEF_SECONDS,
    STUCK_SECONDS,
    WarmQueue,
    waiting_aside,
)


class Worker(threading.Thread):
    """A thread that takes one task after the other and waits in between for permission."""

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


def test_one_thread_does_everything_if_it_is_fast_enough() -> None:
    work = WarmQueue(most=10, at_once=1)
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


def test_waiting_tasks_are_done_in_order() -> None:
    work = WarmQueue(most=10, at_once=1)
    for one in "abc":
        work.put(one, timeout=0)
    assert work.qsize() == 3
    assert [work.get() for _ in range(3)] == ["a", "b", "c"]
    assert work.qsize() == 0


def test_too_many_tasks_are_refused_but_never_the_end_signal() -> None:
    work = WarmQueue(most=2, at_once=1)
    work.put("a", timeout=0)
    work.put("b", timeout=0)
    with pytest.raises(queue.Full):
        work.put("c", timeout=0)
    work.put(None)
    assert [work.get() for _ in range(3)] == ["a", "b", None]


def test_tasks_that_can_wait_let_others_go_first_for_a_while() -> None:
    now = 0.0
    work = WarmQueue(most=6, at_once=1, can_wait=str.isupper, clock=lambda: now)
    for one in "AaBbc":
        work.put(one, timeout=0)
    assert work.qsize() == 5
    assert [work.get() for _ in range(2)] == ["a", "b"]
    now = PATIENCE_SECONDS
    work.put("C", timeout=0)
    assert [work.get() for _ in range(4)] == ["A", "B", "c", "C"]
    assert work.qsize() == 0


def test_tasks_that_can_wait_count_for_the_limit() -> None:
    work = WarmQueue(most=1, at_once=1, can_wait=str.isupper)
    work.put("A", timeout=0)
    with pytest.raises(queue.Full):
        work.put("b", timeout=0)


class Rooms:
    """Tasks that last until they are released, done by some threads."""

    def __init__(self, work: WarmQueue, *, threads: int) -> None:
        self.begun: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._work = work
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()
        wait_until_idle(work, threads)

    def add(self, name: str, *, is_aside: bool = False) -> threading.Event:
        """Add a task. Return the function that ends it."""
        end = threading.Event()
        self._work.put((name, end, is_aside), timeout=0)
        return end

    def stop(self) -> None:
        for _ in self._threads:
            self._work.put(None)
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()

    def _run(self) -> None:
        while (given := self._work.get()) is not None:
            name, end, is_aside = given
            self.begun.put(name)
            with waiting_aside() if is_aside else nullcontext():
                end.wait(30)


def test_few_threads_work_at_a_time() -> None:
    work = WarmQueue(most=10, at_once=2)
    rooms = Rooms(work, threads=4)
    ends = [rooms.add(name) for name in "abc"]
    assert {rooms.begun.get(timeout=30) for _ in "ab"} == {"a", "b"}
    assert work.qsize() == 1
    ends[0].set()
    assert rooms.begun.get(timeout=30) == "c"
    for end in ends:
        end.set()
    rooms.stop()


def test_a_thread_that_waits_aside_lets_others_work() -> None:
    work = WarmQueue(most=10, at_once=1)
    rooms = Rooms(work, threads=4)
    waiting = rooms.add("waits", is_aside=True)
    assert rooms.begun.get(timeout=30) == "waits"
    works = rooms.add("works")
    assert rooms.begun.get(timeout=30) == "works"
    waiting.set()
    last = rooms.add("last")
    wait_until_idle(work, 3)
    assert work.qsize() == 1, "one works again, and another one still does"
    works.set()
    assert rooms.begun.get(timeout=30) == "last"
    last.set()
    rooms.stop()


class Clock:
    """A clock that stands still until it is set forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_slow_thread_makes_room_for_one_more() -> None:
    clock = Clock()
    work = WarmQueue(most=10, at_once=1, clock=clock)
    rooms = Rooms(work, threads=4)
    ends = [rooms.add(name) for name in "abc"]
    assert rooms.begun.get(timeout=30) == "a"
    assert work.relieve()
    assert work.qsize() == 2, "it has only just begun"
    clock.now += 1.25 * RELIEF_SECONDS
    assert work.relieve()
    assert rooms.begun.get(timeout=30) == "b"
    assert work.qsize() == 1
    ends[0].set()
    wait_until_idle(work, 3)
    assert work.qsize() == 1, "the slow one took up no room"
    ends[1].set()
    assert rooms.begun.get(timeout=30) == "c"
    ends[2].set()
    wait_until_idle(work, 4)
    ends = [rooms.add(name) for name in "de"]
    assert rooms.begun.get(timeout=30) == "d"
    assert work.qsize() == 1, "one at a time again"
    for end in ends:
        end.set()
    rooms.stop()


def test_a_slow_thread_that_waits_aside_makes_no_more_room() -> None:
    clock = Clock()
    work = WarmQueue(most=10, at_once=1, clock=clock)
    work.put("slow", timeout=0)
    assert work.get() == "slow"  # this thread is the slow one
    rooms = Rooms(work, threads=3)
    ends = [rooms.add(name) for name in "ab"]
    clock.now += 1.25 * RELIEF_SECONDS
    work.relieve()
    assert rooms.begun.get(timeout=30) == "a"
    with waiting_aside():
        assert work.qsize() == 1
    assert work.qsize() == 1
    ends[0].set()
    assert rooms.begun.get(timeout=30) == "b"
    ends[1].set()
    rooms.stop()


def test_many_threads_work_only_when_all_are_stuck() -> None:
    clock = Clock()
    work = WarmQueue(most=100, at_once=1, clock=clock)
    threads = 2 * MOST_SLOW + 2
    rooms = Rooms(work, threads=threads)
    for _ in "twice":
        ends = [rooms.add("stuck") for _ in range(MOST_SLOW + 4)]
        for _ in ends:
            clock.now += 1.25 * RELIEF_SECONDS
            work.relieve()
        assert work.qsize() == 3, "all that may be slow, and one more"
        clock.now += STUCK_SECONDS
        work.relieve()
        assert work.qsize() == 0
        for end in ends:
            assert rooms.begun.get(timeout=30) == "stuck"
            end.set()
        wait_until_idle(work, threads)
        assert not work.relieve(), "nothing waits"
    ends = [rooms.add(name) for name in "de"]
    assert rooms.begun.get(timeout=30) == "d"
    assert work.qsize() == 1, "one at a time again"
    for end in ends:
        end.set()
    rooms.stop()


def test_threads_end_also_when_others_do_not() -> None:
    work = WarmQueue(most=10, at_once=1)
    rooms = Rooms(work, threads=3)
    end = rooms.add("long")
    assert rooms.begun.get(timeout=30) == "long"
    stopping = threading.Thread(target=rooms.stop)
    stopping.start()
    wait_until_idle(work, 0)
    end.set()
    stopping.join(30)
    assert not stopping.is_alive()
