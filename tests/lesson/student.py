"""What a student does in the lesson: signs in with the card, plays to the end, in a thread of their own."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.over_http.player import POLL_SECONDS, Player
from tests.over_http.simulated_student import SimulatedStudent

if TYPE_CHECKING:
    from tests.over_http.browser import Site
    from tests.over_http.table import SeenTable

DOUBLED = 0.1
"""The share of moves that are posted twice."""


@dataclass(frozen=True)
class LoginCard:
    """What is printed on a student's card."""

    name: str
    code: str
    pin: str


class Student:
    """One student with a card and a browser."""

    def __init__(
        self,
        card: LoginCard,
        server: Site,
        seed: int,
        *,
        thinks_seconds: float = 0.0,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        """Give someone a card and a browser.

        :param thinks_seconds: how long it takes to decide on a move.
        :param poll_seconds: how often the page asks whether something has changed.
        """
        self.card = card
        self.browser = server.browser()
        self.player = Player(self.browser, SimulatedStudent(seed), poll_seconds=poll_seconds)
        self._thinks = thinks_seconds
        self.id = ""
        self.games: set[str] = set()
        self.moves = 0
        self.reloads = 0
        self.trouble: list[str] = []
        self._rng = random.Random(seed)
        self._leaves_after: int | None = None
        self._must_stop = threading.Event()
        self._thread: threading.Thread | None = None

    def sign_in(self) -> None:
        """Code, own name, PIN."""
        self.browser.open("/")
        page = self.browser.submit({"code": self.card.code.upper()})
        page = self.browser.open(page.link(self.card.name))
        self.id = page.address.rpartition("/")[2]
        page = self.browser.submit({"pin": self.card.pin})
        assert page.address == "/play"

    def sign_out(self) -> None:
        """By the button that every page has."""
        form = self.browser.open("/play").form("/sign-out")
        answer = self.browser.send("POST", form.action, form.fields)
        assert answer.status_code == 303
        assert "classroom" not in self.browser.cookies, "the answer has to delete the cookie"

    def start(self, *, leaves_after: int | None = None) -> None:
        """Play in a thread, until the game is over or so many own moves are made."""
        self._leaves_after = leaves_after
        self._thread = threading.Thread(target=self._run, name=self.card.name, daemon=True)
        self._thread.start()

    @property
    def is_playing(self) -> bool:
        """Whether the thread still runs."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Make no further move."""
        self._must_stop.set()

    def join(self, seconds: float) -> None:
        """Wait until the student has finished."""
        assert self._thread is not None
        self._thread.join(seconds)
        if self._thread.is_alive():
            self.trouble.append(f"still playing after {seconds} s")
        self.browser.close()

    def _run(self) -> None:
        try:
            self._play()
        except Exception as error:  # noqa: BLE001  whatever it is, the lesson has to report it
            self.trouble.append(f"{type(error).__name__}: {error}"[:3000])

    def _play(self) -> None:
        self.browser.open("/play")  # read with a parser once, the rest of the pages with patterns
        moves_before = self.moves
        seen = self.player.look()
        while not self._must_stop.is_set():
            if seen is None and self.games and self.player.game_is_over:
                return
            if seen is None or not seen.is_my_turn:
                seen = self.player.wait(self._must_stop.is_set)
                continue
            self.games.add(seen.game_id)
            if self.moves - moves_before == self._leaves_after:
                return
            if self.moves == 3:
                self._reload_twice(seen)
            self._must_stop.wait(self._thinks)
            self._move(seen)
            seen = self.player.look()

    def _move(self, seen: SeenTable) -> None:
        chosen = self.player.mind.choose(seen)
        statuses = [self.player.post_move(seen, chosen).status_code]
        if self._rng.random() < DOUBLED:
            statuses.append(self.player.post_move(seen, chosen).status_code)
        if set(statuses) == {303} or statuses == [409, 303]:  # the pause ended between the two
            self.moves += 1
        elif set(statuses) == {409}:  # paused, or someone took the seat meanwhile
            time.sleep(POLL_SECONDS)
        else:
            self.trouble.append(f"{chosen} was answered with {statuses}: {seen}"[:3000])

    def _reload_twice(self, seen: SeenTable) -> None:
        for _ in range(2):
            again = self.player.look()
            if again is None or again.version != seen.version:  # meanwhile the teacher did something
                continue
            if (again.hand, again.rows) != (seen.hand, seen.rows):
                self.trouble.append("the page is another one after a reload")
            self.reloads += 1
