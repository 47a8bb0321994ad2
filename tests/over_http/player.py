"""A student who plays: loads their own page and, on their turn, posts the move form."""

from __future__ import annotations

import re
import secrets
import time
from typing import TYPE_CHECKING

from tests.over_http.simulated_student import Fields, SimulatedStudent
from tests.over_http.table import SeenTable, hidden_fields, read_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    from tests.over_http.browser import PlainBrowser

PLAY = "/play"
FRAGMENT = "/play/fragment"
POLL_SECONDS = 0.2
_NEXT_GAME = re.compile(r'<form\b[^>]*action="([^"]*/next-game)"[^>]*>(.*?)</form>', re.DOTALL)


class Player:
    """One student playing games. `text` is the page as last seen."""

    def __init__(self, browser: PlainBrowser, mind: SimulatedStudent, *, poll_seconds: float = POLL_SECONDS) -> None:
        self.browser = browser
        self.mind = mind
        self.text = ""
        self._poll_seconds = poll_seconds

    @property
    def game_is_over(self) -> bool:
        """Whether the page shows the end of a game."""
        return bool(re.search(r'<div class="end\b', self.text))

    def look(self) -> SeenTable | None:
        """Reload the page. Return the table if a game is in progress."""
        answer = self.browser.send("GET", PLAY)
        assert answer.status_code == 200, f"{PLAY}: {answer.status}\n{answer.text[:2000]}"
        self.text = answer.text
        return read_table(self.text)

    def wait(self, should_stop: Callable[[], bool]) -> SeenTable | None:
        """Poll, as the page does, until something has changed. Return the table as `look` does."""
        while not should_stop():
            token = re.search(r'name="version" value="([^"]*)"', self.text)
            answer = self.browser.send("GET", FRAGMENT, {"version": token.group(1) if token else ""})
            assert answer.status_code in {200, 204}, f"{FRAGMENT}: {answer.status}"
            if "HX-Redirect" in answer.headers:
                return self.look()
            if answer.status_code == 200:
                self.text = answer.text
                break
            time.sleep(self._poll_seconds)
        return read_table(self.text)

    def post_move(self, seen: SeenTable, chosen: Fields, *, idempotency_key: str | None = None) -> TestResponse:
        """Post the move form, by default with the page's own client key."""
        fields = {**seen.hidden, **chosen}
        if idempotency_key is not None:
            fields["idempotency_key"] = idempotency_key
        return self.browser.send("POST", seen.move_url, fields)

    def post_next_game(self) -> TestResponse | None:
        """Press the button for another game, if the page has one."""
        form = _NEXT_GAME.search(self.text)
        if form is None:
            return None
        return self.browser.send("POST", form.group(1), hidden_fields(form.group(2)))


def new_key() -> str:
    """Return a client key like those that pages make."""
    return secrets.token_urlsafe(16)
