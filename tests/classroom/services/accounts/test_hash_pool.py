from __future__ import annotations

import threading
import time

import pytest

from classroom.services.accounts import passwords
from classroom.services.accounts.passwords import HashPool
from classroom.services.errors import ServerErrorCode, ServiceError


class Crowd:
    """Threads that want slots, and a record of who ran when."""

    def __init__(self, pool: HashPool) -> None:
        self.pool = pool
        self.ran: list[str] = []
        self.running = 0
        self.most_running = 0
        self._go_on = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []

    def add(self, name: str, *, goes_first: bool) -> None:
        """Start another thread that requests a slot, behind those that already wait."""
        before = self._asking()
        thread = threading.Thread(target=self._run, args=(name,), kwargs={"goes_first": goes_first})
        self._threads.append(thread)
        thread.start()
        while self._asking() == before:
            time.sleep(0.001)

    def finish(self) -> None:
        """Release all threads, and wait for them to end."""
        self._go_on.set()
        for thread in self._threads:
            thread.join()

    def _asking(self) -> int:
        return self.running + len(self.pool._first) + len(self.pool._others)

    def _run(self, name: str, *, goes_first: bool) -> None:
        with self.pool.slot(goes_first=goes_first):
            with self._lock:
                self.ran.append(name)
                self.running += 1
                self.most_running = max(self.most_running, self.running)
            self._go_on.wait()
            with self._lock:
                self.running -= 1


def test_the_number_of_running_threads_is_limited() -> None:
    crowd = Crowd(HashPool(slots=2))
    for number in range(10):
        crowd.add(f"student {number}", goes_first=True)
    crowd.finish()
    assert crowd.most_running == 2
    assert len(crowd.ran) == 10


def test_students_go_first_and_each_queue_keeps_its_order() -> None:
    crowd = Crowd(HashPool(slots=1))
    for number in range(4):
        crowd.add(f"stranger {number}", goes_first=False)
    for number in range(4):
        crowd.add(f"student {number}", goes_first=True)
    crowd.finish()
    students, strangers = ([f"{kind} {number}" for number in range(4)] for kind in ("student", "stranger"))
    assert crowd.ran == [strangers[0], *students, *strangers[1:]]


def test_unknown_devices_run_one_at_a_time() -> None:
    crowd = Crowd(HashPool(slots=3))
    for number in range(5):
        crowd.add(f"stranger {number}", goes_first=False)
    crowd.finish()
    assert crowd.most_running == 1


def test_a_full_queue_of_unknown_devices_does_not_block_students(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "OTHERS_WAITING", 3)
    crowd = Crowd(HashPool(slots=1))
    for number in range(4):
        crowd.add(f"stranger {number}", goes_first=False)
    with pytest.raises(ServiceError) as caught, crowd.pool.slot(goes_first=False):
        pytest.fail("there is no room")
    assert caught.value.code is ServerErrorCode.BUSY
    crowd.add("student", goes_first=True)
    crowd.finish()
    assert crowd.ran[:2] == ["stranger 0", "student"]


def test_a_slot_is_free_again_after_an_error() -> None:
    pool = HashPool(slots=1)
    for goes_first in (True, False) * 3:
        with pytest.raises(ZeroDivisionError), pool.slot(goes_first=goes_first):
            raise ZeroDivisionError
    with pool.slot(goes_first=True):
        pass


def test_many_students_can_wait() -> None:
    assert passwords.FIRST_WAITING >= 1000
    assert passwords.OTHERS_WAITING < 100
