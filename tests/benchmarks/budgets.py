"""`python3 -m tests.benchmarks.budgets`: what pages cost on a slow Chromebook while a class plays, by budget.

One line for each budget: goal, measured, and the benchmark index of the slowed processor. The index is that of DevTools
and Lighthouse: an Intel N4000 has about 400 to 550. `BUDGET_UPDATES` says how many moves are played (600).
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from classroom.services.settings import TableSettings
from run import find_browser
from tests.benchmarks.tables import Table, tables_of
from tests.over_http import LiveServer
from tests.over_http.stage import Person, Stage, set_stage

UPDATES = int(os.environ.get("BUDGET_UPDATES", "600"))
AT_ONCE = 3
"""Tables that move before a page is waited for: notifications are merged, as in a class."""
INDEX = 450
"""The benchmark index that the processor is slowed to, at most."""
RATES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20)
MB = 1_000_000
PATIENCE_MS = 20_000

INDEX_OF_PAGE = """() => {
  const perSecond = (step) => {
    const start = performance.now();
    let rounds = 0;
    while (performance.now() - start < 500) { step(rounds); rounds += 1; }
    return rounds / 10 / ((performance.now() - start) / 1000);
  };
  const strings = perSecond(() => {
    let text = "";
    for (let i = 0; i < 10000; i += 1) text += "a";
    if (text.length === 1) throw new Error("never");
  });
  const one = Array.from({length: 100000}, (_, i) => i), other = [...one];
  const arrays = perSecond((round) => {
    const [from, to] = round % 2 ? [other, one] : [one, other];
    for (let i = 0; i < from.length; i += 1) to[i] = from[i];
  });
  return Math.round((strings + arrays) / 2);
}"""
"""Lighthouse's `computeBenchmarkIndex`: strings, which need the garbage collector, and arrays, which do not."""

NOTE_COSTS = """
window.costs = {tasks: [], events: {}, swaps: 0};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.costs.tasks.push(one.duration);
}).observe({type: "longtask", buffered: true});
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (!one.interactionId) continue;
    const id = one.interactionId;
    window.costs.events[id] = Math.max(window.costs.events[id] ?? 0, one.duration);
  }
}).observe({type: "event", durationThreshold: 16, buffered: true});
document.addEventListener("htmx:after:swap", () => { window.costs.swaps += 1; });
"""


@dataclass(frozen=True)
class Costs:
    """What a page cost while the class played."""

    index: int
    rate: float
    interaction: float
    """The slowest interaction in ms, leaving out one in fifty (INP)."""
    interactions: int
    longest_task: float
    median_task: float
    swaps: int
    heap: float
    """MB, after a garbage collection."""
    nodes: int
    growth: int
    """Of nodes, from the first update on."""


@dataclass(frozen=True)
class Budget:
    """A limit, and where a page is."""

    name: str
    unit: str
    goal: float
    measured: Callable[[Costs], float]


BUDGETS = (
    Budget("INP", "ms", 100, lambda costs: costs.interaction),
    Budget("longest task", "ms", 50, lambda costs: costs.longest_task),
    Budget("heap", "MB", 25, lambda costs: costs.heap),
)
STUDENT_BUDGETS = (
    *BUDGETS[:2],
    Budget("heap", "MB", 8, lambda costs: costs.heap),
    Budget("DOM nodes", "", 900, lambda costs: costs.nodes),
)


