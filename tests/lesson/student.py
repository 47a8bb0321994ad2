"""A simulated student in the lesson: sign in with a card, and play to the end, in a thread."""

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

POSTED_TWICE = 0.1
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
        think_seconds: float = 0.0,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        """Create a student with a card and a browser.

        :param think_seconds: seconds before each move.
        :param poll_seconds: seconds between checks for updates.
        """
        self.card = card
        self.browser = server.browser()
        self.player = Player(self.browser, SimulatedStudent(seed), poll_seconds=poll_seconds)
        self._thinks = think_seconds
        self.id = ""
        self.games: set[str] = set()
        self.moves = 0
        self.reloads = 0
        self.problems: list[str] = []
        self._rng = random.Random(seed)
        self._leaves_after: int | None = None
        self._must_stop = threading.Event()
        self._thread: threading.Thread | None = None

    def sign_in(self) -> None:
        """Sign in with the class code, the name, and the PIN."""
        self.browser.open("/")
        page = self.browser.submit({"code": self.card.code.upper()})
        page = self.browser.open(page.link(self.card.name))
        self.id = page.address.rpartition("/")[2]
        page = self.browser.submit({"pin": self.card.pin})
        assert page.address == "/play"

    def sign_out(self) -> None:
        """Sign out with the button that every page has."""
        form = self.browser.open("/play").form("/sign-out")
        answer = self.browser.send("POST", form.action, form.fields)
        assert answer.status_code == 303
        assert "classroom" not in self.browser.cookies, "the response must delete the cookie"

    def start(self, *, moves_until_leaving: int | None = None) -> None:
        """Play in a thread until the game is over, or until this student has made a number of moves."""
        self._leaves_after = moves_until_leaving
        self._thread = threading.Thread(target=self._run, name=self.card.name, daemon=True)
        self._thread.start()

    @property
    def is_playing(self) -> bool:
        """Whether the thread is running."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Make no more moves."""
        self._must_stop.set()

    def join(self, seconds: float) -> None:
        """Wait until the student has finished."""
        assert self._thread is not None
        self._thread.join(seconds)
        if self._thread.is_alive():
            self.problems.append(f"still playing after {seconds} s")
        self.browser.close()

    def _run(self) -> None:
        try:
            self._play()
        except Exception as error:  # noqa: BLE001  the lesson must report any error
            self.problems.append(f"{type(error).__name__}: {error}"[:3000])

    def _play(self) -> None:
        self.browser.open("/play")  # checked by a parser once; later pages are read with patterns
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
        if self._rng.random() < POSTED_TWICE:
            statuses.append(self.player.post_move(seen, chosen).status_code)
        if set(statuses) == {303} or statuses == [409, 303]:  # a pause ended between the two
            self.moves += 1
        elif set(statuses) == {409}:  # paused, or the seat was given to someone else
            time.sleep(POLL_SECONDS)
        else:
            self.problems.append(f"{chosen} was answered with {statuses}: {seen}"[:3000])

    def _reload_twice(self, seen: SeenTable) -> None:
        for _ in range(2):
            again = self.player.look()
            if again is None or again.version != seen.version:  # the teacher did something in between
                continue
            if (again.hand, again.rows) != (seen.hand, seen.rows):
                self.problems.append("the page changed after a reload")
            self.reloads += 1
