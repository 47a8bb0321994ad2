"""A lesson over real HTTP with solve ahead: at two tables of two, students solve cards while others play."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from classroom.hosting import hosted_app
from classroom.services.settings import TableSettings
from engine import SolveMode
from tests.invariants import assert_invariants
from tests.over_http import LiveServer
from tests.over_http.player import Player
from tests.over_http.simulated_student import SimulatedStudent
from tests.over_http.stage import Person, set_stage

if TYPE_CHECKING:
    from tests.over_http.table import SeenTable

pytestmark = [pytest.mark.slow, pytest.mark.nightly, pytest.mark.timeout(900)]

ENDS_WITHIN = 600.0
"""Seconds; on two idle cores it takes a few."""


@dataclass
class Solver:
    """A student who solves each card on the number pad, and plays on their turn."""

    player: Player
    solved_while_others_played: int = 0
    statuses: set[int] = field(default_factory=set)
    is_done: bool = False

    def play(self, deadline: float) -> None:
        """Play until the game is over."""
        seen = self.player.look()
        while seen is not None and time.monotonic() < deadline:
            if seen.pad is None and not seen.is_my_turn:
                seen = self.player.wait(lambda: time.monotonic() > deadline)
                continue
            self._act(seen)
            seen = self.player.look()
        self.is_done = self.player.game_is_over

    def _act(self, seen: SeenTable) -> None:
        chosen = self.player.mind.choose(seen)
        answer = self.player.post_move(seen, chosen)
        if '<div class="end' not in answer.text:  # the other student won at the same moment
            self.statuses.add(answer.status_code)
        self.solved_while_others_played += chosen.get("do") == "solve" and not seen.is_my_turn


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> tuple[LiveServer, list[Solver]]:
    """Run the lesson once for all tests, and stop its server."""
    server = LiveServer(tmp_path_factory.mktemp("solving"))
    settings = TableSettings(deck="times-tables", board="6x6", table_size=2, solve=SolveMode.AHEAD)
    stage = set_stage(server.folder, students=4, settings=settings)
    server.start()
    try:
        solvers = [_solver(server, person, seed) for seed, person in enumerate(stage.students)]
        deadline = time.monotonic() + ENDS_WITHIN
        threads = [threading.Thread(target=solver.play, args=(deadline,)) for solver in solvers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        server.stop()
    return server, solvers


def _solver(server: LiveServer, person: Person, seed: int) -> Solver:
    browser = server.browser()
    browser.cookies["classroom"] = person.cookie
    return Solver(Player(browser, SimulatedStudent(seed, misses=0.25)))


def test_both_games_ended_and_no_move_was_refused(lesson: tuple[LiveServer, list[Solver]]) -> None:
    for solver in lesson[1]:
        assert solver.is_done
        assert solver.statuses == {303}
        assert solver.solved_while_others_played >= 1


def test_every_answer_was_typed_on_the_number_pad(lesson: tuple[LiveServer, list[Solver]]) -> None:
    with closing(sqlite3.connect(lesson[0].database)) as connection:
        rows = connection.execute("SELECT kind, is_right, count(*) FROM attempts GROUP BY kind, is_right").fetchall()
    assert {kind for kind, _, _ in rows} == {"solve"}
    assert {bool(is_right) for _, is_right, _ in rows} == {True, False}


def test_the_data_keep_all_invariants(lesson: tuple[LiveServer, list[Solver]]) -> None:
    server, _ = lesson
    server.assert_no_faults()
    with hosted_app(instance_path=server.folder) as app, app.app_context():
        assert_invariants()
