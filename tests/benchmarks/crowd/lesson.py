"""Open all pages, then play: what the students of a whole school do within a minute or two."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.benchmarks.crowd.page import StudentPage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.benchmarks.crowd.school import CrowdTable

_MOVES_PER_STUDENT = 0.016  # a second: a move each minute
_PATIENCE = 60.0
_SETTLING = 3.0
_AT_ONCE = 400
"""Pages that load at a time, at most: a driver that waits for all of them would measure itself."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen from outside; times in milliseconds."""

    opening_seconds: float
    page_p95: float
    moves: int
    move_p95: float
    """Until the one who moved has the answer."""
    p50: float
    p95: float
    worst: float
    polls: int
    faults: int
    page_cpu: float
    """Of the servers for each page opened."""
    server_cores: float
    """While moves were made."""
    database_cores: float
    driver_cores: float


async def hold_lesson(
    tables: Sequence[CrowdTable],
    servers: Sequence[tuple[str, int]],
    *,
    opening: float,
    playing: float,
    spent: Callable[[], tuple[float, float]],
    moves: float = _MOVES_PER_STUDENT,
) -> Seen:
    """Open the pages over so many seconds, spread over the servers, and play for so many more.

    :param spent: gives the CPU seconds of the servers, and of the database, so far.
    :param moves: how many each student makes in a second.
    """
    pages = [
        [StudentPage(servers[seat % len(servers)], cookie) for seat, cookie in enumerate(table.cookies)]
        for table in tables
    ]
    flat = [page for group in pages for page in group]
    (before, _), began = spent(), time.perf_counter()
    took = await _open_all(flat, opening)
    opened = time.perf_counter() - began
    await asyncio.sleep(_SETTLING)
    own, (servers_cpu, database_cpu), wall = time.process_time(), spent(), time.perf_counter()
    answered: list[float] = []
    times = await _play(tables, pages, playing, moves, answered)
    wall = time.perf_counter() - wall
    servers_end, database_end = spent()
    for page in flat:
        page.close()
    return Seen(
        opening_seconds=opened,
        page_p95=1000 * _p95(took),
        moves=len(times),
        move_p95=1000 * _p95(answered),
        p50=1000 * statistics.median(times),
        p95=1000 * _p95(times),
        worst=1000 * max(times),
        polls=sum(page.polls for page in flat),
        faults=sum(page.faults for page in flat),
        page_cpu=1000 * (servers_cpu - before) / len(flat),
        server_cores=(servers_end - servers_cpu) / wall,
        database_cores=(database_end - database_cpu) / wall,
        driver_cores=(time.process_time() - own) / wall,
    )


async def _open_all(pages: Sequence[StudentPage], seconds: float) -> list[float]:
    room = asyncio.Semaphore(_AT_ONCE)

    async def open_one(page: StudentPage, delay: float) -> float:
        await asyncio.sleep(delay)
        async with room:
            return await page.open(with_files=True)

    return list(
        await asyncio.gather(*(open_one(page, seconds * at / len(pages)) for at, page in enumerate(_mixed(pages))))
    )


def _mixed(pages: Sequence[StudentPage]) -> list[StudentPage]:
    return random.Random(1).sample(list(pages), len(pages))


async def _play(
    tables: Sequence[CrowdTable],
    pages: Sequence[Sequence[StudentPage]],
    seconds: float,
    moves: float,
    answered: list[float],
) -> list[float]:
    """Moves come by chance, like those of people; gives for each how long the last screen took.

    :param answered: gets how long the answers took.
    """
    students = sum(map(len, pages))
    rng = random.Random(2)
    busy: set[int] = set()
    under_way: list[asyncio.Task[float]] = []
    until = time.perf_counter() + seconds

    async def play(index: int) -> float:
        table = tables[index]
        seat, fields = table.next_move()
        began = time.perf_counter()
        try:
            async with asyncio.timeout(_PATIENCE):
                screens = [asyncio.create_task(page.wait_for(table.version)) for page in pages[index]]
                await pages[index][seat].move(fields, table.version - 1)
                answered.append(time.perf_counter() - began)
                return max(await asyncio.gather(*screens)) - began
        except (TimeoutError, ConnectionError, AssertionError):
            table.is_lost = True
            return _PATIENCE
        finally:
            busy.discard(index)

    next_at = time.perf_counter()
    while next_at < until:
        await asyncio.sleep(next_at - time.perf_counter())
        next_at += rng.expovariate(students * moves)
        some = rng.sample(range(len(tables)), min(8, len(tables)))
        free = [index for index in some if index not in busy and tables[index].can_go_on]
        if free:
            busy.add(free[0])
            under_way.append(asyncio.create_task(play(free[0])))
    return list(await asyncio.gather(*under_way))


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]
