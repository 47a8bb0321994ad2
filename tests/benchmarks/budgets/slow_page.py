"""A page on a throttled CPU, and its cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.benchmarks.budgets.budgets import Processor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

    from tests.over_http import LiveServer
    from tests.over_http.stage import Person

INDEX = 450
"""The maximum benchmark index after throttling."""
LEAST_INDEX = 380
"""A lower index would be a different device."""
TRIES = 8
PATIENCE_MS = 20_000
LOOK_EVERY_MS = 50
BARS = 200
"""More than the height of the browser's own bars, which count as part of its window."""
WIFI = {"offline": False, "latency": 100, "downloadThroughput": 9e6 / 8, "uploadThroughput": 3e6 / 8}
"""9 Mbps down, 3 up, 100 ms there and back."""

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
"""Lighthouse's `computeBenchmarkIndex`: strings, which need garbage collection, and arrays, which don't."""

BOX = """(() => {{
  const {{x, y, width, height}} = document.getElementById("{}").getBoundingClientRect();
  return [x, y, width, height];
}})()"""
NOTE_COSTS = """
window.costs = {paint: 0, shift: 0, tasks: [], events: {}, swaps: [], timers: []};
const note = (type, add, more) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe(
  {type, buffered: true, ...more});
note("largest-contentful-paint", (one) => { costs.paint = one.startTime; });
note("layout-shift", (one) => { if (!one.hadRecentInput) costs.shift += one.value; });
note("longtask", (one) => { costs.tasks.push([one.startTime, one.duration]); });
note("event", (one) => {
  if (one.interactionId) costs.events[one.interactionId] = Math.max(costs.events[one.interactionId] ?? 0, one.duration);
}, {durationThreshold: 16});
let swapAt = 0;
addEventListener("htmx:before:swap", () => { swapAt = performance.now(); }, true);
addEventListener("htmx:after:swap", () => { costs.swaps.push(performance.now() - swapAt); });
for (const name of ["setTimeout", "setInterval"]) {
  const own = window[name];
  window[name] = (step, ms, ...more) => own(() => { costs.timers.push(ms ?? 0); step(...more); }, ms);
}
"""


@dataclass
class Download:
    """A file or response that the page received."""

    address: str
    bytes: int = 0
    """As sent, with headers."""
    head: int = 0
    status: int = 0


@dataclass
class SlowPage:
    """A page that records its cost."""

    page: Page
    tools: CDPSession
    processor: Processor
    downloads: dict[str, Download] = field(default_factory=dict)

    @property
    def costs(self) -> dict[str, Any]:
        """Return what was recorded since `forget`, or since the page was opened."""
        noted: dict[str, Any] = self.evaluate("window.costs")
        return noted

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page, or of its promise.

        Playwright's own `evaluate`, locators, and waiting add scripts to the page that take up to 60 ms of a slow
        processor, and would count as work of the page.

        :raises RuntimeError: the expression failed.
        """
        done = self.tools.send(
            "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}
        )
        if "exceptionDetails" in done:
            raise RuntimeError(done["exceptionDetails"])
        return done["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until an expression is true.

        :raises TimeoutError: it never was.
        """
        for _ in range(PATIENCE_MS // LOOK_EVERY_MS):
            if self.evaluate(condition):
                return
            self.page.wait_for_timeout(LOOK_EVERY_MS)
        raise TimeoutError(condition)

    def center_of(self, element: str) -> tuple[float, float]:
        """Return where the element with this ID is."""
        x, y, width, height = self.evaluate(BOX.format(element))
        return x + width / 2, y + height / 2

    def forget(self) -> None:
        """Start recording again."""
        self.downloads.clear()
        self.evaluate("Object.assign(window.costs, {shift: 0, tasks: [], events: {}, swaps: [], timers: []}) && 0")

    def metric(self, name: str) -> float:
        """Read one of Chromium's figures, after a garbage collection if it is about memory."""
        if name in {"JSHeapUsedSize", "Nodes", "JSEventListeners"}:
            for _ in range(2):
                self.tools.send("HeapProfiler.collectGarbage")
        metrics = self.tools.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in metrics if one["name"] == name)

    def interactions(self, number: int) -> list[float]:
        """Return the slowest interactions in ms, slowest first; browsers don't report those under 16 ms."""
        noted = sorted(self.costs["events"].values(), reverse=True)
        return (noted + [8.0] * number)[:number]


