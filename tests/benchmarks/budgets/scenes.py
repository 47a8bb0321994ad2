"""Lessons with known moves, while a page watches."""

from __future__ import annotations

import random
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from classroom.services.settings import TableSettings
from engine import Place
from tests.benchmarks.budgets.slow_page import PATIENCE_MS, SlowPage
from tests.benchmarks.tables import Table, tables_of
from tests.over_http import LiveServer
from tests.over_http.stage import Person, Stage, set_stage
from tests.over_http.table import hidden_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from werkzeug.test import TestResponse

SETTLE_MS = 500
"""How long a page may be busy after a game started."""
PACE_MS = 500
"""The pause between two moves of a table, so that animations end. Students take longer."""
AT_ONCE = 3
"""The number of tables that move before waiting for a page: notifications are merged, as in a class."""
Scene: TypeAlias = tuple[LiveServer, Stage, list[Table]]
SHOWN = "document.querySelector('#live input[name=version]')?.value"
FOCUS_SPACE = "document.getElementById('B2').focus({focusVisible: true})"


@contextmanager
def lesson(tables: int, *, board: str) -> Iterator[Scene]:
    """Serve a class at tables of four, each of which is about to move."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = TableSettings(deck="mixed" if board == "10x10" else "times-tables", board=board, table_size=4)
        stage = set_stage(folder, students=4 * tables, settings=settings)
        server = LiveServer(folder)
        played = tables_of(folder, stage, server)
        server.start()
        try:
            for table in played:
                table.open_pages()
            yield server, stage, played
        finally:
            server.stop()


def play_together(slow: SlowPage, tables: list[Table], updates: int, element: str) -> None:
    """Let several tables move at once; press a key at random moments meanwhile.

    :param element: the ID of the element for the key.
    """
    moves = 0
    moments = random.Random(0)
    slow.evaluate(f"document.getElementById('{element}').focus()")
    while moves < updates and (able := [one for one in tables if one.can_continue and not one.is_bots_turn]):
        before = slow.evaluate(SHOWN)
        for table in sorted(able, key=lambda one: one.version)[:AT_ONCE]:
            table.move()
            moves += 1
        for _ in range(2):
            slow.page.wait_for_timeout(moments.uniform(0, PACE_MS))
            slow.page.keyboard.press("Space")
        slow.wait(f"{SHOWN} !== '{before}'")


class OwnTable:
    """A table where one student plays in a real page, game after game.

    The student also presses keys. Like a person's, they come at any moment: also while the page handles an update.
    """

    def __init__(self, server: LiveServer, stage: Stage, table: Table, person: Person, slow: SlowPage) -> None:
        self._server, self._stage, self._table, self._slow = server, stage, table, slow
        self._seat = table.seats[person.id]
        self._moments = random.Random(0)
        self.interactions = 0
        self.changes: list[tuple[float, float]] = []
        """When games ended and started, in ms of the page's clock."""

    def play(self, updates: int) -> None:
        """Play until the page has shown this number of updates."""
        self._slow.evaluate(FOCUS_SPACE)
        for _ in range(updates):
            if not self._table.can_continue:
                self._go_on()
            began = self._clock()
            move = self._table.next_move()
            if self._table.position.turn == self._seat and isinstance(move, Place):
                self._click(move)
            else:
                self._table.move(move)
            self._rest()
            self._slow.page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[self.interactions % 4])
            self.interactions += 1
            self._wait(self._table.version)
            if self._table.position.outcome is not None:
                self.changes.append((began, self._clock() + PATIENCE_MS))
            self._slow.page.wait_for_timeout(PACE_MS)

    def _rest(self) -> None:
        self._slow.page.wait_for_timeout(self._moments.uniform(0, PACE_MS))

    def is_at_change(self, moment: float) -> bool:
        """Return whether a game ended or started at this time of the page's clock."""
        return any(begin <= moment <= end for begin, end in self.changes)

    def _clock(self) -> float:
        now: float = self._slow.evaluate("performance.now()")
        return now

    def ask_again(self) -> TestResponse:
        """Make a request like a page that shows everything."""
        return self._table.ask_again()

    def _click(self, move: Place) -> None:
        """Play as a student does, with two clicks."""
        board = self._table.position.setup.board
        centers = [self._slow.center_of(name) for name in (f"card-{move.card}", board.name(move.space))]
        for x, y in centers:
            self._rest()
            self._slow.page.mouse.click(x, y)
        self.interactions += 2
        self._wait(self._table.version + 1)
        self._table.catch_up(self._server.database)

    def _wait(self, version: int) -> None:
        self._slow.wait(f"Number(({SHOWN} ?? '').split('.')[1]) >= {version}")

    def _go_on(self) -> None:
        """Start the next game, or reload after a shuffle, which only the server knows."""
        if self._table.position.outcome is not None:
            seat = next(seat for seat in self._table.browsers if seat != self._seat)
            browser = self._table.browsers[seat]
            browser.send("POST", "/play/next-game", hidden_fields(browser.send("GET", "/play").text))
        [self._table] = tables_of(self._server.folder, self._stage, self._server)
        self._table.open_pages()
        self._wait_for_game()
        if self.changes:
            self.changes[-1] = (self.changes[-1][0], self._clock() + SETTLE_MS)

    def _wait_for_game(self) -> None:
        self._slow.wait(f"({SHOWN} ?? '').startsWith('{self._table.game_id}')")
        self._slow.evaluate(FOCUS_SPACE)
