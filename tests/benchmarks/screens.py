"""Latency from a move to the last screen: students with open streams, who fetch the fragment when notified."""

from __future__ import annotations

import http.client
import re
import socket
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.benchmarks.tables import Table
    from tests.over_http import LiveServer, PlainBrowser

_VERSION = re.compile(r'name="version" value="([^"]*)"')


class Screen(threading.Thread):
    """A student's page: an open stream, and when each version was fetched."""

    def __init__(self, server: LiveServer, browser: PlainBrowser) -> None:
        super().__init__(daemon=True)
        self._browser = server.browser(browser.cookies["classroom"])
        self._stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._token = ""
        self.shown: dict[int, float] = {}
        self.is_open = threading.Event()
        self.news = threading.Condition()

    def run(self) -> None:
        """Listen until the connection is closed."""
        try:
            self._stream.request(
                "GET", "/play/stream", headers={"Cookie": f"classroom={self._browser.cookies['classroom']}"}
            )
            answer = self._stream.getresponse()
            while line := answer.fp.readline():
                if line.startswith(b"event: poke"):
                    self._fetch()
                    self.is_open.set()
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            return  # cut

    def cut(self) -> None:
        """Close the page."""
        if self._stream.sock is not None:
            self._stream.sock.shutdown(socket.SHUT_RDWR)  # closing would wait for the reader, until the next heartbeat
        self.join(5)
        self._stream.close()
        self._browser.close()

    def wait_for(self, version: int) -> float:
        """Return when this version or a later one arrived."""
        with self.news:
            assert self.news.wait_for(lambda: any(one >= version for one in self.shown), 10), "a screen stays behind"
            return min(at for one, at in self.shown.items() if one >= version)

    def _fetch(self) -> None:
        answer = self._browser.send("GET", "/play/fragment", {"version": self._token})
        now = time.perf_counter()
        found = _VERSION.search(answer.text)
        if answer.status_code == 200 and found is not None:
            self._token = found.group(1)
            with self.news:
                self.shown.setdefault(int(self._token.split(".")[1]), now)
                self.news.notify_all()


def milliseconds_to_the_last_screen(
    tables: list[Table], screens: dict[str, list[Screen]], *, moves: int, pause: float
) -> list[float]:
    """Move at one table after the other; for each move, return the time until the last screen showed it."""
    found = []
    for number in range(moves):
        table = tables[number % len(tables)]
        if not table.can_continue:
            continue
        began = time.perf_counter()
        table.move()
        found.append(1000 * (max(screen.wait_for(table.version) for screen in screens[table.game_id]) - began))
        time.sleep(pause)
    return found
