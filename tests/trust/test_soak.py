"""R17: an hour of lessons and more: the server's memory, threads, and files stay as they are."""

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
from tests.trust.bars import hold_bar

pytestmark = [pytest.mark.long, pytest.mark.timeout(4 * 3600)]
MINUTES = float(os.environ.get("SOAK_MINUTES", "60"))
STUDENTS = 24
WARM = 0.5
"""The share of the time after which nothing may grow anymore."""
SPEED = 4
SECONDS_A_MOVE = 16
"""What a student in class takes for a move, with the others' turns."""
REOPENED = 4
"""Pages closed and opened again each second: 200 a minute, and some more."""


def test_nothing_grows(tmp_path: Path) -> None:
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
                samples.append((time.monotonic() - began, usage(server)["memory"], *_held(server.pid), _log(server)))
    finally:
        server.stop()
    server.assert_no_faults()
    later = [sample for sample in samples if sample[0] >= WARM * 60 * MINUTES]
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
    hold_bar(what="% of memory", figure=growth, bar=5)
    assert abs(last[2] - threads) <= 2, "threads"
    assert abs(last[3] - files) <= 4, "open files"
    assert log <= 64, "write-ahead log"


def _held(pid: int) -> tuple[int, int]:
    """Count the threads and the open files of a process."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())), len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _log(server: LiveServer) -> float:
    log = server.database.with_name(f"{server.database.name}-wal")
    return log.stat().st_size / 1e6 if log.exists() else 0.0
