"""Measure all budgets, and print a line for each.

`BUDGET_UPDATES` sets the number of updates (600). `ONLY` selects what is measured: ``load``, ``updates``, ``teachers``,
or several of these.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from run import find_browser
from tests.benchmarks.budgets.budgets import Report
from tests.benchmarks.budgets.scenes import OwnTable, lesson, play_together
from tests.benchmarks.budgets.slow_page import WIFI, open_slowly, slow_rate

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.benchmarks.budgets.scenes import Scene
    from tests.benchmarks.budgets.slow_page import SlowPage
    from tests.over_http import LiveServer
    from tests.over_http.stage import Person

UPDATES = int(os.environ.get("BUDGET_UPDATES", "600"))
ONLY = os.environ.get("ONLY", "load,updates,teachers").split(",")
OTHERS = UPDATES // 4
"""Moves shown on the teacher's pages: each redraws a table on four pages."""
AGAIN = 5
"""The number of first loads; the median counts."""
IDLE_SECONDS = 20
MOMENT_MS = 5000
"""By then, what celebrates a sequence or a win has left the page."""
WARM_UP = 20
"""Updates before measuring starts, so that caches are filled."""
SMALL = 600
"""Height of a Chromebook's window."""
KB, MB = 1_000, 1_000_000
LATE_MS = 50
"""The duration from which a task counts as blocking."""


def whole_browser() -> str | None:
    """Find a full browser, as students have it; tests use one without windows."""
    return os.environ.get("BROWSER_PATH") or shutil.which("chromium") or find_browser()


def main() -> int:
    """Measure, and return the exit status."""
    report = Report()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=whole_browser(), args=["--no-sandbox", "--disable-quic"])
        rate = slow_rate(browser)
        with lesson(1, board="10x10") as scene:
            server, stage, [table] = scene
            for _ in range(8):
                table.move()
            if "load" in ONLY:
                measure_first_load(report, browser, server, stage.students[0], rate)
            if "updates" in ONLY:
                measure_updates(report, browser, scene, rate)
        for tables in (7, 12) if "teachers" in ONLY else ():
            with lesson(tables, board="8x8") as scene:
                measure_teachers_pages(report, browser, scene, rate)
        browser.close()
    return 0 if report.is_met else 1


def measure_first_load(report: Report, browser: Browser, server: LiveServer, student: Person, rate: float) -> None:
    """Open a student's table for the first time on a device (B1 to B4, B6, B7)."""
    with open_slowly(browser, server, student, "/play", rate=0, height=SMALL) as slow:
        slow.page.wait_for_timeout(1500)
        loaded = list(slow.downloads.values())
        processor = slow.processor

    def sent(name: str) -> float:
        return sum(one.bytes for one in loaded if name in one.address) / KB

    def packed(name: str) -> float:
        return sum(one.bytes - one.head for one in loaded if name in one.address) / KB

    whole = sent("")
    report.show("scripts of a student's table", packed(".js"))
    report.show("styles of a student's table", packed(".css"))
    report.show("HTML of a student's table", (loaded[0].bytes - loaded[0].head) / KB)
    report.show("font", packed(".woff2"))
    report.show("first load of a student's table, with the font", whole)
    report.show("first load of a student's table, without the font", whole - sent(".woff2"))
    report.show("requests of the first load", len(loaded))

    paints, shifts, blocked, cached = [], [], [], []
    for _ in range(AGAIN):
        with open_slowly(browser, server, student, "/play", rate=rate, height=SMALL, network=WIFI) as slow:
            slow.page.wait_for_timeout(1500)
            costs, processor = slow.costs, slow.processor
            paints.append(costs["paint"])
            shifts.append(costs["shift"])
            blocked.append(sum(max(0, task - LATE_MS) for _, task in costs["tasks"]))
        with open_slowly(browser, server, student, "/play", rate=rate, height=SMALL, visits=2) as slow:
            cached.append(slow.costs["paint"])
    report.show("largest paint, nothing cached, 9 Mbps and 100 ms", statistics.median(paints), processor)
    report.show("largest paint, cached, in the school", statistics.median(cached), processor)
    report.show("layout shift of the first load", max(shifts), processor)
    report.show("total blocking time of the first load", statistics.median(blocked), processor)