def main() -> None:
    """Measure, and print a line for each budget."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-quic"])
        for tables in (12, 7):
            with _lesson(tables) as (server, stage, played):
                address = f"/sessions/{stage.class_session_id}"
                pages = {
                    "teacher's grid": (stage.teacher, address, BUDGETS),
                    "class screen": (stage.teacher, f"{address}/projector", BUDGETS),
                    "student's table": (stage.students[0], "/play", STUDENT_BUDGETS),
                }
                for name, (person, path, budgets) in pages.items():
                    is_student = path == "/play"
                    if is_student and tables != 12:
                        continue
                    at = [one for one in played if _sits(one, person, server)] if is_student else played
                    costs = measure(browser, server, person, path, at)
                    _print(f"{name}, {tables} tables", costs, budgets)
        browser.close()


def measure(browser: Browser, server: LiveServer, person: Person, path: str, tables: list[Table]) -> Costs:
    """Open a page on a slow processor, and let tables play until it has shown enough updates."""
    context = browser.new_context(viewport={"width": 1366, "height": 768 if path != "/play" else 600})
    context.add_cookies([{"name": "classroom", "value": person.cookie, "url": server.address}])
    context.add_init_script(NOTE_COSTS)
    page = context.new_page()
    page.goto(server.address + path)
    page.wait_for_selector("html[data-stream=live]")
    tools = context.new_cdp_session(page)
    index, rate = _slow_down(page, tools)
    before = _nodes(tools)
    page.evaluate("window.costs = {tasks: [], events: {}, swaps: 0}")
    _play(page, tables)
    page.wait_for_timeout(500)
    found = page.evaluate("window.costs")
    heap, nodes = _heap(tools), _nodes(tools)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    context.close()
    slowest = sorted(found["events"].values(), reverse=True)
    tasks = sorted(found["tasks"], reverse=True)
    return Costs(
        index=index,
        rate=rate,
        interaction=slowest[len(slowest) // 50] if slowest else 0,
        interactions=len(slowest),
        longest_task=tasks[0] if tasks else 0,
        median_task=statistics.median(tasks) if tasks else 0,
        swaps=found["swaps"],
        heap=heap,
        nodes=nodes,
        growth=nodes - before,
    )


def _slow_down(page: Page, tools: CDPSession) -> tuple[int, float]:
    """Slow the processor down until its index is low enough."""
    index, rate = 0, RATES[0]
    for rate in RATES:
        tools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        index = int(page.evaluate(INDEX_OF_PAGE))
        if index <= INDEX:
            break
    return index, rate


def _play(page: Page, tables: list[Table]) -> None:
    """Let tables move, a few at once; press a key while the page takes in what happened."""
    shown = "document.querySelector('#live input[name=version]')?.value"
    moves = 0
    while moves < UPDATES and (able := [one for one in tables if one.can_go_on and not one.is_bots_turn]):
        before = page.evaluate(shown)
        for table in sorted(able, key=lambda one: one.version)[:AT_ONCE]:
            table.move()
            moves += 1
        page.keyboard.press("Tab")
        page.wait_for_function(f"before => {shown} !== before", arg=before, timeout=PATIENCE_MS, polling=25)
        page.keyboard.press("Shift+Tab" if moves % 2 else "Tab")


def _sits(table: Table, person: Person, server: LiveServer) -> bool:
    return any(browser.cookies["classroom"] == person.cookie for browser in table.browsers.values())


def _heap(tools: CDPSession) -> float:
    tools.send("HeapProfiler.collectGarbage")
    return _metric(tools, "JSHeapUsedSize") / MB


def _nodes(tools: CDPSession) -> int:
    tools.send("HeapProfiler.collectGarbage")
    return int(_metric(tools, "Nodes"))


def _metric(tools: CDPSession, name: str) -> float:
    tools.send("Performance.enable")
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == name)


def _print(name: str, costs: Costs, budgets: tuple[Budget, ...]) -> None:
    for budget in budgets:
        measured = budget.measured(costs)
        verdict = "ok" if measured <= budget.goal else "MISSED"
        print(
            f"{verdict:6}  {name}: {budget.name}  goal ≤{budget.goal:g} {budget.unit}".rstrip()
            + f", measured {measured:.0f}  (index {costs.index}, {costs.rate:g}× slower,"
            f" {costs.swaps} updates, {costs.interactions} interactions, {costs.nodes} nodes {costs.growth:+d})",
            flush=True,
        )


@contextmanager
def _lesson(tables: int) -> Iterator[tuple[LiveServer, Stage, list[Table]]]:
    """Serve a class at so many tables of four, each of which is about to move."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = TableSettings(deck="times-tables", board="8x8", table_size=4)
        stage = set_stage(folder, students=4 * tables, settings=settings)
        server = LiveServer(folder)
        played = tables_of(folder, stage, server)
        server.start()
        try:
            for table in played:
                table.open_pages()
            yield server, stage, played
        finally:
            server.stop()


if __name__ == "__main__":
    main()
