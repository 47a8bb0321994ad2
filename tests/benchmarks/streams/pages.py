"""Thousands of listening pages in this process, and the latency of a notification to the last page of a table."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from tests.benchmarks.crowd.line import Line
from tests.benchmarks.streams.views import SEATS
from tests.over_http.server import HOST

if TYPE_CHECKING:
    from collections.abc import Sequence

_PATIENCE = 20.0
_AT_ONCE = 20


class Page(asyncio.Protocol):
    """A listening page."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._head = b""
        self.is_open = asyncio.Event()
        self.heard: asyncio.Future[float] | None = None
        self.is_broken = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"GET {self._path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Record the first event, and the time of a notification. No event here is longer than a packet."""
        if not self.is_open.is_set():
            self._head += data
            if b"event: " in self._head:
                assert self._head.startswith(b"HTTP/1.1 200"), self._head[:200]
                self.is_open.set()
        elif b"event: poke" in data and self.heard is not None and not self.heard.done():
            self.heard.set_result(time.perf_counter())

    def connection_lost(self, _error: Exception | None) -> None:
        """Record that the stream broke."""
        self.is_broken = True


async def open_pages(port: int, kind: str, count: int) -> list[Page]:
    """Open this number of pages, and wait until each has its first event; without one, it counts as broken."""
    loop = asyncio.get_running_loop()
    room = asyncio.Semaphore(_AT_ONCE)

    async def open_one(topic: int) -> Page:
        async with room:
            _, page = await loop.create_connection(lambda: Page(f"/streams/{kind}/{topic}"), HOST, port)
            try:
                await asyncio.wait_for(page.is_open.wait(), _PATIENCE)
            except TimeoutError:
                page.is_broken = True
            return page

    return list(await asyncio.gather(*map(open_one, range(count))))


async def notify_tables(port: int, pages: Sequence[Page], *, per_second: float, seconds: float) -> list[float]:
    """Notify one table after the other; for each, return the milliseconds until the last page got it."""
    lines = [Line((HOST, port)) for _ in range(8)]
    loop = asyncio.get_running_loop()
    all_tables = [pages[first : first + SEATS] for first in range(0, len(pages), SEATS)]
    tables = [at for at, table in enumerate(all_tables) if not any(page.is_broken for page in table)]

    async def notify(turn: int) -> float:
        await asyncio.sleep(turn / per_second)
        table = tables[turn * 37 % len(tables)]  # not always those that were opened together
        listening = all_tables[table]
        for page in listening:
            page.heard = loop.create_future()
        began = time.perf_counter()
        asked = f"GET /streams/notify/{table} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
        async with asyncio.timeout(_PATIENCE):
            assert (await lines[turn % len(lines)].ask(asked)).status == 200
            times = [await page.heard for page in listening if page.heard is not None]
        return 1000 * (max(times) - began)

    took = list(await asyncio.gather(*(notify(turn) for turn in range(int(per_second * seconds)))))
    for line in lines:
        line.close()
    return took
