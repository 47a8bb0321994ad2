"""Consecutive lessons over HTTP, with streams and a teacher's pages."""

from __future__ import annotations

import time
from concurrent.futures import wait
from itertools import cycle, islice
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.app import create_app
from classroom.database import db
from classroom.models import Game
from classroom.services.play.positions import position_of
from engine import BotLevel, choose, view
from engine.bots.table import own_labels
from tests.benchmarks.screens import Screen
from tests.benchmarks.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Executor
    from pathlib import Path

    from tests.over_http import LiveServer
    from tests.over_http.stage import Stage

LESSONS = (
    {"cards": "add-sub-20/6x6", "layout": "in_order", "dealing": "same"},
    {"cards": "times-tables/8x8", "layout": "mixed", "dealing": "same"},
    {"cards": "add-sub-20/6x6", "layout": "mixed", "dealing": "automatic", "highest_grade": "1"},
)
"""What is chosen in turn: a mixed board is printed once only, and chosen equations need what is known of everyone.

Of one grade, as what is known of a student grows with the fact families that were asked for."""
GAMES_AT_A_TABLE = 2
AT_ONCE = 3
"""Tables that play at a time; more would only wait."""


class SchoolDay:
    """One class and its teacher."""

    def __init__(self, folder: Path, server: LiveServer, stage: Stage, *, pause: float = 0, reopened: int = 0) -> None:
        """Continue the lesson of the stage.

        :param folder: the server's; its log tells which moves are right.
        :param pause: seconds between the moves of all students together.
        :param reopened: how many students' pages are closed and opened again each second.
        """
        self.games = 0
        self.moves = 0
        self._app = create_app(instance_path=folder)
        self._server = server
        self._stage = stage
        self._pause = pause
        self._reopened = reopened
        self._lessons = 0
        self._address = f"/sessions/{stage.class_session_id}"
        self._teacher = server.browser(stage.teacher.cookie)
        self._students = {one.id: server.browser(one.cookie) for one in stage.students}

    def hold_lesson(self, clients: Executor) -> None:
        """Play, end the session, open its summary, and open the next session."""
        screens = {student_id: self._screen(student_id) for student_id in self._students}
        for number in range(GAMES_AT_A_TABLE):
            if number:
                again = next(one for one in self._teacher.page.forms() if one.action.endswith("/next-games"))
                self._teacher.submit(form=again)
            self._play(clients, screens)
            self._teacher.open(self._address)
        self._teacher.open(f"{self._address}/end")
        self._teacher.submit(form=f"{self._address}/end")
        self._look()
        for screen in screens.values():
            screen.cut()
        self._open_next()

    def _screen(self, student_id: str) -> Screen:
        screen = Screen(self._server, self._students[student_id])
        screen.start()
        return screen

    def _open_next(self) -> None:
        self._lessons += 1
        self._teacher.open(f"/classes/{self._stage.class_id}/sessions/new")
        self._address = self._teacher.submit(LESSONS[self._lessons % len(LESSONS)], form="/sessions/new").address
        self._look()
        self._teacher.open(self._address)
        self._teacher.submit(form="/start")

    def _look(self) -> None:
        """Let every student load the page, which joins an open session."""
        for browser in self._students.values():
            answer = browser.send("GET", "/play")
            assert answer.status_code == 200, answer.status

    def _play(self, clients: Executor, screens: dict[str, Screen]) -> None:
        reopening = cycle(screens)
        waiting = list(self._tables())
        playing = [clients.submit(self._play_tables, waiting[index::AT_ONCE]) for index in range(AT_ONCE)]
        while wait(playing, timeout=1).not_done:
            for page in ("fragment", "projector/fragment"):
                self._teacher.send("GET", f"{self._address}/{page}")
            for student_id in islice(reopening, self._reopened):
                screens[student_id].cut()
                screens[student_id] = self._screen(student_id)
        self.moves += sum(future.result() for future in playing)
        self.games += len(waiting)

    def _tables(self) -> Iterable[Table]:
        """Return the games that have just started."""
        session_id = self._address.rpartition("/")[2]
        with self._app.app_context():
            begun = select(Game).where(Game.class_session_id == session_id, Game.over_at.is_(None))
            for game in db.session.execute(begun).scalars():
                yield Table(game, {player.seat: self._students[player.student_id or ""] for player in game.players})

    def _play_tables(self, tables: list[Table]) -> int:
        """Play all games to their ends, one by one. Return the number of moves."""
        moves = 0
        for table in tables:
            table.open_pages()
            while self._catch_up(table):
                position = table.position
                table.move(choose(view(position, position.turn), own_labels(position), BotLevel.STRONG, table.rng))
                moves += 1
                time.sleep(AT_ONCE * self._pause)
        return moves

    def _catch_up(self, table: Table) -> bool:
        """Read random events from the log; return whether the game continues."""
        with self._app.app_context():
            game = db.session.get_one(Game, table.game_id)
            table.position, table.version = position_of(game), game.version
        return table.position.outcome is None