@contextmanager
def open_slowly(
    browser: Browser,
    server: LiveServer,
    person: Person,
    path: str,
    *,
    rate: float,
    height: int,
    network: dict[str, Any] | None = None,
    visits: int = 1,
) -> Iterator[SlowPage]:
    """Open a page with a throttled CPU, in a fresh browser.

    :param rate: the initial throttling rate; 0 for none.
    :param visits: how often it is opened; the last time counts.
    """
    context = browser.new_context(viewport={"width": 1366, "height": height})
    context.add_cookies([{"name": "classroom", "value": person.cookie, "url": server.address}])
    context.add_init_script(NOTE_COSTS)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    fit_window(tools, height)
    tools.send("Performance.enable")
    tools.send("Network.enable")
    processor = slow_down(page, tools, least=rate) if rate > 0 else Processor(0, 1)
    if network:
        tools.send("Network.emulateNetworkConditions", network)
    slow = SlowPage(page, tools, processor)
    tools.on("Network.requestWillBeSent", lambda event: _note_request(slow, event))
    tools.on("Network.responseReceived", lambda event: _note_status(slow, event))
    tools.on("Network.dataReceived", lambda event: _note_bytes(slow, event))
    tools.on("Network.loadingFinished", lambda event: _note_end(slow, event))
    for _ in range(visits):
        slow.downloads.clear()
        page.goto(server.address + path)
        slow.wait("document.documentElement.dataset.stream === 'live'")
    page.wait_for_timeout(500)
    try:
        yield slow
    finally:
        context.close()


def fit_window(tools: CDPSession, height: int) -> None:
    """Make the window as large as the page.

    What changes outside the window is never painted: a key there would seem to take until something else changes.
    """
    window = tools.send("Browser.getWindowForTarget")["windowId"]
    bounds = {"width": 1366, "height": height + BARS}
    tools.send("Browser.setWindowBounds", {"windowId": window, "bounds": bounds})


def _note_request(slow: SlowPage, event: dict[str, Any]) -> None:
    slow.downloads[event["requestId"]] = Download(event["request"]["url"])


def _note_status(slow: SlowPage, event: dict[str, Any]) -> None:
    if event["requestId"] in slow.downloads:
        slow.downloads[event["requestId"]].status = event["response"]["status"]
        head = event["response"]["encodedDataLength"]
        slow.downloads[event["requestId"]].head = slow.downloads[event["requestId"]].bytes = head


def _note_bytes(slow: SlowPage, event: dict[str, Any]) -> None:
    if event["requestId"] in slow.downloads:
        slow.downloads[event["requestId"]].bytes += event["encodedDataLength"]


def _note_end(slow: SlowPage, event: dict[str, Any]) -> None:
    if event["requestId"] in slow.downloads:
        slow.downloads[event["requestId"]].bytes = event["encodedDataLength"]


def slow_down(page: Page, tools: CDPSession, *, least: float = 1) -> Processor:
    """Throttle the CPU until its index is just low enough.

    :param least: the initial rate.
    """
    index, rate = INDEX + 1, least
    for attempt in range(4 * TRIES):
        tools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        index = int(page.evaluate(INDEX_OF_PAGE))
        if index <= INDEX and (index >= LEAST_INDEX or rate == 1 or attempt >= TRIES):
            break
        rate = max(1, round(rate * index / ((INDEX + LEAST_INDEX) / 2), 1))
    return Processor(index, rate)


def slow_rate(browser: Browser) -> float:
    """Find the throttling rate for this machine, from which pages start."""
    page = browser.new_page()
    rate = slow_down(page, page.context.new_cdp_session(page)).rate
    page.context.close()
    return rate
