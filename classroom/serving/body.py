"""Request bodies, read in pieces and never beyond their limit."""

from __future__ import annotations

import re
from typing import Protocol

from werkzeug.exceptions import RequestEntityTooLarge

_HEX = re.compile(rb"[0-9A-Fa-f]{1,8}")
_LINE_BYTES = 1024
_TRAILER_BYTES = 8 * 1024


class BodyTooLargeError(RequestEntityTooLarge):
    """The body exceeds its limit and is not read. Reading it raises this error, and the response is 413."""


class BadBodyError(Exception):
    """The body is malformed."""


class Body(Protocol):
    """The event loop's view of a body."""

    content: bytearray

    def feed(self, received: bytearray) -> bool:
        """Consume the body's bytes from `received`. Return whether the body is complete.

        :raises BodyTooLargeError: if it exceeds its limit.
        :raises BadBodyError: if it is malformed.
        """


class SizedBody:
    """A body with a Content-Length."""

    def __init__(self, size: int, *, limit: int) -> None:
        if size > limit:
            raise BodyTooLargeError
        self.content = bytearray()
        self._size = size

    def feed(self, received: bytearray) -> bool:
        missing = self._size - len(self.content)
        self.content += received[:missing]
        del received[:missing]
        return len(self.content) == self._size


class ChunkedBody:
    """A chunked body. Trailer lines are dropped."""

    def __init__(self, *, limit: int) -> None:
        self.content = bytearray()
        self._limit = limit
        self._missing = 0  # remaining bytes of the current chunk
        self._is_chunk_open = False  # whether its line break is still to come
        self._trailer = -1  # bytes of trailer lines; negative before the last chunk

    def feed(self, received: bytearray) -> bool:
        while True:
            if self._missing:
                piece = received[: self._missing]
                if not piece:
                    return False
                del received[: len(piece)]
                self.content += piece
                self._missing -= len(piece)
                continue
            line = _take_line(received)
            if line is None:
                return False
            if self._is_chunk_open:
                if line:
                    raise BadBodyError
                self._is_chunk_open = False
            elif self._trailer >= 0:
                if not line:
                    return True
                self._trailer += len(line)
                if self._trailer > _TRAILER_BYTES:
                    raise BadBodyError
            else:
                self._begin_chunk(line)

    def _begin_chunk(self, line: bytes) -> None:
        size = line.partition(b";")[0].strip()
        if not _HEX.fullmatch(size):
            raise BadBodyError
        self._missing = int(size, 16)
        if len(self.content) + self._missing > self._limit:
            raise BodyTooLargeError
        self._is_chunk_open = self._missing > 0
        if not self._missing:
            self._trailer = 0


class RefusedBody:
    """Stands in for a body that was too large to read."""

    def read(self, _size: int = -1) -> bytes:
        raise BodyTooLargeError

    readline = readinto = read


def _take_line(received: bytearray) -> bytes | None:
    """Take a line without its CRLF; None if it is incomplete."""
    end = received.find(b"\r\n")
    if end < 0:
        if len(received) > _LINE_BYTES:
            raise BadBodyError
        return None
    line = bytes(received[:end])
    del received[: end + 2]
    return line
