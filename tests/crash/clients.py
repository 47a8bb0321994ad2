"""Students who keep playing while the server is killed, and who record what it acknowledged."""

from __future__ import annotations

import http.client
import random
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.over_http.player import POLL_SECONDS, Player, new_key
from tests.over_http.simulated_student import SimulatedStudent

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tests.over_http.browser import Site
    from tests.over_http.simulated_student import Fields
    from tests.over_http.stage import Person
    from tests.over_http.table import SeenTable

PATIENCE = 150.0
"""Seconds until a killed server is back: its start, with a margin."""
DOUBLED = 0.1
"""The share of moves that are posted twice, as a double click does."""
ServerGone = (OSError, http.client.HTTPException)


@dataclass
class Ledger:
    """What one student knows about their own moves."""

    acknowledged: list[str] = field(default_factory=list)
    """Client keys of moves that the server acknowledged."""
    refused: list[str] = field(default_factory=list)
    """Client keys of moves that it rejected."""
    in_doubt: int = 0
    """The number of lost responses, after which a move was sent again."""
    surprises: list[str] = field(default_factory=list)
    """All other responses, which must not occur."""


def keys_of(clients: Iterable[Client]) -> list[str]:
    """Return the client keys of all acknowledged moves."""
    return [key for client in clients for key in client.ledger.acknowledged]


def stop_all(clients: Collection[Client]) -> None:
    """Let all students finish their current moves, and wait for that."""
    for client in clients:
        client.stop()
    for client in clients:
        client.join(90)


def wait_for_moves(clients: Collection[Client], count: int, *, seconds: float = 90) -> None:
    """Wait until `count` more moves are acknowledged; by then the next one has been sent."""
    goal = len(keys_of(clients)) + count
    deadline = time.monotonic() + seconds
    while len(keys_of(clients)) < goal:
        assert time.monotonic() < deadline, "no one can move anymore"
        time.sleep(0.005)


class Client(threading.Thread):
    """One student at a table."""

    def __init__(
        self,
        person: Person,
        server: Site,
        seed: int,
        *,
        think_seconds: tuple[float, float] = (0, 0),
        poll_seconds: float = POLL_SECONDS,
        is_paused_at_times: bool = False,
    ) -> None:
        """Prepare a student.

        :param think_seconds: the minimum and maximum time to decide on a move.
        :param poll_seconds: the interval at which the page asks for changes.
        :param is_paused_at_times: whether a move can be rejected during a pause, and count when sent again after it.
        """
        super().__init__(name=person.name, daemon=True)
        self.ledger = Ledger()
        self.browser = server.browser(person.cookie)
        self._player = Player(self.browser, SimulatedStudent(seed), poll_seconds=poll_seconds)
        self._thinks = think_seconds
        self._is_paused_at_times = is_paused_at_times
        self._rng = random.Random(seed)
        self._must_stop = threading.Event()

    def run(self) -> None:
        """Play until stopped; never leave the result of a move unknown."""
        try:
            self._play_on()
        except AssertionError as error:
            self.ledger.surprises.append(str(error)[:500])
        finally:
            self.browser.close()

    def stop(self) -> None:
        """Finish the current move, and stop."""
        self._must_stop.set()

    def _play_on(self) -> None:
        while not self._must_stop.is_set():
            try:
                seen = self._player.look()
                while seen is not None and not seen.is_my_turn and not self._must_stop.is_set():
                    seen = self._player.wait(self._must_stop.is_set)
                if seen is None:
                    self._player.post_next_game()
                    time.sleep(0.05)
                elif seen.is_my_turn:
                    self._play(seen)
            except ServerGone:
                time.sleep(0.05)

    def _play(self, seen: SeenTable) -> None:
        self._must_stop.wait(self._rng.uniform(*self._thinks))
        key = new_key()
        chosen = self._player.mind.choose(seen)
        status = self._post(seen, chosen, key)
        if self._rng.random() < DOUBLED:
            again = self._post(seen, chosen, key)
            if status == 409 and again < 400 and self._is_paused_at_times:
                status = again
            if (status < 400) != (again < 400):
                self.ledger.surprises.append(f"posted twice: {status}, then {again}")
        if status < 400:
            self.ledger.acknowledged.append(key)
        elif status in {409, 422}:
            self.ledger.refused.append(key)
        else:
            self.ledger.surprises.append(f"a move was answered with {status}")

    def _post(self, seen: SeenTable, chosen: Fields, key: str) -> int:
        """Send a move until there is a response."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self._player.post_move(seen, chosen, idempotency_key=key).status_code
            except ServerGone:
                self.ledger.in_doubt += 1
                assert time.monotonic() < deadline, "the server did not come back"
                time.sleep(0.05)
