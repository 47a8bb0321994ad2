"""Checks crash safety: a process is killed at each step of a move, and the next process receives the move again.

`faults_of_killed_moves` yields what went wrong. It must yield nothing for the app itself, and at least one fault for
each patch in `planted_faults.py`; otherwise the check is worthless.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, func, select
from sqlalchemy.pool import NullPool

from classroom.database import db
from classroom.models import Game, GameEvent, Player
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import forget_positions, setup_from_json
from engine import CardKind, IllegalMoveError, Place, event_from_json, legal_moves, replay
from tests.crash.fail_points import POINTS, FailPoint, arm
from tests.factories import make_game
from tests.invariants import assert_invariants

if TYPE_CHECKING:
    from flask import Flask

    from classroom.live.bus import Subscription
    from engine import Position

ACKNOWLEDGED, TOO_EARLY = b"A", b"N"


@dataclass
class ReportPipe:
    """A pipe for reports from the process that will be killed to the test."""

    write_end: int = -1

    def send(self, report: bytes) -> None:
        """Send a report."""
        if self.write_end >= 0:
            os.write(self.write_end, report)

    def acknowledge(self) -> None:
        """Report that the student got an acknowledgment."""
        self.send(ACKNOWLEDGED)


REPORTS = ReportPipe()


class WatchedBus:
    """Checks, on each notification, that a notified page would already find the move."""

    def __init__(self, database: str, game_id: str, version: int) -> None:
        self._engine = create_engine(database, poolclass=NullPool)
        self._game_id = game_id
        self._version = version

    def publish(self, topics: Iterable[str], payload: str = "") -> None:
        """Check over a separate connection, which sees only committed data."""
        del topics, payload
        with self._engine.connect() as connection:
            found = connection.execute(select(Game.version).where(Game.id == self._game_id)).scalar_one()
        if found <= self._version:
            REPORTS.send(TOO_EARLY)

    def subscribe(self, topic: str) -> Subscription:
        """Do nothing: there are no listeners."""
        raise NotImplementedError(topic)

    def close(self) -> None:
        """Do nothing."""


def faults_of_killed_moves(app: Flask, points: Iterable[FailPoint] = POINTS) -> Iterator[str]:
    """Play one move for each fail point, and yield the faults. Call it in an app context."""
    game_id = make_game().id
    for number, point in enumerate(points):
        yield from _faults_of_one(app, game_id, point, key=f"key-{number}")
    yield from _faults_of_an_old_board(game_id)
    forget_positions()
    try:
        assert_invariants()
    except AssertionError as error:
        yield str(error)


def _faults_of_one(app: Flask, game_id: str, point: FailPoint, *, key: str) -> Iterator[str]:
    before = _position(game_id)
    version, student, move = _version(game_id), _holder(game_id, before.turn), _right_place(before)

    def post() -> None:
        play_move(game_id=game_id, student_id=student, move=move, version=version, idempotency_key=key)

    reports, status = _in_a_process_that_dies(app, game_id, version, point, post)
    if not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
        yield f"{point.name}: the move did not reach this step"
    counts = _count(game_id, key)
    if ACKNOWLEDGED in reports and not counts:
        yield f"{point.name}: an acknowledged move is lost"
    if TOO_EARLY in reports:
        yield f"{point.name}: pages were notified of a move that they could not find"
    if (_version(game_id) > version) != point.is_committed:
        yield f"{point.name}: the move {'does not count' if point.is_committed else 'counts'}"
    forget_positions()  # the next process starts with empty caches
    try:
        post()
    except (ServiceError, IllegalMoveError) as error:
        yield f"{point.name}: the move, sent again, was answered with {error}"
    if _count(game_id, key) != 1 or _version(game_id) != version + 1:
        yield f"{point.name}: the move counted {_count(game_id, key)} times, {_version(game_id) - version} events"


def _faults_of_an_old_board(game_id: str) -> Iterator[str]:
    position = _position(game_id)
    student, move = _holder(game_id, position.turn), _right_place(position)
    try:
        play_move(game_id=game_id, student_id=student, move=move, version=0, idempotency_key="old")
    except ServiceError as error:
        if error.code is not PlayErrorCode.STALE:
            yield f"a move for an old board was answered with {error}"
    else:
        yield "a move for an old board counts"


def _in_a_process_that_dies(
    app: Flask, game_id: str, version: int, point: FailPoint, post: Callable[[], None]
) -> tuple[bytes, int]:
    """Play a move in a process that is killed. Return its reports and how it ended."""
    database = db.engine.url.render_as_string(hide_password=False)
    db.session.remove()
    db.engine.dispose()  # two processes must not share a connection
    reading, REPORTS.write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            with _killed_by(app, WatchedBus(database, game_id, version), point):
                post()
                REPORTS.acknowledge()
        finally:
            os._exit(1)
    os.close(REPORTS.write_end)
    REPORTS.write_end = -1
    with os.fdopen(reading, "rb") as pipe:
        reports = pipe.read()
    return reports, os.waitpid(pid, 0)[1]


@contextmanager
def _killed_by(app: Flask, bus: WatchedBus, point: FailPoint) -> Iterator[None]:
    app.extensions["bus"] = bus
    if point.attribute == "publish":
        point = FailPoint(point.name, (bus,), "publish", is_after=point.is_after, is_committed=point.is_committed)
    arm(point, lambda: os.kill(os.getpid(), signal.SIGKILL))
    yield


def _position(game_id: str) -> Position:
    """Fold the log, without any of the tested code."""
    setup = setup_from_json(db.session.execute(select(Game.setup).where(Game.id == game_id)).scalar_one())
    logged = select(GameEvent.event).where(GameEvent.game_id == game_id).order_by(GameEvent.version)
    return replay(setup, [event_from_json(event, setup.board) for event in db.session.execute(logged).scalars()])


def _right_place(position: Position) -> SeatMove:
    cards = position.setup.cards_by_id
    places = [move for move in legal_moves(position) if isinstance(move, Place)]
    return random.Random(1).choice([move for move in places if cards[move.card].kind is CardKind.MATCH])


def _version(game_id: str) -> int:
    db.session.rollback()
    return db.session.execute(select(Game.version).where(Game.id == game_id)).scalar_one()


def _holder(game_id: str, seat: int) -> str | None:
    return db.session.execute(
        select(Player.student_id).where(Player.game_id == game_id, Player.seat == seat)
    ).scalar_one()


def _count(game_id: str, key: str) -> int:
    db.session.rollback()
    keys = select(func.count()).where(GameEvent.game_id == game_id, GameEvent.idempotency_key == key)
    return db.session.execute(keys).scalar_one()