def measure_updates(report: Report, browser: Browser, scene: Scene, rate: float) -> None:
    """Play game after game in a student's page (B5 to B10)."""
    server, stage, [table] = scene
    student = stage.students[0]
    with open_slowly(browser, server, student, "/play", rate=rate, height=SMALL) as slow:
        own = OwnTable(server, stage, table, student, slow)
        own.play(WARM_UP)
        listeners = slow.metric("JSEventListeners")
        slow.forget()
        own.play(UPDATES)
        slow.page.wait_for_timeout(MOMENT_MS)
        costs, processor = slow.costs, slow.processor
        slowest = slow.interactions(max(own.interactions, 200))
        report.show("slowest of 200 keys and clicks", slowest[len(slowest) // 200 - 1], processor)
        report.show("three of four keys and clicks", slowest[len(slowest) // 4], processor)
        report.show("layout shift in 600 updates", costs["shift"], processor)
        report.show("longest task in 600 updates", max((task for _, task in costs["tasks"]), default=0), processor)
        moves = [task for at, task in costs["tasks"] if not own.is_at_change(at)]
        report.show("longest task of a move within a game", max(moves, default=0), processor)
        report.show("work on the page for an update", statistics.median(costs["swaps"]), processor)
        parts = [
            one.bytes - one.head for one in slow.downloads.values() if "/fragment" in one.address and one.status == 200
        ]
        report.show("fragment of an update", statistics.median(parts) / KB)
        report.show("answer if nothing has changed", len(own.ask_again().data))
        report.show("memory after 600 updates", slow.metric("JSHeapUsedSize") / MB)
        report.show("nodes after 600 updates", slow.evaluate("document.querySelectorAll('*').length"))
        measure_rest(report, slow)
        added = slow.metric("JSEventListeners") / listeners
        with open_slowly(browser, server, student, "/play", rate=0, height=SMALL) as fresh:
            fresh.wait("document.querySelector('link[data-beyond]') !== null")
            added = max(added, slow.metric("Nodes") / fresh.metric("Nodes"))
        report.show("nodes and listeners that 600 updates leave behind", 100 * max(0.0, added - 1))


def measure_rest(report: Report, slow: SlowPage) -> None:
    """Leave a page alone (B10)."""
    slow.tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    slow.forget()
    worked = slow.metric("TaskDuration")
    slow.page.wait_for_timeout(1000 * IDLE_SECONDS)
    worked = slow.metric("TaskDuration") - worked
    timers = [ms for ms in slow.costs["timers"] if ms < 1000]
    report.show("timers of less than a second, in 20 s without a move", len(timers))
    report.show("processor in 20 s without a move", 100 * worked / IDLE_SECONDS)


def measure_teachers_pages(report: Report, browser: Browser, scene: Scene, rate: float) -> None:
    """Look at all tables while they play (B12)."""
    server, stage, played = scene
    address = f"/sessions/{stage.class_session_id}"
    for name, path, key in (
        ("the teacher's grid", address, "main"),
        ("the class screen", f"{address}/projector", "hide-code"),
    ):
        with open_slowly(browser, server, stage.teacher, path, rate=rate, height=768) as slow:
            slow.forget()
            play_together(slow, played, OTHERS, key)
            slow.page.wait_for_timeout(500)
            what = f"{name}, {len(played)} tables"
            report.show(f"slowest key at {what}", slow.interactions(1)[0], slow.processor)
            report.show(f"memory of {what}", slow.metric("JSHeapUsedSize") / MB, slow.processor)


if __name__ == "__main__":
    sys.exit(main())
