"""`make crowd`: 500 to 3,000 students on one process with SQLite, then on two processes with PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.crowd.lesson import hold_lesson
from tests.benchmarks.crowd.profiler import Profiler
from tests.benchmarks.crowd.school import open_school
from tests.benchmarks.processes import cpu_of, cpu_of_database, memory_of, memory_of_database, postgres
from tests.over_http import LiveServer
from tests.over_http.server import HOST

if TYPE_CHECKING:
    from tests.benchmarks.crowd.school import CrowdTable

SIZES = os.environ.get("CROWD", "1x500 1x1000 1x2000 1x3000 2x2000 2x3000").split()
"""Processes × students; several processes share a PostgreSQL."""
OPENING = float(os.environ.get("CROWD_OPENING", "50"))
PLAYING = float(os.environ.get("CROWD_PLAYING", "30"))
RELOADS = float(os.environ.get("CROWD_RELOADS", "0.1"))
"""Reloads per student and minute."""
PROFILER = os.environ.get("CROWD_PROFILER")
"""The path of py-spy, which profiles the first server while students play."""
# The databases are in TMPDIR. If other programs keep the disk busy, each durable commit waits for them.
COMMAND = ("-m", "classroom", "serve")
COLUMNS = (
    *("processes", "students", "all pages open after", "one page, p95", "CPU-ms a page", "moves"),
    *("tables with a lost move", "last screen p50 / p95 / worst", "server", "database", "MB", "driver"),
    *("reloads, p95", "looks of teachers", "polls", "faults", "load"),
)


def main() -> None:
    """Measure each size, and print a line as soon as it is known. CPU is in cores, while moves are made."""
    sizes = [tuple(map(int, size.split("x"))) for size in SIZES]
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|", flush=True)
    for is_shared in (False, True):
        chosen = [(processes, students) for processes, students in sizes if (processes > 1) is is_shared]
        if not chosen:
            continue
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            database = stack.enter_context(postgres()) if is_shared else None
            tables = open_school(folder, students=max(students for _, students in chosen))
            for processes, students in chosen:  # each continues where the previous one stopped
                servers = [LiveServer(folder, command=COMMAND, database=database) for _ in range(processes)]
                cells = [str(processes), f"{students:,}", *_measured(servers, tables[: students // 4], database)]
                print(f"| {' | '.join(cells)} |", flush=True)


def _measured(servers: list[LiveServer], tables: list[CrowdTable], database: str | None) -> list[str]:
    def spent() -> tuple[float, float]:
        return sum(cpu_of(one.pid) for one in servers), 0.0 if database is None else cpu_of_database(database)

    try:
        for server in servers:
            server.start()
        addresses = [(HOST, server.port) for server in servers]
        profilers: list[Profiler] = []
        lesson = hold_lesson(
            tables,
            addresses,
            opening=OPENING,
            playing=PLAYING,
            spent=spent,
            reloads=RELOADS,
            on_play=lambda: profilers.extend([Profiler(PROFILER, servers[0].pid, 0.8 * PLAYING)] if PROFILER else ()),
        )
        seen = asyncio.run(lesson)
        for profiler in profilers:
            print(profiler.report(), file=sys.stderr)
        own = sum(memory_of(one.pid) for one in servers)
        memory = own if database is None else own + memory_of_database(database)
    except AssertionError:
        for server in servers:
            print(server.console[-4000:], file=sys.stderr)
        raise
    finally:
        for server in servers:
            server.stop()
    return [
        *(f"{seen.opening_seconds:.0f} s", f"{seen.page_p95:.0f} ms", f"{seen.page_cpu:.1f}", str(seen.moves)),
        *(str(seen.lost), f"{seen.p50:.0f} / {seen.p95:.0f} / {seen.worst:.0f} ms", f"{seen.server_cores:.2f}"),
        *("–" if database is None else f"{seen.database_cores:.2f}", f"{memory:.0f}"),
        *(f"{seen.driver_cores:.2f}", f"{seen.reloads}, {seen.reload_p95:.0f} ms", str(seen.fetches)),
        *(str(seen.polls), str(seen.faults), f"{os.getloadavg()[0]:.1f}"),
    ]


if __name__ == "__main__":
    main()
