"""The event loop: accepts connections, reads requests, and enforces time limits."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from queue import Full

from classroom.serving.connection import Connection
from classroom.serving.interface import HttpServer
from classroom.serving.phases import Phase
from classroom.serving.unfinished import UnfinishedRequests
from classroom.serving.warm_queue import RELIEF_SECONDS

log = logging.getLogger(__name__)

_ACCEPTED_AT_ONCE = 8  # then connections with data get their turn
_SWEEP_SECONDS = 0.5
_CHECKED_AT_ONCE = 256
_SLICE_SECONDS = 0.02
_REPORT_SECONDS = 60.0
_PAUSE_SECONDS = 0.2  # pause in accepting when the system is out of descriptors or memory
_FLUSH_SECONDS = 2.0
_MOST_WATCHED = 480 if os.name == "nt" else 1_000_000  # Windows can't wait for more than 512 sockets at once
_CLOSED_AT_ONCE = 64  # connections to close at once when there are too many


class ConnectionLoop:
    """A server's connections. `run` is the event loop's thread; others may use `call`, `note_news`, and the stops.

    A silent or slow client uses a file descriptor and the bytes it has sent so far, never a thread.
    """

    watches_busy = os.name != "nt"
    """Whether to notice clients that disconnect before the response. On Windows, too few sockets can be watched."""
    can_add_keepalive_connection = True  # for cheroot; the event loop makes room by closing idle ones

    def __init__(
        self, server: HttpServer, *, unfinished: UnfinishedRequests, most_connections: int, listener: socket.socket
    ) -> None:
        self.server = server
        self.unfinished = unfinished
        self._most = most_connections
        self._listener = listener
        self._loop = asyncio.SelectorEventLoop()
        self._connections: set[Connection] = set()
        self._news: list[Callable[[], None]] = []
        self._news_lock = threading.Lock()
        self._watched = 0
        self._refused = 0
        self._relieves = False
        self._reported_at = float("-inf")
        listener.settimeout(0)
        self._loop.add_reader(listener, self._accept)
        self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    def run(self) -> None:
        """Serve until stopped."""
        self._loop.run_forever()
        for connection in list(self._connections):
            connection.drop()
        self._listener.close()
        self._loop.close()

    def call(self, callback: Callable[[], object]) -> None:
        """Schedule a callback on the event loop's thread; do nothing once the loop has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback)

    def note_news(self, tell: Callable[[], None]) -> None:
        """Schedule a callback like `call`, but wake the loop only once for all callbacks until it runs them."""
        with self._news_lock:
            self._news.append(tell)
            is_first = len(self._news) == 1
        if is_first:
            self.call(self._tell_news)

    def stop_accepting(self) -> None:
        """Accept no new connections; existing ones continue."""
        self.call(lambda: self._loop.remove_reader(self._listener))

    def stop(self) -> None:
        """Close all connections after their responses are sent, and end the loop."""
        deadline = time.monotonic() + _FLUSH_SECONDS
        self.call(lambda: self._end(deadline))

    # Called by connections, on the event loop's thread.

    def hand_over(self, connection: Connection) -> None:
        """Pass a complete request to a thread."""
        try:
            self.server.requests.put(connection)
        except Full:
            connection.refuse("503 Service Unavailable")
        if not self._relieves:
            self._relieve()

    def note_unfinished(self, connection: Connection, size: int) -> None:
        """Count an incomplete request, and give up the slowest one if there are too many."""
        slowest = self.unfinished.note(connection, size)
        if isinstance(slowest, Connection):
            self.note_refusal()
            slowest.give_up()

    def note_refusal(self) -> None:
        """Count a rejected request, for the log."""
        self._refused += 1

    def call_later(self, seconds: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Schedule a callback after a delay in seconds."""
        return self._loop.call_later(seconds, callback)

    def forget(self, connection: Connection) -> None:
        """Remove a closed connection."""
        self._connections.discard(connection)

    def watch_reading(self, sock: socket.socket, callback: Callable[[], None]) -> None:
        """Call back whenever the socket is readable."""
        self._watched += 1
        self._loop.add_reader(sock.fileno(), callback)

    def unwatch_reading(self, sock: socket.socket) -> None:
        """Stop watching for reads."""
        self._watched -= 1
        self._loop.remove_reader(sock.fileno())

    def watch_writing(self, sock: socket.socket, callback: Callable[[], None]) -> None:
        """Call back whenever the socket is writable."""
        self._loop.add_writer(sock.fileno(), callback)

    def unwatch_writing(self, sock: socket.socket) -> None:
        """Stop watching for writes."""
        self._loop.remove_writer(sock.fileno())

    def _relieve(self) -> None:
        """See to slow threads as long as requests wait for them."""
        self._relieves = self.server.requests.relieve()
        if self._relieves:
            self._loop.call_later(RELIEF_SECONDS, self._relieve)

    def _tell_news(self) -> None:
        with self._news_lock:
            news, self._news = self._news, []
        for tell in news:
            tell()

    def _end(self, deadline: float) -> None:
        if any(one.outbox.has_pending for one in self._connections) and time.monotonic() < deadline:
            self._loop.call_later(0.02, self._end, deadline)
        else:
            self._loop.stop()

    def _accept(self) -> None:
        for _ in range(_ACCEPTED_AT_ONCE):
            if len(self._connections) >= self._most or self._watched >= _MOST_WATCHED:
                self._make_room()
            try:
                sock, address = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # out of descriptors or memory
                self._make_room()
                self._loop.remove_reader(self._listener)
                self._loop.call_later(_PAUSE_SECONDS, self._accept_again)
                return
            sock.settimeout(0)
            with suppress(OSError):  # the client may have disconnected
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = Connection(self, sock, address)
            self._connections.add(connection)
            connection.begin()

    def _accept_again(self) -> None:
        if self.server.ready:
            self._loop.add_reader(self._listener, self._accept)

    def _make_room(self) -> None:
        """Close requests that were given up; otherwise the longest idle connections; otherwise the slowest requests."""
        for phases in ({Phase.GIVEN_UP}, {Phase.IDLE, Phase.LINGER}, {Phase.HEADER, Phase.BODY}):
            if found := [one for one in self._connections if one.phase in phases]:
                for connection in sorted(found, key=lambda one: one.since)[:_CLOSED_AT_ONCE]:
                    connection.drop()
                return

    def _sweep(self) -> None:
        self._check(iter(list(self._connections)))
        now = time.monotonic()
        if self._refused and now - self._reported_at > _REPORT_SECONDS:
            log.warning("%d requests were not complete in time, or were too many, and were given up", self._refused)
            self._refused = 0
            self._reported_at = now

    def _check(self, connections: Iterator[Connection]) -> None:
        """Enforce time limits, a few connections at a time: a request that arrives meanwhile must not wait for all."""
        now = time.monotonic()
        checked = list(islice(connections, _CHECKED_AT_ONCE))
        for connection in checked:
            connection.check(now)
        if checked:
            self._loop.call_later(_SLICE_SECONDS, self._check, connections)
        else:
            self._loop.call_later(_SWEEP_SECONDS, self._sweep)
