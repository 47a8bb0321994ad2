"""`make streams`: memory, CPU, and delay of ten thousand open pages, held by the app or by Pushpin."""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.processes import cpu_of, memory_of, postgres
from tests.benchmarks.streams.pages import notify_tables, open_pages
from tests.benchmarks.streams.pushpin import pushpin
from tests.benchmarks.streams.views import CONTROL_PORT
from tests.over_http import LiveServer
from tests.over_http.gunicorn import Gunicorn
from tests.over_http.server import reserve_port

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WAYS = os.environ.get("STREAM_WAYS", "own pushpin gunicorn").split()
COUNT = int(os.environ.get("STREAMS", "10000"))
IDLE_SECONDS = float(os.environ.get("STREAM_IDLE", "30"))
NOTIFY_SECONDS = 8.0
PER_SECOND = (10.0, 50.0)
"""Notifications, each to the four pages of a table."""
COLUMNS = (
    *("held by", "streams", "kB each: app + Pushpin", "CPU-ms to open one: app + Pushpin"),
    "all idle, cores: app + Pushpin",
    *(f"last of four pages, p50 / p95 / worst, with {rate:.0f} a second" for rate in PER_SECOND),
    "CPU-ms each: app + Pushpin",
    *("broken", "load"),
)


@dataclass(frozen=True)
class Way:
    """Running servers."""

    stream_port: int
    app_port: int
    kind: str
    app: list[int]
    proxy: list[int]


def main() -> None:
    """Measure each setup, and print its line as soon as it is known."""
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|", flush=True)
    ways = {"own": _own, "pushpin": _pushpin, "gunicorn": _gunicorn}
    for name in WAYS:
        with tempfile.TemporaryDirectory() as folder, ways[name](Path(folder)) as way:
            print(f"| {name} | {COUNT:,} | {' | '.join(asyncio.run(_measured(way)))} |", flush=True)


async def _measured(way: Way) -> list[str]:
    def spent() -> list[float]:
        return [sum(map(cpu_of, pids)) for pids in (way.app, way.proxy)]

    def memory() -> list[float]:
        return [sum(map(memory_of, pids)) for pids in (way.app, way.proxy)]

    await open_pages(way.stream_port, way.kind, 10)  # don't count what the first pages load into memory
    before, at_first = memory(), spent()
    pages = await open_pages(way.stream_port, way.kind, COUNT)
    opened = spent()
    each = [1000 * (now - then) / COUNT for then, now in zip(before, memory(), strict=True)]
    await asyncio.sleep(3)
    idle, began = spent(), time.perf_counter()
    await asyncio.sleep(IDLE_SECONDS)
    rested, wall = spent(), time.perf_counter() - began
    took = [await notify_tables(way.app_port, pages, per_second=rate, seconds=NOTIFY_SECONDS) for rate in PER_SECOND]
    notified = spent()
    broken = sum(page.is_broken for page in pages)
    for page in pages:
        page.transport.close()
    return [
        _both(each, ".1f"),
        _both(_per(at_first, opened, COUNT / 1000), ".2f"),
        _both(_per(idle, rested, wall), ".3f"),
        *map(_spread, took),
        _both(_per(rested, notified, sum(map(len, took)) / 1000), ".2f"),
        *(str(broken), f"{os.getloadavg()[0]:.1f}"),
    ]


def _spread(times: Sequence[float]) -> str:
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{statistics.median(times):.1f} / {p95:.1f} / {max(times):.0f} ms"


def _per(before: Sequence[float], after: Sequence[float], count: float) -> list[float]:
    return [(now - then) / count for then, now in zip(before, after, strict=True)]


def _both(values: Sequence[float], form: str) -> str:
    return " + ".join(format(value, form) for value in values)


@contextmanager
def _own(folder: Path) -> Iterator[Way]:
    """One embedded server on SQLite."""
    server = LiveServer(folder, command=("-m", "tests.benchmarks.streams.server"))
    server.start()
    try:
        yield Way(server.port, server.port, "own", [server.pid], [])
    finally:
        server.stop()


@contextmanager
def _pushpin(folder: Path) -> Iterator[Way]:
    """The same with Pushpin, which holds the streams."""
    holder: set[int] = set()
    control = reserve_port(holder)
    settings = {CONTROL_PORT: str(control)}
    server = LiveServer(folder, command=("-m", "tests.benchmarks.streams.server"), settings=settings)
    server.start()
    try:
        with pushpin(server.port, control, connections=COUNT * 3 // 2) as proxy:
            yield Way(proxy.port, server.port, "held", [server.pid], proxy.pids)
    finally:
        server.stop()


@contextmanager
def _gunicorn(folder: Path) -> Iterator[Way]:
    """Two workers of gunicorn with gevent on PostgreSQL."""
    with postgres() as database:
        settings = {"CLASSROOM_STREAMS": str(COUNT)}
        app = "tests.benchmarks.streams.wsgi:app"
        server = Gunicorn(folder, database=database, settings=settings, app=app, connections=COUNT + 100)
        server.start()
        try:
            yield Way(server.port, server.port, "own", server.pids, [])
        finally:
            server.stop()


if __name__ == "__main__":
    main()
