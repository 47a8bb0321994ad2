"""Cost limits of requests, as multiples of an empty view through the same embedded server over HTTP.

All kinds of requests are measured in turn, in many rounds, so that other load affects all alike; a ratio is the median
over rounds. CPU time is the server's, over all threads.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.load import usage
from tests.benchmarks.modes import MODES, Mode, open_streams, stage_of
from tests.benchmarks.tables import Table, tables_of
from tests.over_http import LiveServer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.over_http.stage import Stage

ROUNDS = 15
ROUNDS_OF_A_MODE = 7
REQUESTS = 20
"""Per kind and round."""
PATIENCE = 30.0
"""Seconds for bots to move."""

EMPTY, COMMIT, UNCHANGED = "empty view", "empty view with one durable commit", "fragment with nothing new (204)"
CHANGED, UNNAMED, MOVE, GRID, WHOLE = (
    "changed fragment",
    "the same for a client that names no version",
    "move, answered with the new board",
    "page of 12 tables",
    "whole move on four screens",
)
TARGETS: Mapping[str, tuple[str, float]] = {
    UNCHANGED: (EMPTY, 1.5),
    CHANGED: (EMPTY, 3.0),
    UNNAMED: (EMPTY, 3.0),
    MOVE: (COMMIT, 2.5),
    GRID: (EMPTY, 8.0),
    WHOLE: (EMPTY, 22.0),
}
"""For each kind, its baseline, and the maximum ratio."""


@dataclass(frozen=True)
class Measured:
    """A kind of request: its cost, and its ratio to the baseline."""

    kind: str
    cpu_ms: float
    ratio: float

    @property
    def line(self) -> str:
        """One row of the table: figure, ratio, target, met or not."""
        against, most = TARGETS[self.kind]
        verdict = "met" if self.ratio <= most else "not met"
        return f"| {self.kind} | {self.cpu_ms:.2f} CPU-ms | {self.ratio:.1f} × {against} | ≤ {most:g} × | {verdict} |"


def target_lines() -> list[str]:
    """Measure the usual game: one row for each target."""
    return [one.line for one in judged(_measure(Mode(), rounds=ROUNDS))]


def mode_lines() -> list[str]:
    """Measure each mode of play: one row for each."""
    lines = []
    for number, (name, mode) in enumerate(MODES.items(), start=1):
        print(f"{number} of {len(MODES)} modes: {name}", file=sys.stderr, flush=True)
        found = {one.kind: one for one in judged(_measure(mode, rounds=ROUNDS_OF_A_MODE))}
        cells = (f"{found[kind].cpu_ms:.2f} ({found[kind].ratio:.1f} ×)" for kind in (UNCHANGED, CHANGED, MOVE, WHOLE))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def judged(rounds: list[dict[str, float]]) -> list[Measured]:
    """Compute medians over rounds, each of which has a cost for every kind."""
    return [
        Measured(
            kind,
            cpu_ms=statistics.median(costs[kind] for costs in rounds),
            ratio=statistics.median(costs[kind] / costs[against] for costs in rounds),
        )
        for kind, (against, _) in TARGETS.items()
    ]


def _measure(mode: Mode, *, rounds: int) -> list[dict[str, float]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage, others = stage_of(mode, folder)
        server = LiveServer(folder, command=("-m", "tests.benchmarks.server"))
        tables = tables_of(folder, stage, server)
        server.start()
        try:
            for table in tables:
                table.open_pages()
            with open_streams(server, others):
                return [_one_round(server, stage, tables) for _ in range(rounds + 1)][1:]
        finally:
            server.stop()


def _one_round(server: LiveServer, stage: Stage, tables: list[Table]) -> dict[str, float]:
    _wait_for_bots(server, tables)
    meter = _Meter(server)
    stranger, teacher = server.browser(), server.browser(stage.teacher.cookie)
    costs = {
        EMPTY: meter.cost(lambda: stranger.send("GET", "/floor/empty"), REQUESTS),
        COMMIT: meter.cost(lambda: stranger.send("GET", "/floor/commit"), REQUESTS),
        UNCHANGED: meter.cost(tables[0].ask_again, REQUESTS),
        GRID: meter.cost(lambda: teacher.send("GET", f"/sessions/{stage.class_session_id}"), REQUESTS),
    }
    costs[MOVE], costs[CHANGED], costs[WHOLE] = _whole_move(meter, server, tables)
    _, costs[UNNAMED], _ = _whole_move(meter, server, tables, names_version=False)
    stranger.close()
    teacher.close()
    return costs


def _whole_move(
    meter: _Meter, server: LiveServer, tables: list[Table], *, names_version: bool = True
) -> tuple[float, float, float]:
    """Move once at each table. Return the CPU-ms of a move, of the next fragment, and of a move with all fragments."""
    _wait_for_bots(server, tables)
    playing = [one for one in tables if one.can_continue]
    viewers = [(one, seat) for one in playing for seat in one.browsers if seat != one.mover]
    for table in playing:
        table.uncover()
    moved = meter.cost(lambda: [table.move() for table in playing])
    fetched = meter.cost(lambda: [table.fetch(seat, names_version=names_version) for table, seat in viewers])
    return moved / len(playing), fetched / len(viewers), (moved + fetched) / len(playing)


def _wait_for_bots(server: LiveServer, tables: list[Table]) -> None:
    """Let bots move when it is their turn; they think for a second or two."""
    deadline = time.monotonic() + PATIENCE
    while waiting := [one for one in tables if one.is_bots_turn]:
        assert time.monotonic() < deadline, "a bot does not move"
        time.sleep(0.2)
        for table in waiting:
            table.catch_up(server.database)


class _Meter:
    """Reads the server's CPU time, minus the cost of reading it."""

    def __init__(self, server: LiveServer) -> None:
        self._server = server
        self._own = 0.0
        self._own = statistics.median(self.cost(lambda: None) for _ in range(5))

    def cost(self, ask: Callable[[], object], times: int = 1) -> float:
        """Return the CPU-ms of one request."""
        before = usage(self._server)["cpu"]
        for _ in range(times):
            ask()
        return (1000 * (usage(self._server)["cpu"] - before) - self._own) / times
