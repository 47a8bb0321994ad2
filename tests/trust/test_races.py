"""R6: of several moves that are sent for the same version of a board at the same time, one counts."""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Game
from classroom.services.errors import ServiceError
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from engine import Place, legal_moves
from tests.factories import make_game
from tests.invariants import assert_invariants

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from classroom.services.play.moves import SeatMove

RACES = int(os.environ.get("RACES", "300"))
RACERS = 4
DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]


class Race:
    """Threads that start each race at the same time."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._begin, self._end = threading.Barrier(RACERS + 1), threading.Barrier(RACERS + 1)
        self._work: list[Callable[[], None]] = []
        self._answers: list[str] = []
        for lane in range(RACERS):
            threading.Thread(target=self._run, args=(lane,), daemon=True).start()

    def run(self, work: list[Callable[[], None]]) -> Counter[str]:
        """Run all functions at the same time, and count their results."""
        self._work, self._answers = work, []
        self._begin.wait()
        self._end.wait()
        return Counter(self._answers)

    def stop(self) -> None:
        """Stop the threads."""
        self._begin.abort()

    def _run(self, lane: int) -> None:
        while True:
            try:
                self._begin.wait()
            except threading.BrokenBarrierError:
                return
            try:
                with self._app.app_context():
                    self._work[lane]()
                self._answers.append("counts")
            except ServiceError as error:
                self._answers.append(error.code.value)
            except Exception as error:  # noqa: BLE001  the test must show any error
                self._answers.append(repr(error))
            self._end.wait()


@pytest.mark.parametrize("database", DATABASES)
def test_one_of_each_race_wins(database: str, request: pytest.FixtureRequest) -> None:
    app: Flask = request.getfixturevalue("make_app" if database == "sqlite" else "make_postgres_app")()
    rng, races, games = random.Random(1), 0, 0
    race = Race(app)
    with app.app_context():
        assert db.engine.dialect.name == database
        while races < RACES:
            game = make_game(seed=games)
            games += 1
            while game.over_at is None and races < RACES and (moves := _moves(game, rng)):
                before = game.version
                answers = race.run(_tasks(game, moves))
                assert answers == {"counts": 1, "stale": RACERS - 1}
                db.session.expire_all()
                assert game.version > before
                races += 1
        race.stop()
        assert_invariants()
    print(f"R6 {races:,} races of {RACERS} on {database}: one winner in each, {games} games replayed")


def _moves(game: Game, rng: random.Random) -> list[SeatMove]:
    """Choose a move for each racer: different ones, some of them wrong answers, all for the current board."""
    position = position_of(game)
    places = [move for move in legal_moves(position) if isinstance(move, Place)]
    if not places:
        return []
    chosen = [rng.choice(places) for _ in range(RACERS - 1)]
    card, board = chosen[0].card, position.setup.board
    anywhere = [space for space in range(board.size) if position.open >> space & 1]
    return [*chosen, Place(position.turn, card, rng.choice(anywhere))]


def _tasks(game: Game, moves: list[SeatMove]) -> list[Callable[[], None]]:
    game_id, version = game.id, game.version
    student_id = seats_of(game)[moves[0].seat] or ""
    db.session.rollback()

    def send(lane: int, move: SeatMove) -> None:
        key = f"k{version}-{lane}"
        play_move(game_id=game_id, student_id=student_id, move=move, version=version, idempotency_key=key)

    return [lambda lane=lane, move=move: send(lane, move) for lane, move in enumerate(moves)]  # type: ignore[misc]
