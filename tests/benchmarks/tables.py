"""Tables whose next right move is known beforehand, so that only the server's work is measured."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Game
from classroom.services.play.positions import position_of
from engine import apply_event, legal_moves
from tests.over_http.player import new_key
from tests.over_http.table import SeenTable, read_table

if TYPE_CHECKING:
    from pathlib import Path

    from werkzeug.test import TestResponse

    from engine import Move, Position
    from tests.over_http import LiveServer, PlainBrowser
    from tests.over_http.stage import Stage

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


class Table:
    """One table: its position, and a browser for each seat."""

    def __init__(self, game_id: str, position: Position, browsers: list[PlainBrowser]) -> None:
        self.game_id = game_id
        self.position = position
        self.browsers = browsers
        self.version = 0
        self.rng = random.Random(game_id)
        self._pages: dict[int, SeenTable] = {}

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

    def move(self, move: Move | None = None) -> TestResponse:
        """Make the next right move, as a page with htmx does; by lot unless told which."""
        seat = self.position.turn
        move = move or self.rng.choice(list(legal_moves(self.position)))
        event = move.to_json(self.position.setup.board)
        fields: dict[str, str] = {name: str(event[name]) for name in ("card", "space") if name in event}
        if event["do"] in {"exchange", "pass"}:
            fields["do"] = event["do"]
        fields |= {
            "csrf_token": self._pages[seat].hidden["csrf_token"],
            "version": f"{self.game_id}.{self.version}.0",
            "idempotency_key": new_key(),
        }
        answer = self.browsers[seat].send("POST", self._pages[seat].move_url, fields, headers=HTMX)
        assert answer.status_code == 200, f"{fields}: {answer.status}\n{answer.text[:1500]}"
        self.position = apply_event(self.position, move)
        self.version += 1
        return answer


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
