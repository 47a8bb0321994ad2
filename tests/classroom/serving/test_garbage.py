"""Objects that survive a slow collection are exempt from the next ones, for ten minutes."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

from classroom.serving.garbage import SlowCollections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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


@contextmanager
def watched() -> Iterator[Clock]:
    """Watch the collections of this process, by a clock that a scenario sets."""
    clock = Clock()
    collections = SlowCollections(clock)
    gc.disable()
    collections.watch()
    try:
        yield clock
    finally:
        collections.unwatch()
        gc.unfreeze()
        gc.enable()


def collect(clock: Clock, *, seconds: float) -> None:
    """Collect all garbage, which takes this long."""
    clock.step = seconds
    gc.collect()
    clock.step = 0


def quick_collections() -> None:
    """Collect twice: what survives the first time is freed the second time."""
    with watched() as clock:
        cycle = Cycle()
        seen = weakref.ref(cycle)
        collect(clock, seconds=0.01)
        del cycle
        collect(clock, seconds=0.01)
        assert seen() is None


def slow_collections() -> None:
    """Collect for ten minutes: what survives the first time is freed after them, and younger objects at once."""
    with watched() as clock:
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


def slow_collections_after_ten_minutes() -> None:
    """Collect after ten minutes: what survives then is exempt, too."""
    with watched() as clock:
        cycle = Cycle()
        collect(clock, seconds=0.1)
        clock.now += 600
        collect(clock, seconds=0.1)
        seen = weakref.ref(cycle)
        del cycle
        collect(clock, seconds=0.1)
        assert seen() is not None


def collections_of_young_objects() -> None:
    """Collect only young objects, slowly: nothing becomes exempt."""
    with watched() as clock:
        before = gc.get_freeze_count()
        clock.step = 1
        gc.collect(0)
        gc.collect(1)
        assert gc.get_freeze_count() == before


@pytest.fixture(scope="module")
def small_process() -> Iterator[ProcessPoolExecutor]:
    """Start a process with few objects: to collect all those of a test run takes a second each time."""
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize(
    "scenario",
    [quick_collections, slow_collections, slow_collections_after_ten_minutes, collections_of_young_objects],
)
def test_what_survives_a_slow_collection_is_exempt(
    small_process: ProcessPoolExecutor, scenario: Callable[[], None]
) -> None:
    small_process.submit(scenario).result()
