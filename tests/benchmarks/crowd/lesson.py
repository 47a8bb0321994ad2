"""Open all pages, then play: the behavior of a whole school within a minute or two."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.benchmarks.crowd.page import StudentPage, TeacherPage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.benchmarks.crowd.school import CrowdTable

_THINKING = (5.0, 25.0)
"""Seconds between a move visible on all four screens and the table's next one."""
_RELOADS = 0.1
"""Reloads per student and minute."""
_PATIENCE = 60.0
_SETTLING = 3.0
_AT_ONCE = 400
"""Maximum number of concurrent page loads: with all at once, the driver would measure itself."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Measurements from outside, in milliseconds."""

    opening_seconds: float
    page_p95: float
    moves: int
    move_p95: float
    """Until the mover has the response."""
    p50: float
    p95: float
    worst: float
    lost: int
    """Tables where a move got no response, or was lost."""
    reloads: int
    reload_p95: float
    polls: int
    faults: int
    fetches: int
    """Teachers' pages."""
    page_cpu: float
    """CPU time of the servers per opened page."""
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
    thinking: tuple[float, float] = _THINKING,
    reloads: float = _RELOADS,
    on_play: Callable[[], None] = lambda: None,
) -> Seen:
    """Open the pages within a time, spread over the servers, then let students play and teachers watch.

    :param opening: seconds in which all pages open.
    :param playing: seconds of play after that.
    :param spent: returns the CPU seconds of the servers and the database so far.
    :param thinking: minimum and maximum seconds before each move.
    :param reloads: reloads per student and minute.
    :param on_play: called when all pages are open.
    """
    pages = [
        [StudentPage(servers[seat % len(servers)], cookie) for seat, cookie in enumerate(table.cookies)]
        for table in tables
    ]
    flat = [page for group in pages for page in group]
    watching = {table.class_session_id: table.teacher_cookie for table in tables}
    teachers = [
        TeacherPage(servers[number % len(servers)], cookie, session_id)
        for number, (session_id, cookie) in enumerate(watching.items())
    ]
    for teacher in teachers:
        await teacher.open()
    (before, _), began = spent(), time.perf_counter()
    took = await _open_all(flat, opening)
    opened = time.perf_counter() - began
    await asyncio.sleep(_SETTLING)
    own, (servers_cpu, database_cpu), wall = time.process_time(), spent(), time.perf_counter()
    lost_before = sum(table.is_lost for table in tables)
    on_play()
    asked_before = sum(teacher.fetches for teacher in teachers)
    lesson = _Lesson(tables, pages, until=time.perf_counter() + playing, thinking=thinking)
    players = [asyncio.create_task(lesson.play_at(index)) for index in range(len(tables))]
    reloading = asyncio.create_task(lesson.reload_some(reloads * len(flat) / 60))
    await asyncio.sleep(playing)  # the cores are those of this time, in which all play
    wall = time.perf_counter() - wall
    (servers_end, database_end), own = spent(), time.process_time() - own
    await asyncio.gather(reloading, *players)
    times = lesson.times
    fetches = sum(teacher.fetches for teacher in teachers) - asked_before
    for page in [*flat, *teachers]:
        page.close()
    return Seen(
        opening_seconds=opened,
        page_p95=1000 * _p95(took),
        moves=len(times),
        move_p95=1000 * _p95(lesson.answered),
        p50=1000 * statistics.median(times),
        p95=1000 * _p95(times),
        worst=1000 * max(times),
        polls=sum(page.polls for page in flat),
        faults=sum(page.faults for page in [*flat, *teachers]),
        fetches=fetches,
        lost=sum(table.is_lost for table in tables) - lost_before,
        reloads=len(lesson.reloaded),
        reload_p95=1000 * _p95(lesson.reloaded),
        page_cpu=1000 * (servers_cpu - before) / len(flat),
        server_cores=(servers_end - servers_cpu) / wall,
        database_cores=(database_end - database_cpu) / wall,
        driver_cores=own / wall,
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


class _Lesson:
    """All tables play, and some pages are reloaded; times in seconds."""

    def __init__(
        self,
        tables: Sequence[CrowdTable],
        pages: Sequence[Sequence[StudentPage]],
        *,
        until: float,
        thinking: tuple[float, float],
    ) -> None:
        self.times: list[float] = []
        """For each move, the time until the last screen showed it."""
        self.answered: list[float] = []
        self.reloaded: list[float] = []
        self._tables = tables
        self._pages = pages
        self._until = until
        self._thinking = thinking
        self._rng = random.Random(2)
        self._busy: set[int] = set()

    async def play_at(self, index: int) -> None:
        """Repeatedly think, move, and wait until everyone has seen the move."""
        table = self._tables[index]
        await asyncio.sleep(self._rng.uniform(0, self._thinking[1]))
        while time.perf_counter() < self._until and table.can_continue:
            if index not in self._busy:
                self._busy.add(index)
                self.times.append(await self._move(index, table))
                self._busy.discard(index)
            await asyncio.sleep(self._rng.uniform(*self._thinking))

    async def reload_some(self, a_second: float) -> None:
        """Reload random pages without a move in progress."""
        under_way = []
        while a_second and (wait := self._rng.expovariate(a_second)) < self._until - time.perf_counter():
            await asyncio.sleep(wait)
            index = self._rng.randrange(len(self._pages))
            if index not in self._busy:
                self._busy.add(index)
                under_way.append(asyncio.create_task(self._reload(index)))
        await asyncio.gather(*under_way)

    async def _reload(self, index: int) -> None:
        self.reloaded.append(await self._rng.choice(self._pages[index]).reload())
        self._busy.discard(index)

    async def _move(self, index: int, table: CrowdTable) -> float:
        seat, fields = table.next_move()
        began = time.perf_counter()
        try:
            async with asyncio.timeout(_PATIENCE):
                screens = [asyncio.create_task(page.wait_for(table.version)) for page in self._pages[index]]
                await self._pages[index][seat].move(fields, table.version - 1)
                self.answered.append(time.perf_counter() - began)
                return max(await asyncio.gather(*screens)) - began
        except (TimeoutError, ConnectionError, AssertionError):
            table.is_lost = True
            return _PATIENCE


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * len(times))] if times else 0.0
