"""R17: in an hour of lessons, the server's memory, threads, and open files do not grow."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.benchmarks.load import usage
from tests.benchmarks.school_day import SchoolDay
from tests.over_http import LiveServer
from tests.over_http.stage import set_stage
from tests.trust.bars import check_bar

pytestmark = [pytest.mark.long, pytest.mark.timeout(4 * 3600)]
MINUTES = float(os.environ.get("SOAK_MINUTES", "60"))
STUDENTS = 24
WARM_UP_SHARE = 0.5
"""After this share of the time, nothing may grow."""
SPEED = 4
SECONDS_A_MOVE = 16
"""The time between a student's moves in class, including the others' turns."""
REOPENED = 4
"""The number of pages closed and reopened each second, to reach 200 a minute."""


def test_memory_threads_and_files_do_not_grow(tmp_path: Path) -> None:
    stage = set_stage(tmp_path, students=STUDENTS)
    server = LiveServer(tmp_path, command=("-m", "tests.benchmarks.server"))
    server.start()
    began = time.monotonic()
    samples: list[tuple[float, float, int, int, float]] = []
    pause = SECONDS_A_MOVE / SPEED / STUDENTS
    try:
        day = SchoolDay(tmp_path, server, stage, pause=pause, reopened=REOPENED)
        with ThreadPoolExecutor() as clients:
            while time.monotonic() - began < 60 * MINUTES:
                day.hold_lesson(clients)
                samples.append(
                    (
                        time.monotonic() - began,
                        usage(server)["memory"],
                        *_count_threads_and_files(server.pid),
                        _log_megabytes(server),
                    )
                )
    finally:
        server.stop()
    server.assert_no_faults()
    later = [sample for sample in samples if sample[0] >= WARM_UP_SHARE * 60 * MINUTES]
    assert len(later) > 1, "too few lessons: give it more minutes (SOAK_MINUTES)"
    (_, memory, threads, files, _), last = later[0], later[-1]
    growth = 100 * (last[1] / memory - 1)
    log = max(sample[4] for sample in samples)
    print(
        f"R17 {MINUTES:.0f} min at {SPEED} times the speed of a class, {len(samples)} lessons, {day.games} games, "
        f"{day.moves:,} moves: memory "
        f"{memory:.0f} → {last[1]:.0f} MB ({growth:+.1f} %) in the second half, threads {threads} → {last[2]}, "
        f"open files {files} → {last[3]}, write-ahead log at most {log:.1f} MB"
    )
    check_bar(what="% of memory", figure=growth, bar=5)
    assert abs(last[2] - threads) <= 2, "threads"
    assert abs(last[3] - files) <= 4, "open files"
    assert log <= 64, "write-ahead log"


def _count_threads_and_files(pid: int) -> tuple[int, int]:
    """Count the threads and the open files of a process."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())), len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _log_megabytes(server: LiveServer) -> float:
    log = server.database.with_name(f"{server.database.name}-wal")
    return log.stat().st_size / 1e6 if log.exists() else 0.0
