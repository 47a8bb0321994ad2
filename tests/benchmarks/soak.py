"""`make soak`: consecutive lessons, as fast as the server allows; its memory must not grow.

Measured as a ratio within one run, so that machine and load don't matter: after all games, the server may use at most a
tenth more memory than after the first quarter.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression

from tests.benchmarks.load import usage
from tests.benchmarks.school_day import SchoolDay
from tests.over_http import LiveServer
from tests.over_http.stage import set_stage

MINUTES = float(os.environ.get("SOAK_MINUTES", "20"))
STUDENTS = 24
MOST_GROWTH = 1.1


@dataclass(frozen=True, slots=True)
class Sample:
    """The server's memory after a number of games."""

    games: int
    megabytes: float


def main() -> int:
    """Run lessons until the time is over; return 1 if the memory has grown."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage = set_stage(folder, students=STUDENTS)
        server = LiveServer(folder, command=("-m", "tests.benchmarks.server"))
        server.start()
        try:
            samples = _samples(SchoolDay(folder, server, stage), server)
        finally:
            server.stop()
        server.assert_no_faults()
    return _judge(samples)


def _samples(day: SchoolDay, server: LiveServer) -> list[Sample]:
    samples = []
    deadline = time.monotonic() + 60 * MINUTES
    with ThreadPoolExecutor() as clients:
        while time.monotonic() < deadline:
            day.hold_lesson(clients)
            samples.append(Sample(day.games, usage(server)["memory"]))
            print(f"{day.games:5} games, {day.moves:6} moves: {samples[-1].megabytes:6.1f} MB", flush=True)
    return samples


def _judge(samples: list[Sample]) -> int:
    last = samples[-1]
    measured = [one for one in samples if one.games >= last.games / 4]
    warm = measured[0]
    if warm.games > last.games / 3:
        print("Too few lessons to say anything: give it more minutes (SOAK_MINUTES).", file=sys.stderr)
        return 1
    slope = linear_regression([one.games for one in measured], [one.megabytes for one in measured]).slope
    growth = last.megabytes / warm.megabytes
    verdict = "passed" if growth <= MOST_GROWTH else "FAILED"
    print(
        f"{verdict}: {warm.megabytes:.1f} MB after {warm.games} games, {last.megabytes:.1f} MB after {last.games}: "
        f"× {growth:.3f} (at most × {MOST_GROWTH}), {1000 * slope:+.1f} kB a game"
    )
    return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
