"""Latency of moves while others open reports: a move locks only its game and never waits for a report."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import Game, SchoolClass
from classroom.services.classes.school_classes import create_class
from classroom.services.learning.knowledge import forget_knowledge, save_knowledge
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current, start

if TYPE_CHECKING:
    from flask import Flask

    from tests.page_client import PageClient

MOVES, TABLES = 36, 6
SETTINGS = TableSettings(deck="mixed", board="10x10", dealing=Dealing.AUTOMATIC, lowest_grade=1, highest_grade=8)
"""Each move deals a card by the student's estimates, which both moves and reports read."""


def measure_moves(app: Flask, page: PageClient, addresses: Sequence[str]) -> None:
    """Play in one class while another's reports are opened, and print the latency of moves.

    :param addresses: addresses of the reports, opened without pauses
    """

    def read() -> None:
        for address in addresses:
            page.ask("GET", address, {}, {})

    def save() -> None:
        with app.app_context():
            save_knowledge()

    teacher_id = db.session.scalars(select(SchoolClass.teacher_id)).first() or ""
    players = create_class(teacher_id=teacher_id, name="Players")
    class_session = start(TABLES * 4, SETTINGS, school_class=players)
    tables = [current(class_session, table).id for table in range(TABLES)]
    print(f"\n{f'{MOVES} moves with own levels, ms on the wall':54}{'median':>8}{'slowest':>10}")
    _play("alone", tables)
    with _meanwhile(read):
        _play("beside reports", tables)
    with _meanwhile(read), _meanwhile(save):
        _play("beside reports and snapshots that are stored", tables)
    forget_knowledge()
    with _meanwhile(read), _meanwhile(save):
        _play("beside reports, while all answers are counted again", tables)


def _play(name: str, tables: Sequence[str]) -> None:
    times = []
    for number in range(MOVES):
        game = db.session.get_one(Game, tables[number % len(tables)])
        started = time.perf_counter()
        answer(game)
        times.append(1000 * (time.perf_counter() - started))
        db.session.rollback()
        time.sleep(0.05)  # students think in between, so others get their turn
    print(f"{name:54}{statistics.median(times):>8.0f}{max(times):>10.0f}", flush=True)


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
