"""Objects that survive a slow collection are exempt from the next ones, for ten minutes."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from classroom.serving.garbage import SlowCollections


class Clock:
    """A clock that goes on by a step whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class Cycle:
    """Freed by the collector only."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    watched = SlowCollections(clock)
    gc.freeze()  # imported modules: to look through them takes half a second
    gc.disable()
    watched.watch()
    yield clock
    watched.unwatch()
    gc.enable()
    gc.freeze()  # again, if a test thawed them


def collect(clock: Clock, *, seconds: float) -> None:
    """Collect all garbage, which takes this long."""
    clock.step = seconds
    gc.collect()
    clock.step = 0


def test_survivors_of_a_quick_collection_are_collected_again(clock: Clock) -> None:
    cycle = Cycle()
    seen = weakref.ref(cycle)
    collect(clock, seconds=0.01)
    del cycle
    collect(clock, seconds=0.01)
    assert seen() is None


def test_survivors_of_a_slow_collection_are_exempt_for_ten_minutes(clock: Clock) -> None:
    cycle = Cycle()
    seen = weakref.ref(cycle)
    collect(clock, seconds=0.1)
    del cycle
    clock.now += 300
    collect(clock, seconds=0.1)
    assert seen() is not None
    young = Cycle()
    born_later = weakref.ref(young)
    del young
    collect(clock, seconds=0.1)
    assert born_later() is None
    clock.now += 300
    collect(clock, seconds=0.1)
    assert seen() is None


def test_survivors_are_exempt_again_after_ten_minutes(clock: Clock) -> None:
    cycle = Cycle()
    collect(clock, seconds=0.1)
    clock.now += 600
    collect(clock, seconds=0.1)
    seen = weakref.ref(cycle)
    del cycle
    collect(clock, seconds=0.1)
    assert seen() is not None


def test_young_objects_are_collected_without_a_note(clock: Clock) -> None:
    before = gc.get_freeze_count()
    clock.step = 1
    gc.collect(0)
    gc.collect(1)
    assert gc.get_freeze_count() == before
