"""Students who sign in from new devices, and an attacker who guesses meanwhile."""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from classroom.services.accounts import pin_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from werkzeug.test import TestResponse

    from tests.over_http import LiveServer, PlainBrowser
    from tests.sign_in.school import Card

_TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
_ROUNDS = pin_limits._SHORT.failures - 1
"""So many wrong PINs for each student: one more, and they would be locked out, as they should."""
_SENDERS = 200
"""Threads of the guesser: more than can wait for a hash at two servers, so that it never stops."""


@dataclass
class Burst:
    """The results of many simultaneous sign-ins."""

    refused: list[str] = field(default_factory=list)
    """Each request that was not answered as a right one is."""
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """How long each kind of request took, and each sign-in as a whole."""


@dataclass
class Guesses:
    """The results of wrong tries."""

    statuses: Counter[int] = field(default_factory=Counter)
    sent: int = 0
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        """The number sent per second."""
        return self.sent / self.seconds


def sign_in_all(cards: Sequence[Card], servers: Sequence[LiveServer]) -> Burst:
    """Let everyone sign in simultaneously, each from a new device; requests alternate between the servers."""
    burst, lock, start = Burst(), threading.Lock(), threading.Barrier(len(cards))

    def sign_in(number: int) -> None:
        student = _Student(cards[number], [server.browser() for server in servers], number)
        start.wait()
        student.sign_in()
        with lock:
            burst.refused += student.refused
            for step, took in student.seconds.items():
                burst.seconds.setdefault(step, []).append(took)

    threads = [threading.Thread(target=sign_in, args=(number,)) for number in range(len(cards))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return burst


class _Student:
    def __init__(self, card: Card, browsers: Sequence[PlainBrowser], number: int) -> None:
        self.refused: list[str] = []
        self.seconds: dict[str, float] = {}
        self._card = card
        for browser in browsers:
            browser.cookies = browsers[0].cookies  # one device
        self._browsers = itertools.islice(itertools.cycle(browsers), number % len(browsers), None)

    def sign_in(self) -> None:
        """Open the code page, type the code, tap the name, type the PIN, and load the next page."""
        began = time.perf_counter()
        try:
            token = _TOKEN.findall(self._ask("code page", "GET", "/").text)[0]
            self._ask("code", "POST", "/join", {"csrf_token": token, "code": self._card.code}, goal="/join/")
            self._ask("names", "GET", f"/join/{self._card.code}")
            pin_page = f"/join/{self._card.code}/{self._card.student_id}"
            token = _TOKEN.findall(self._ask("PIN page", "GET", pin_page).text)[0]
            self._ask("PIN", "POST", pin_page, {"csrf_token": token, "pin": self._card.pin}, goal="/play")
            self._ask("waiting page", "GET", "/play")
        except (OSError, IndexError) as error:
            self.refused.append(repr(error))
        self.seconds["sign-in"] = time.perf_counter() - began

    def _ask(
        self, step: str, method: str, address: str, fields: dict[str, str] | None = None, *, goal: str = ""
    ) -> TestResponse:
        began = time.perf_counter()
        answer = next(self._browsers).send(method, address, fields)
        self.seconds[step] = time.perf_counter() - began
        if answer.status_code != (303 if goal else 200) or not answer.headers.get("Location", "").startswith(goal):
            self.refused.append(f"{step}: {answer.status} {answer.text[:300]}")
        return answer


class Guesser:
    """An attacker at the same address who tries class codes, PINs, and passwords, and discards cookies.

    :param cards: of students who sign in meanwhile.
    :param other: of a student who does not: however long that takes, further PINs are tried with this one.
    """

    def __init__(self, servers: Sequence[LiveServer], cards: Sequence[Card], other: Card, *, per_second: float) -> None:
        self.guesses = Guesses()
        self._servers = servers
        self._pause = _SENDERS / per_second
        self._tries = self._endless_tries(cards, other)
        self._lock = threading.Lock()
        self._must_stop = threading.Event()
        self._threads = [threading.Thread(target=self._guess, args=(number,)) for number in range(_SENDERS)]

    def __enter__(self) -> Self:
        browser = self._servers[0].browser()
        self._token = _TOKEN.findall(browser.send("GET", "/").text)[0]
        self._cookies = browser.cookies
        self._began = time.perf_counter()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._must_stop.set()
        self.guesses.seconds = time.perf_counter() - self._began
        for thread in self._threads:
            thread.join()

    def _guess(self, number: int) -> None:
        browser = self._servers[number % len(self._servers)].browser()
        due = time.perf_counter() + self._pause * number / _SENDERS
        while not self._must_stop.wait(max(0.0, due - time.perf_counter())):
            with self._lock:
                address, fields = next(self._tries)
                self.guesses.sent += 1
            browser.cookies = dict(self._cookies)
            if number:  # the first one keeps its device cookie
                del browser.cookies["device"]
            answer = browser.send("POST", address, {"csrf_token": self._token, **fields})
            with self._lock:
                self.guesses.statuses[answer.status_code] += 1
            due += self._pause
        browser.close()

    @staticmethod
    def _endless_tries(cards: Sequence[Card], other: Card) -> Iterator[tuple[str, dict[str, str]]]:
        for number in itertools.count():
            card = cards[number % len(cards)] if number < _ROUNDS * len(cards) else other
            yield "/join", {"code": f"zzz{number % 1000:03}"}
            yield f"/join/{card.code}/{card.student_id}", {"pin": "wrong"}
            yield "/sign-in", {"name": f"Unknown {number}", "password": "wrong"}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which this proportion lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def report(name: str, burst: Burst, guesses: Guesses | None, say: Callable[[str], object] = print) -> None:
    """Print the latencies of a burst."""
    say(f"\n{name}: {len(burst.seconds['sign-in'])} sign-ins, {len(burst.refused)} refused")
    for step, took in burst.seconds.items():
        shares = "  ".join(f"p{share} {percentile(took, share / 100):6.2f} s" for share in (50, 95))
        say(f"  {step:13} {shares}  max {max(took):6.2f} s")
    if guesses is not None:
        say(f"  beside {guesses.per_second:.0f} wrong tries per second: {dict(guesses.statuses)}")
