"""A TCP proxy between a browser and the server that records every byte sent to the browser and can cut the connection.

It removes Accept-Encoding, so that the received bytes can be searched. It can pause within a page, as a slow network
does.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from contextlib import suppress

HOST = "127.0.0.1"
PAUSE_SECONDS = 0.15
"""Long enough for a browser to paint what it has."""
_COMPRESSED, _PLAIN = b"\r\nAccept-Encoding:", b"\r\nNot-An-Encoding:"


class Proxy:
    """One browser's connection to the server."""

    def __init__(self, server_port: int) -> None:
        self.received: list[tuple[float, bytes]] = []
        """What the browser received: times (seconds since 1970) and data."""
        self.refuses_streams = False
        self.pauses_before: tuple[bytes, ...] = ()
        """Where to pause in what the browser receives."""
        self.paused = 0
        self._server_port = server_port
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._dropped: set[socket.socket] = set()
        self._is_down = False
        self._is_forwarding = threading.Event()
        self._is_forwarding.set()
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """The address for the browser."""
        return f"http://{HOST}:{self.port}"

    def cut(self) -> None:
        """Break every connection, as a network failure does, and block new ones until `restore`."""
        self._is_down = True
        self._break_all()

    def restore(self) -> None:
        """Allow connections again."""
        self._is_down = False

    def hold(self) -> None:
        """Hold back what the browser sends, as a stalled network does, until `release`."""
        self._is_forwarding.clear()

    def release(self) -> None:
        """Forward what was held back."""
        self._is_forwarding.set()

    def drop_silently(self) -> None:
        """Silently drop all data on the current connections, as a firewall that lost its state does."""
        with self._lock:
            self._dropped |= self._open

    def close(self) -> None:
        """Close all connections and stop."""
        self._is_down = True
        self.release()
        self._listener.close()
        self._break_all()

    def _break_all(self) -> None:
        with self._lock:
            ends, self._open = self._open, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = None if self._is_down else socket.create_connection((HOST, self._server_port))
            except OSError:  # the server is not running
                server = None
            if server is None:
                browser.close()
                continue
            for end in (browser, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._open |= {browser, server}
            threading.Thread(target=self._forward_to_server, args=(browser, server), daemon=True).start()
            threading.Thread(target=self._forward_to_browser, args=(server, browser), daemon=True).start()

    def _forward_to_server(self, browser: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := browser.recv(65536):
                if self.refuses_streams and re.search(rb"/stream[? ]", data):
                    break
                self._is_forwarding.wait()
                if browser in self._dropped:
                    continue
                server.sendall(data.replace(_COMPRESSED, _PLAIN))
        self._close_pair(browser, server)

    def _forward_to_browser(self, server: socket.socket, browser: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if browser in self._dropped:
                    continue
                self.received.append((time.time(), data))
                for mark in self.pauses_before:
                    before, found, after = data.partition(mark)
                    if found:
                        browser.sendall(before)
                        self.paused += 1
                        time.sleep(PAUSE_SECONDS)
                        data = found + after
                browser.sendall(data)
        if browser not in self._dropped:
            self._close_pair(browser, server)

    def _close_pair(self, *ends: socket.socket) -> None:
        with self._lock:
            self._open -= set(ends)
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
