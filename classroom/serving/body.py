"""The body of a request, read piece by piece, never beyond its limit."""

from __future__ import annotations

import re
from typing import Protocol

from werkzeug.exceptions import RequestEntityTooLarge

_HEX = re.compile(rb"[0-9A-Fa-f]{1,8}")
_LINE_BYTES = 1024
_TRAILER_BYTES = 8 * 1024


class BodyTooLargeError(RequestEntityTooLarge):
    """The body exceeds its limit and is not read. Anyone who asks for it gets this, and answers 413."""


class BadBodyError(Exception):
    """The body is not what HTTP allows."""


class Body(Protocol):
    """What the event loop needs of a body."""

    content: bytearray

    def feed(self, received: bytearray) -> bool:
        """Take from `received` what belongs to the body. Tell whether it is complete.

        :raises BodyTooLargeError: if it exceeds its limit.
        :raises BadBodyError: if it is malformed.
        """


class SizedBody:
    """A body whose header says how long it is."""

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
    """A body that comes in chunks, each with its size, and may end with trailer lines, which are dropped."""

    def __init__(self, *, limit: int) -> None:
        self.content = bytearray()
        self._limit = limit
        self._missing = 0  # bytes of the chunk under way
        self._is_chunk_open = False  # its line break has not come yet
        self._trailer = -1  # bytes of trailer lines; below 0: there are still chunks

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
    """Stands for a body that was too large to be read."""

    def read(self, _size: int = -1) -> bytes:
        raise BodyTooLargeError

    readline = readinto = read


def _take_line(received: bytearray) -> bytes | None:
    """Take a line without its CRLF; None if its end has not come yet."""
    end = received.find(b"\r\n")
    if end < 0:
        if len(received) > _LINE_BYTES:
            raise BadBodyError
        return None
    line = bytes(received[:end])
    del received[: end + 2]
    return line
