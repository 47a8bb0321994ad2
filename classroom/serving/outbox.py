"""Outgoing data: threads write, and the event loop sends what the client could not take at once."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Callable
from typing import IO

from werkzeug.wsgi import FileWrapper

from classroom.serving.warm_queue import waiting_aside

MOST_PENDING = 1024 * 1024
"""Maximum bytes buffered in memory per client; a thread that writes more blocks."""
_PIECE_BYTES = 512 * 1024
_GONE = "the client is gone"
_STALL_SECONDS = 20.0
_LEAST_PROGRESS = 64 * 1024  # minimum bytes that a client must take in that time: 3 kB a second


class LargePieces(FileWrapper):
    """Reads a file in big pieces, mostly in one call: with many small ones, threads would contend for each."""

    def __init__(self, file: IO[bytes], _size: int = 0) -> None:
        super().__init__(file, _PIECE_BYTES)


class Outbox:
    """The write side of a connection. Any thread may write; only the event loop calls `flush`."""

    def __init__(self, sock: socket.socket, *, on_blocked: Callable[[], None]) -> None:
        """Wrap a socket.

        :param on_blocked: called when data is left for the event loop to send.
        """
        self._socket = sock
        self._on_blocked = on_blocked
        self._room = threading.Condition()
        self._pending = bytearray()
        self._is_broken = False
        self._deadline = 0.0
        self._progress = 0

    @property
    def has_pending(self) -> bool:
        return bool(self._pending)

    def write(self, data: bytes) -> int:
        """Send as much as possible and buffer the rest. Block only while the buffer is full.

        :raises ConnectionError: if the client has disconnected or takes nothing.
        """
        with self._room:
            self._check()
            rest = data if self._pending else data[self._send(data) :]
            if rest:
                if not self._pending:
                    self._restart_clock()
                    self._on_blocked()
                self._pending += rest
                with waiting_aside():
                    while len(self._pending) > MOST_PENDING and not self._is_broken:
                        self._room.wait()
                self._check()
        return len(data)

    def flush(self) -> bool:
        """Send buffered data, and return whether none is left.

        :raises ConnectionError: if the client has disconnected.
        """
        with self._room:
            self._check()
            sent = self._send(self._pending)
            del self._pending[:sent]
            self._progress += sent
            if self._progress >= _LEAST_PROGRESS:
                self._restart_clock()
            self._room.notify_all()
            return not self._pending

    def is_stalled(self, now: float) -> bool:
        """Return whether the client has taken too little data for too long."""
        return bool(self._pending) and now > self._deadline

    def give_up(self) -> None:
        """Drop buffered data and fail all further writes."""
        with self._room:
            self._break()

    def _send(self, data: bytes | bytearray) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            self._break()
            raise BrokenPipeError(errno.EPIPE, _GONE) from error

    def _check(self) -> None:
        if self._is_broken:
            raise BrokenPipeError(errno.EPIPE, _GONE)

    def _break(self) -> None:
        self._is_broken = True
        self._pending.clear()
        self._room.notify_all()

    def _restart_clock(self) -> None:
        self._progress = 0
        self._deadline = time.monotonic() + _STALL_SECONDS
