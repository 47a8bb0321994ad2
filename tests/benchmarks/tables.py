"""Tables whose next right move is known beforehand, so that only the server's work is measured."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Game
from classroom.services.play.positions import position_of
from engine import Solve, apply_event, legal_moves, unsolved
from tests.over_http.player import new_key
from tests.over_http.table import SeenTable, read_table

if TYPE_CHECKING:
    from pathlib import Path

    from werkzeug.test import TestResponse

    from engine import Move, Position
    from tests.over_http import LiveServer, PlainBrowser
    from tests.over_http.stage import Stage

_VERSION = re.compile(r'(?<=name="version" value=")[a-z0-9]+\.(\d+)[\d.]*')
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
SHOWN = "X-Shown-Version"
"""What a page shows that asks for the difference alone."""


class Table:
    """One table: its position, and a browser for each seat."""

    def __init__(self, game_id: str, position: Position, browsers: list[PlainBrowser]) -> None:
        self.game_id = game_id
        self.position = position
        self.browsers = browsers
        self.version = 0
        self.rng = random.Random(game_id)
        self._pages: dict[int, SeenTable] = {}
        self._shown: dict[int, str] = {}
        """By seat: the version that the page shows."""

    @property
    def can_go_on(self) -> bool:
        """Whether the next position can be known: not after a shuffle, which is the server's own."""
        return self.position.outcome is None and not self.position.needs_reshuffle

    def open_pages(self) -> None:
        """Let every seat load its page once."""
        for seat, browser in enumerate(self.browsers):
            page = read_table(browser.send("GET", "/play").text)
            assert page is not None
            self._pages[seat] = page
            self._shown[seat] = page.hidden["version"]

    def move(self, move: Move | None = None) -> TestResponse:
        """Make the next right move, as a page with htmx does; by lot unless told which."""
        seat = self.position.turn
        move = move or self._next_move(seat)
        event = move.to_json(self.position.setup.board)
        fields: dict[str, str] = {name: str(event[name]) for name in ("card", "space", "answer") if name in event}
        if event["do"] in {"exchange", "pass", "solve"}:
            fields["do"] = event["do"]
        fields |= {
            "csrf_token": self._pages[seat].hidden["csrf_token"],
            "version": f"{self.game_id}.{self.version}.0",
            "idempotency_key": new_key(),
        }
        headers = HTMX | {SHOWN: self._shown[seat]}
        answer = self.browsers[seat].send("POST", self._pages[seat].move_url, fields, headers=headers)
        assert answer.status_code == 200, f"{fields}: {answer.status}\n{answer.text[:1500]}"
        self.position = apply_event(self.position, move)
        self._note(seat, answer.text)
        return answer

    def fetch(self, seat: int, *, names_version: bool = True) -> TestResponse:
        """Ask for what has changed, as a page does that was notified.

        :param names_version: else ask as a client that puts no differences together.
        """
        shown = self._shown[seat]
        headers = HTMX | {SHOWN: shown} if names_version else HTMX
        answer = self.browsers[seat].send("GET", "/play/fragment", {"version": shown}, headers=headers)
        assert answer.status_code == 200, answer.status
        self._note(seat, answer.text)
        return answer

    def _note(self, seat: int, page: str) -> None:
        """Note what a page shows now: equations that were dealt with a new card have raised the version too."""
        shown = _VERSION.search(page)
        if shown:
            self._shown[seat], self.version = shown.group(0), int(shown.group(1))
        else:
            self.version += 1

    def _next_move(self, seat: int) -> Move:
        """Draw one by lot; a card that is to be solved ahead comes first."""
        to_solve = unsolved(self.position, self.position.hands[seat])
        if to_solve:
            card = next(iter(to_solve))
            return Solve(seat, card, int(self.position.setup.answers[card]))
        return self.rng.choice(list(legal_moves(self.position)))


def tables_of(folder: Path, stage: Stage, server: LiveServer) -> list[Table]:
    """All tables of a lesson that has just begun."""
    people = {person.id: person for person in stage.students}
    with hosted_app(instance_path=folder) as app, app.app_context():
        games = db.session.execute(select(Game).order_by(Game.table_number)).scalars().all()
        return [
            Table(
                game.id,
                position_of(game),
                [server.browser(people[player.student_id or ""].cookie) for player in game.players],
            )
            for game in games
        ]
