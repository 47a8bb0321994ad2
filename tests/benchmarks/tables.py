"""Tables whose next correct move is known, so that only the server's work is measured."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from classroom.hosting import hosted_app
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from engine import Solve, apply_event, event_from_json, legal_moves, unsolved
from tests.over_http.player import new_key
from tests.over_http.table import hidden_fields

if TYPE_CHECKING:
    from pathlib import Path

    from werkzeug.test import TestResponse

    from classroom.models import Game
    from engine import Move, Position
    from tests.over_http import LiveServer, PlainBrowser
    from tests.over_http.stage import Stage

_FORM = re.compile(r'<form id="move".*?</form>', re.DOTALL)
_VERSION = re.compile(r'(?<=name="version" value=")[a-z0-9]+\.(\d+)[\d.]*')
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
SHOWN = "X-Shown-Version"
"""The version of a page that requests only differences."""
PARTS = "X-Shown-Parts"
_HAND = re.compile(r'id="hand" data-part="(\w+)"')


class Table:
    """One table: its position, and a browser for each student's seat."""

    def __init__(self, game: Game, browsers: dict[int, PlainBrowser]) -> None:
        self.game_id = game.id
        self.seats = {player.student_id: player.seat for player in game.players if player.left_at_version is None}
        self.position: Position = position_of(game)
        self.browsers = browsers
        self.version = game.version
        """The version of the position. Dealt equations may have raised it without changing the position."""
        self.rng = random.Random(game.id)
        self._is_shared = game.is_shared
        self._forms: dict[int, dict[str, str]] = {}
        """By seat: the hidden fields of the page loaded last."""
        self._shown: dict[int, str] = {}
        """By seat: the version that the page shows."""
        self._hands: dict[int, str] = {}
        """By seat: the digest of the hand that the page shows, if it shows one."""

    @property
    def can_continue(self) -> bool:
        """Return whether the next position can be known: not after a shuffle, which only the server knows."""
        return self.position.outcome is None and not self.position.needs_reshuffle

    @property
    def is_bots_turn(self) -> bool:
        """Return whether no student can move now."""
        return self.can_continue and self.position.turn not in self.browsers

    @property
    def mover(self) -> int:
        """Return the browser of the next move: on a shared device, that of the first seat."""
        return 0 if self._is_shared else self.position.turn

    def open_pages(self) -> None:
        """Let every seat load its page."""
        for seat, browser in self.browsers.items():
            answer = browser.send("GET", "/play")
            assert answer.status_code == 200, f"{answer.status}\n{answer.text[:1500]}"
            self._load(seat, answer.text)

    def uncover(self) -> None:
        """Uncover the active hand on a shared device."""
        if self._is_shared and self.can_continue:
            page = self.browsers[self.mover].send("GET", "/play", {"uncover": str(self.position.turn_number)})
            self._load(self.mover, page.text)

    def catch_up(self, database: Path) -> None:
        """Apply the moves of bots, and let every page show them."""
        with closing(sqlite3.connect(database)) as connection:
            since = "SELECT version, event FROM game_events WHERE game_id = ? AND version > ? ORDER BY version"
            for version, event in connection.execute(since, (self.game_id, self.version)).fetchall():
                self.position = apply_event(
                    self.position, event_from_json(json.loads(event), self.position.setup.board)
                )
                self.version = version
        for seat in self.browsers:
            if self.can_continue and int(self._shown[seat].split(".")[1]) < self.version:
                self.fetch(seat)

    def move(self, move: Move | None = None) -> TestResponse:
        """Make the next correct move, like a page with htmx; a random one by default."""
        seat = self.mover
        move = move or self.next_move()
        event = move.to_json(self.position.setup.board)
        fields: dict[str, str] = {name: str(event[name]) for name in ("card", "space", "answer") if name in event}
        if event["do"] in {"exchange", "pass", "solve"}:
            fields["do"] = event["do"]
        what, _, *rest = self._shown[seat].split(".")
        fields |= self._forms[seat] | {
            "version": ".".join((what, str(self.version), *rest)),
            "idempotency_key": new_key(),
        }
        headers = HTMX | self._what_is_shown(seat)
        answer = self.browsers[seat].send("POST", "/play/moves", fields, headers=headers)
        assert answer.status_code == 200, f"{fields}: {answer.status}\n{answer.text[:1500]}"
        self.position = apply_event(self.position, move)
        self._note(seat, answer.text)
        self.version = int(self._shown[seat].split(".")[1])
        return answer

    def fetch(self, seat: int, *, names_version: bool = True) -> TestResponse:
        """Request the changes, like a notified page.

        :param names_version: else ask as a client that puts no differences together.
        """
        shown = self._shown[seat]
        headers = HTMX | self._what_is_shown(seat) if names_version else HTMX
        answer = self.browsers[seat].send("GET", "/play/fragment", {"version": shown}, headers=headers)
        assert answer.status_code == 200, answer.status
        self._note(seat, answer.text)
        return answer

    def ask_again(self) -> TestResponse:
        """Make a request like a page that shows everything."""
        seat = min(self.browsers)
        if int(self._shown[seat].split(".")[1]) != self.version:  # another seat made the last move
            self.fetch(seat)
        answer = self.browsers[seat].send("GET", "/play/fragment", {"version": self._shown[seat]}, headers=HTMX)
        assert answer.status_code == 204, answer.status
        return answer

    def _what_is_shown(self, seat: int) -> dict[str, str]:
        """Return the headers that static/js/live.js sends."""
        hand = self._hands.get(seat)
        return {SHOWN: self._shown[seat]} | ({PARTS: f"hand={hand}"} if hand else {})

    def _load(self, seat: int, page: str) -> None:
        form = _FORM.search(page)
        if form is not None:
            self._forms[seat] = hidden_fields(form.group(0))
        self._note(seat, page)

    def _note(self, seat: int, page: str) -> None:
        """Record what a page shows now; a finished game's page has no move."""
        shown = _VERSION.search(page)
        if shown:
            self._shown[seat] = shown.group(0)
        if hand := _HAND.search(page):
            self._hands[seat] = hand.group(1)
        elif "data-since" not in page:  # a device with covered hands
            self._hands.pop(seat, None)

    def next_move(self) -> Move:
        """Draw a random move; a card to solve ahead comes first."""
        seat = self.position.turn
        to_solve = unsolved(self.position, self.position.hands[seat])
        if to_solve:
            card = next(iter(to_solve))
            return Solve(seat, card, int(self.position.setup.answers[card]))
        return self.rng.choice(list(legal_moves(self.position)))


def tables_of(folder: Path, stage: Stage, server: LiveServer) -> list[Table]:
    """All tables of a lesson, each at its latest game."""
    people = {person.id: person for person in stage.students}
    with hosted_app(instance_path=folder) as app, app.app_context():
        return [
            Table(
                game,
                {
                    player.seat: server.browser(people[player.student_id].cookie)
                    for player in game.players
                    if player.student_id is not None and player.left_at_version is None
                },
            )
            for game in current_games(class_session_id=stage.class_session_id)
        ]
