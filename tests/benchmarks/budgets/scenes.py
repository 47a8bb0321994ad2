"""Lessons with known moves, while a page watches."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from classroom.services.settings import TableSettings
from engine import Place
from tests.benchmarks.tables import Table, tables_of
from tests.over_http import LiveServer
from tests.over_http.stage import Person, Stage, set_stage
from tests.over_http.table import hidden_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page
    from werkzeug.test import TestResponse

PATIENCE_MS = 20_000
SETTLE_MS = 500
"""How long a page may be busy after a game started."""
PACE_MS = 500
"""The pause between two moves of a table, so that animations end. Students take longer."""
AT_ONCE = 3
"""The number of tables that move before waiting for a page: notifications are merged, as in a class."""
Scene: TypeAlias = tuple[LiveServer, Stage, list[Table]]
SHOWN = "document.querySelector('#live input[name=version]')?.value"
UNTIL_SHOWN = f"""([version, patience]) => new Promise((done, fail) => {{
  const look = () => {{
    if (!(Number(({SHOWN} ?? "").split(".")[1]) >= version)) return;
    document.removeEventListener("htmx:finally:swap", look);
    done();
  }};
  document.addEventListener("htmx:finally:swap", look);
  setTimeout(() => fail(new Error("the page does not show the move")), patience);
  look();
}})"""


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


def play_together(page: Page, tables: list[Table], updates: int, selector: str) -> None:
    """Let several tables move at once; press a key while the page handles the updates.

    :param selector: the element for the key.
    """
    moves = 0
    page.locator(selector).focus()
    while moves < updates and (able := [one for one in tables if one.can_continue and not one.is_bots_turn]):
        before = page.evaluate(SHOWN)
        for table in sorted(able, key=lambda one: one.version)[:AT_ONCE]:
            table.move()
            moves += 1
        page.keyboard.press("Space")
        page.wait_for_function(f"before => {SHOWN} !== before", arg=before, timeout=PATIENCE_MS, polling=25)
        page.keyboard.press("Space")


class OwnTable:
    """A table where one student plays in a real page, game after game."""

    def __init__(self, server: LiveServer, stage: Stage, table: Table, person: Person, page: Page) -> None:
        self._server, self._stage, self._table, self._page = server, stage, table, page
        self._seat = table.seats[person.id]
        self.interactions = 0
        self.changes: list[tuple[float, float]] = []
        """When games ended and started, in ms of the page's clock."""

    def play(self, updates: int) -> None:
        """Play until the page has shown this number of updates."""
        self._page.locator("#B2").focus()
        for _ in range(updates):
            if not self._table.can_continue:
                self._go_on()
            began = self._clock()
            move = self._table.next_move()
            if self._table.position.turn == self._seat and isinstance(move, Place):
                self._click(move)
            else:
                self._table.move(move)
            self._wait(self._table.version)
            if self._table.position.outcome is not None:
                self.changes.append((began, self._clock() + PATIENCE_MS))
            self._page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[self.interactions % 4])
            self.interactions += 1
            self._page.wait_for_timeout(PACE_MS)

    def is_at_change(self, moment: float) -> bool:
        """Return whether a game ended or started at this time of the page's clock."""
        return any(begin <= moment <= end for begin, end in self.changes)

    def _clock(self) -> float:
        now: float = self._page.evaluate("performance.now()")
        return now

    def ask_again(self) -> TestResponse:
        """Make a request like a page that shows everything."""
        return self._table.ask_again()

    def _click(self, move: Place) -> None:
        """Play as a student does, with two clicks."""
        board = self._table.position.setup.board
        for name in (f"card-{move.card}", board.name(move.space)):
            # A locator's click would do more work in the page than the page does.
            box = self._page.locator(f"#{name}").bounding_box()
            assert box is not None, name
            self._page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.interactions += 2
        self._wait(self._table.version + 1)
        self._table.catch_up(self._server.database)

    def _wait(self, version: int) -> None:
        # `wait_for_function` would force a layout in the middle of each swap.
        self._page.evaluate(UNTIL_SHOWN, [version, PATIENCE_MS])

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
        self._page.wait_for_function(
            f"game => ({SHOWN} ?? '').startsWith(game)", arg=self._table.game_id, timeout=PATIENCE_MS, polling=25
        )
        self._page.locator("#B2").focus()
