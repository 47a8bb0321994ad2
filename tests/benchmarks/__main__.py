"""`make bench`: measure everything in one run, print it, and write it to docs/benchmarks.md."""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from classroom.services.settings import TableSettings
from tests.benchmarks.dealing_speed import milliseconds_to_deal
from tests.benchmarks.document import measured_here, write_own_figures
from tests.benchmarks.engine_speed import random_steps_per_second, replayed_steps_per_second
from tests.benchmarks.load import Cost, asking, measure, usage
from tests.benchmarks.screens import Screen, milliseconds_to_the_last_screen
from tests.benchmarks.tables import Table, tables_of
from tests.benchmarks.targets import CHANGED, MOVE, UNCHANGED, WHOLE, mode_lines, target_lines
from tests.over_http import LiveServer
from tests.over_http.stage import Stage, set_stage
from tests.over_http.table import read_table

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = float(os.environ.get("BENCH_SECONDS", "4"))
MOVES = int(os.environ.get("BENCH_MOVES", "150"))
CLIENTS = 3
Rows = list[tuple[str, str]]


def main() -> None:
    """Measure everything, and write the results."""
    rows: Rows = [
        ("Engine: random games, 8×8, steps/s", f"{random_steps_per_second(SECONDS):,.0f}"),
        ("Engine: the same replayed and verified, steps/s", f"{replayed_steps_per_second(SECONDS):,.0f}"),
    ]
    rows.append(
        (
            "Choosing a student's equation: after 100 answers; after 10,000",
            f"{milliseconds_to_deal(100):.2f} CPU-ms; {milliseconds_to_deal(10_000):.2f} CPU-ms",
        )
    )
    rows += _costs()
    rows += _class_of_thirty()
    text = "\n".join((_table(rows), "", *_targets()))
    print(text)
    write_own_figures(_document(text))


def _costs() -> Rows:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage = set_stage(folder, students=48, settings=TableSettings(deck="times-tables", board="8x8"))
        server = LiveServer(folder, command=("-m", "tests.benchmarks.server"))
        tables = tables_of(folder, stage, server)
        server.start()
        try:
            for table in tables:
                table.open_pages()
            return _cost_rows(server, stage, tables)
        finally:
            server.stop()


def _cost_rows(server: LiveServer, stage: Stage, tables: list[Table]) -> Rows:
    def page(cookie: str | None, address: str, status: int = 200) -> Cost:
        asks = [asking(server.browser(cookie), address, status) for _ in range(CLIENTS)]
        return measure(server, asks, seconds=SECONDS)

    student = stage.students[0].cookie
    shown = read_table(server.browser(student).send("GET", "/play").text)
    assert shown is not None
    empty = page(None, "/floor/empty")
    commit = page(None, "/floor/commit")
    kinds = [
        ("Floor: an empty view", empty, None),
        ("Floor: an empty view with one durable commit", commit, None),
        ("A student's table, whole page", page(student, "/play"), empty),
        ("The same as a fragment, after a notification", page(student, "/play/fragment?version=x"), empty),
        (
            "A fragment when nothing has changed (204)",
            page(student, f"/play/fragment?version={shown.hidden['version']}", 204),
            empty,
        ),
        (
            f"The teacher's page of {len(tables)} tables",
            page(stage.teacher.cookie, f"/sessions/{stage.class_session_id}"),
            empty,
        ),
        ("A move, with the fresh board as its answer", _moves(server, tables), commit),
    ]
    return [(what, _worded(cost, against)) for what, cost, against in kinds]


def _moves(server: LiveServer, tables: list[Table]) -> Cost:
    """Move at all tables; each client has its own tables."""

    def mover(own: list[Table]) -> Callable[[], bool]:
        def move() -> bool:
            own.append(own.pop(0))
            table = next((one for one in own if one.can_continue), None)
            if table is None:
                return False
            table.move()
            return True

        return move

    return measure(server, [mover(tables[index::CLIENTS]) for index in range(CLIENTS)], seconds=2 * SECONDS)


def _class_of_thirty() -> Rows:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage = set_stage(folder, students=30, settings=TableSettings(deck="times-tables", board="8x8", table_size=6))
        server = LiveServer(folder, command=("-m", "tests.benchmarks.server"), is_fresh=True)
        tables = tables_of(folder, stage, server)
        started = server.start()
        at_rest = usage(server)["memory"]
        screens = {table.game_id: [Screen(server, browser) for browser in table.browsers.values()] for table in tables}
        try:
            for table in tables:
                table.open_pages()
            for screen in [one for group in screens.values() for one in group]:
                screen.start()
                assert screen.is_open.wait(10)
            before = usage(server)["cpu"]
            late = sorted(milliseconds_to_the_last_screen(tables, screens, moves=MOVES, pause=0.1))
            spent, memory = usage(server)["cpu"] - before, usage(server)["memory"]
        finally:
            for screen in [one for group in screens.values() for one in group]:
                screen.cut()
            server.stop()
    p95 = late[int(0.95 * len(late))]
    return [
        (
            "30 students with open streams: move → last of 6 screens",
            f"p50 {statistics.median(late):.0f} ms, p95 {p95:.0f} ms ({len(late)} moves)",
        ),
        ("The same: a move and the six fragments after it", f"{1000 * spent / len(late):.1f} CPU-ms"),
        ("Memory of the server: at rest; with the 30", f"{at_rest:.0f} MB; {memory:.0f} MB"),
        ("From start to the first answer", f"{started:.1f} s"),
    ]


def _targets() -> list[str]:
    return [
        "## Targets",
        "",
        "An *empty view* takes the same path, but does nothing itself: HTTP through the embedded server, with all work",
        "that every request needs. A ratio is the median of the ratios within single rounds. Other work on the machine",
        "changes the ratios: with a load average of 11 they were up to a quarter higher.",
        "",
        "| request | cost | ratio | target | |",
        "|---|---|---|---|---|",
        *target_lines(),
        "",
        "The same requests in other modes of play, in CPU-ms (ratio). Moves of bots are not counted.",
        "With 1,000 open streams, a move also notifies the pages at its table.",
        "",
        f"| mode | {UNCHANGED} | {CHANGED} | {MOVE} | {WHOLE} |",
        "|---|---|---|---|---|",
        *mode_lines(),
    ]


def _worded(cost: Cost, against: Cost | None) -> str:
    ratio = f", {cost.cpu_ms / against.cpu_ms:.1f} × the floor" if against else ""
    return f"{cost.per_second:,.0f}/s, {cost.cpu_ms:.2f} CPU-ms{ratio}"


def _table(rows: Rows) -> str:
    lines = ["| what | figure |", "|---|---|", *(f"| {what} | {figure} |" for what, figure in rows)]
    return "\n".join(lines)


def _document(table: str) -> str:
    return f"""# Benchmarks

Written by `make bench`. All figures come from one run, so you can compare the lines with each other. The clients run on
the same machine as the server ({CLIENTS} of them for the requests per second). CPU time is the server's alone.
Pages and moves in a school with a million answers: [reports.md](reports.md#speed).

{measured_here()}.
SQLite with `synchronous=FULL`, the embedded server.

{table}
"""


if __name__ == "__main__":
    main()
