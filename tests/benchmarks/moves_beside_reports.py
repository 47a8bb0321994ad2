"""Latency of moves while others open reports: a move locks only its game and never waits for a report."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from sqlalchemy import select

from classroom import database
from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import Game, SchoolClass
from classroom.services.classes.school_classes import create_class
from classroom.services.learning import folding, knowledge
from classroom.services.learning.knowledge import drop_memory, save_knowledge
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current, start

if TYPE_CHECKING:
    from flask import Flask

    from tests.page_client import PageClient

MOVES, TABLES = 36, 6
MOST_HOLD = 10.0
"""Milliseconds of the processor for which a report, or a snapshot that is stored, may hold a lock that moves need."""
SETTINGS = TableSettings(deck="mixed", board="10x10", dealing=Dealing.AUTOMATIC, lowest_grade=1, highest_grade=8)
"""Each move deals a card by the student's estimates, which both moves and reports read."""


def measure_moves(app: Flask, page: PageClient, addresses: Sequence[str]) -> None:
    """Play in one class while another's reports are opened, and print the latency of moves.

    :param addresses: addresses of the reports, opened without pauses
    """

    def read() -> None:
        for address in addresses:
            page.request("GET", address, {}, {})

    def save() -> None:
        with app.app_context():
            save_knowledge()

    holds: list[float] = []
    is_enough = threading.Event()
    teacher_id = db.session.scalars(select(SchoolClass.teacher_id)).first() or ""
    players = create_class(teacher_id=teacher_id, name="Players")
    class_session = start(TABLES * 4, SETTINGS, school_class=players)
    tables = [current(class_session, table).id for table in range(TABLES)]
    print(f"\n{'':54}{'wall':>8}{'':>10}{'processor':>11}{'longest hold':>14}")
    print(f"{f'{MOVES} moves with own levels, ms':54}{'median':>8}{'slowest':>10}{'median':>11}{'of a lock':>14}")
    with _watched_locks(holds):
        alone = _play("alone", tables, holds)
        beside = []
        with _meanwhile(read):
            beside.append(_play("beside reports", tables, holds))
        with _meanwhile(read), _meanwhile(save):
            beside.append(_play("beside reports and snapshots that are stored", tables, holds))
        with _meanwhile(read), _meanwhile(lambda: _recount(app, is_enough)):
            beside.append(_play("beside reports, while all answers are counted again", tables, holds))
            is_enough.set()
    drop_memory()
    extra = max(one.processor for one in beside) - alone.processor
    longest = max(one.hold for one in beside)
    print(f"A move's own work beside all that: {extra:+.1f} ms of the processor (noise included).", end=" ")
    print(f"Others held a lock that it needs for {longest:.1f} ms of the processor at most (goal: {MOST_HOLD}).")


class Moves(NamedTuple):
    """Milliseconds of moves."""

    processor: float
    """Median of their own work."""
    hold: float
    """The longest time of the processor for which others held a lock that moves need."""


@contextmanager
def _watched_locks(holds: list[float]) -> Iterator[None]:
    """Note for how long others hold the locks that moves need too."""
    of_folds = mock.patch.object(folding, "threading", SimpleNamespace(Lock=lambda: _WatchedLock(holds)))
    with of_folds, mock.patch.object(database, "_write_lock", _WatchedLock(holds)):
        drop_memory()
        yield


class _EnoughError(Exception):
    """The moves beside the recount have been made."""


def _recount(app: Flask, is_enough: threading.Event) -> None:
    """Fold all answers again, as after a change of the algorithm. The snapshot stays for the next time."""

    def sleep(seconds: float) -> None:
        if is_enough.wait(seconds):
            raise _EnoughError

    pausing = mock.patch.object(knowledge, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    with app.app_context(), pausing, mock.patch.object(folding, "generation", return_value="another algorithm"):
        drop_memory()
        with suppress(_EnoughError):
            save_knowledge()
        is_enough.wait()


class _WatchedLock:
    """A lock that notes how much CPU time other threads than the main one use while they hold it, in milliseconds."""

    def __init__(self, holds: list[float]) -> None:
        self._lock, self._holds = threading.RLock(), holds
        self._depth, self._since = 0, 0.0

    def __enter__(self) -> None:
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            self._since = time.thread_time()

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth and threading.current_thread() is not threading.main_thread():
            self._holds.append(1000 * (time.thread_time() - self._since))
        self._lock.release()


def _play(name: str, tables: Sequence[str], holds: list[float]) -> Moves:
    times, works = [], []
    holds.clear()
    for number in range(MOVES):
        game = db.session.get_one(Game, tables[number % len(tables)])
        started = time.perf_counter(), time.thread_time()
        answer(game)
        times.append(1000 * (time.perf_counter() - started[0]))
        works.append(1000 * (time.thread_time() - started[1]))
        db.session.rollback()
        time.sleep(0.05)  # students think in between, so others get their turn
    moves = Moves(statistics.median(works), max(holds, default=0.0))
    print(f"{name:54}{statistics.median(times):>8.0f}{max(times):>10.0f}", end="")
    print(f"{moves.processor:>11.1f}{moves.hold:>14.1f}", flush=True)
    return moves


@contextmanager
def _meanwhile(work: Callable[[], None]) -> Iterator[None]:
    """Repeat something in another thread."""
    is_over = threading.Event()

    def repeat() -> None:
        while not is_over.is_set():
            work()

    thread = threading.Thread(target=repeat)
    thread.start()
    time.sleep(0.5)
    yield
    is_over.set()
    thread.join()
