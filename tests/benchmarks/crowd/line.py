"""A browser's connection with little overhead on the measuring computer."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from dataclasses import dataclass

_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    head: bytes
    body: bytes

    @property
    def text(self) -> str:
        """Return the decompressed body."""
        packed = b"content-encoding: gzip" in self.head.lower()
        return (zlib.decompress(self.body, 31) if packed else self.body).decode()


class Line(asyncio.Protocol):
    """A keep-alive connection, reopened if the server has closed it."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._waiting: asyncio.Future[Answer] | None = None
        self._turn = asyncio.Lock()

    async def ask(self, request: bytes) -> Answer:
        """Send a request; retry once if the server has just closed the idle connection."""
        async with self._turn:
            for is_last in (False, True):
                is_fresh = self._transport is None
                try:
                    return await self._exchange(request)
                except ConnectionError:
                    if is_last or is_fresh:
                        raise
            raise ConnectionError

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    async def _exchange(self, request: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if self._transport is None:
            self._received.clear()
            self._transport, _ = await loop.create_connection(lambda: self, *self._address)
        self._waiting = loop.create_future()
        self._transport.write(request)
        return await self._waiting

    def data_received(self, data: bytes) -> None:
        """Find the end of the response."""
        self._received += data
        end = self._received.find(_END)
        if end < 0 or self._waiting is None:
            return
        head = bytes(self._received[:end])
        status = int(head[9:12])
        given = head.lower().partition(b"content-length:")[2].split(b"\r", 1)[0]
        length = int(given) if given else 0  # a 204 has no body
        start = end + len(_END)
        if len(self._received) >= start + length:
            body = bytes(self._received[start : start + length])
            self._received.clear()
            self._waiting.set_result(Answer(status, head, body))
            self._waiting = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake the waiting request."""
        self._transport = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc if isinstance(exc, ConnectionError) else ConnectionResetError())
        self._waiting = None


class Listener(asyncio.Protocol):
    """An open stream."""

    def __init__(
        self,
        request: bytes,
        on_beat: Callable[[], None],
        on_notification: Callable[[str], None],
        on_end: Callable[[], None],
    ) -> None:
        """Prepare the stream.

        :param on_beat: called at each heartbeat; after the first, the page is up to date.
        :param on_notification: called with each notification's data.
        :param on_end: called when the stream breaks, or is refused.
        """
        self._request = request
        self._on_beat = on_beat
        self._on_notification = on_notification
        self._on_end = on_end
        self._received = b""
        self._status = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Read whole events, ignoring chunk sizes."""
        self._received += data
        if not self._status:
            head, end, rest = self._received.partition(_END)
            if not end:
                return
            self._status, self._received = int(head[9:12]), rest
        if self._status != 200:
            self._transport.close()
            return
        *events, self._received = self._received.split(b"\n\n")
        for event in events:
            if b"event: poke" not in event:
                self._on_beat()
            else:
                self._on_notification(event.partition(b"data: ")[2].decode())

    def connection_lost(self, _error: Exception | None) -> None:
        """Notify the page."""
        self._on_end()

    def close(self) -> None:
        """Close the page."""
        self._transport.close()
