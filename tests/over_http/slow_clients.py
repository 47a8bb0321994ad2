"""Clients that hold connections open with unfinished requests, in a separate process so as not to slow the test down.

``python -m tests.over_http.slow_clients PORT KIND COUNT ADDRESSES SECONDS``
"""

from __future__ import annotations

import heapq
import selectors
import socket
import struct
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "127.0.0.1"
BEGINNINGS = {
    "silent": b"",
    "half-header": b"GET / HTTP/1.1\r\nHost: school\r\nX-Half: ",
    "header-drip": b"GET / HTTP/1.1\r\nHost: school\r\nX-Drip: ",
    "body-drip": b"POST /join HTTP/1.1\r\nHost: school\r\nContent-Length: 60000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\ncode=",
    "chunk-drip": b"POST /join HTTP/1.1\r\nHost: school\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n",
    "abrupt": b"GET / HTTP/1.1\r\nHost: school\r\nX-Half: ",
    "slow-reader": b"GET /static/vendor/jsqr/1.4.0/jsQR.js HTTP/1.1\r\nHost: school\r\n\r\n" * 20,
}
"""The first bytes that each kind of client sends."""
_DRIPPING = {"header-drip", "body-drip", "chunk-drip"}
_RECONNECT_SECONDS = 0.5  # after the server has closed the connection


class SlowClients:
    """A number of connections to one server, opened again whenever the server closes them."""

    def __init__(self, port: int, kind: str, count: int, addresses: int) -> None:
        self.made = 0
        self._port = port
        self._kind = kind
        self._addresses = addresses
        self._selector = selectors.DefaultSelector()
        self._due = [(0.0, number, None) for number in range(count)]
        self._open: dict[int, socket.socket] = {}

    def run(self, seconds: float) -> None:
        """Keep all connections open for a time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while self._due and self._due[0][0] <= time.monotonic():
                _, number, _ = heapq.heappop(self._due)
                self._act(number)
            wait = self._due[0][0] - time.monotonic() if self._due else 1
            for key, _ in self._selector.select(max(0, min(wait, end - time.monotonic()))):
                self._read(key.data)

    def _act(self, number: int) -> None:
        if number not in self._open:
            self._connect(number)
        elif self._kind == "abrupt":
            self._hang_up(number)
        else:
            with suppress(BlockingIOError, OSError):
                self._open[number].send(b"x")
        if self._kind in _DRIPPING or self._kind == "abrupt":
            self._schedule(number, 1.0)

    def _connect(self, number: int) -> None:
        client = socket.socket()
        if self._kind == "slow-reader":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            client.bind((f"127.0.0.{1 + number % self._addresses}", 0))
            client.settimeout(5)
            client.connect((HOST, self._port))
            client.sendall(BEGINNINGS[self._kind])
        except OSError:
            client.close()
            self._schedule(number, _RECONNECT_SECONDS)
            return
        self.made += 1
        client.setblocking(False)
        self._open[number] = client
        if self._kind != "slow-reader":
            self._selector.register(client, selectors.EVENT_READ, number)

    def _read(self, number: int) -> None:
        try:
            data = self._open[number].recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._hang_up(number)
            if self._kind not in _DRIPPING and self._kind != "abrupt":
                self._schedule(number, _RECONNECT_SECONDS)

    def _hang_up(self, number: int) -> None:
        client = self._open.pop(number)
        with suppress(KeyError):
            self._selector.unregister(client)
        if self._kind == "abrupt":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()

    def _schedule(self, number: int, seconds: float) -> None:
        heapq.heappush(self._due, (time.monotonic() + seconds, number, None))


@contextmanager
def slow_clients(port: int, *, kind: str, count: int, addresses: int = 1) -> Iterator[None]:
    """Keep slow connections to a port of this computer open while the block runs."""
    arguments = [str(port), kind, str(count), str(addresses), "600"]
    command = [sys.executable, "-m", "tests.over_http.slow_clients", *arguments]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def main() -> None:
    port, kind, count, addresses, seconds = sys.argv[1:]
    with suppress(ImportError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    clients = SlowClients(int(port), kind, int(count), int(addresses))
    clients.run(0.5)
    print("ready", flush=True)
    clients.run(float(seconds))


if __name__ == "__main__":
    main()
