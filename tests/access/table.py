"""Measurements at a table with others: lines A4, A21, A22, and A27."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, Playwright, expect

from classroom.rng import seeded
from classroom.services.settings import TableSettings
from tests.access.lines import Line
from tests.browser.conftest import launch
from tests.browser.windows import SMALL_CHROMEBOOK
from tests.over_http.arithmetic import answer_to
from tests.over_http.server import LiveServer
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.over_http.stage import Person

SHOWN_BY = "make access, tests/access/table.py"
UPDATES = int(os.environ.get("ACCESS_UPDATES", "1000"))
INSECURE = "school.test"
"""A name without https that no browser trusts, unlike localhost."""
STUDENTS, EVERY_SECONDS = 30, 5
MOVES = 10
"""The number of moves over which traffic is measured."""
VERSION = "#move input[name=version]"
WATCH = """() => {
  const spaces = [...document.querySelectorAll("#board button")];
  const node = document.activeElement;
  window.watched = { lost: 0, moved: 0, replaced: 0, frames: 0 };
  document.addEventListener("focusin", () => { watched.moved += 1; });
  const look = () => {
    watched.frames += 1;
    watched.lost += document.activeElement !== node;
    watched.replaced = spaces.filter((one) => !one.isConnected).length;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Notes in each frame whether the focus and the board's nodes are still the same."""
UPDATE = """async ([count, url]) => {
  const versions = new Set();
  for (let number = 0; number < count; number += 1) {
    await htmx.ajax("GET", `${url}?update=${number}`, { target: "#live", swap: "innerMorph" });
    versions.add(document.querySelector("#move input[name=version]").value);
  }
  return versions.size;
}"""


class _Table:
    """Two students at a table, in browsers of their own."""

    def __init__(self, playwright: Playwright, server: LiveServer, people: tuple[Person, ...]) -> None:
        self._people, self._port = people, server.port
        self._browser = launch(playwright, f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1")
        self._contexts: list[BrowserContext] = []

    def open(self, number: int, host: str = "127.0.0.1", *, has_touch: bool = False) -> Page:
        """Open the table in a browser of this student's own."""
        context = self._browser.new_context(viewport=SMALL_CHROMEBOOK, has_touch=has_touch)
        self._contexts.append(context)
        context.add_cookies(
            [{"name": "classroom", "value": self._people[number].cookie, "url": f"http://{host}:{self._port}"}]
        )
        return self.tab(context, host)

    def tab(self, context: BrowserContext, host: str = "127.0.0.1") -> Page:
        """Open one more tab with the table."""
        page = context.new_page()
        page.goto(f"http://{host}:{self._port}/play")
        return page

    def players(self, host: str = "127.0.0.1", *, has_touch: bool = False) -> tuple[Page, Page]:
        """Return the active player's page and the waiting player's."""
        pages = [self.open(number, host, has_touch=has_touch) for number in range(2)]
        first, second = sorted(pages, key=lambda page: page.locator(".turn-mine").count(), reverse=True)
        return first, second

    def close(self) -> None:
        """Close all open pages."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def end(self) -> None:
        """Close the browser."""
        self._browser.close()


def miss(page: Page, press: Callable[[Page, str], None] | None = None) -> str:
    """Give a wrong answer; tries are unlimited here, so the turn continues. Return the version after it."""
    before = page.locator(VERSION).get_attribute("value") or ""
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    right = answer_to(card.locator("[aria-hidden]").inner_text())
    space = page.evaluate(
        "(right) => [...document.querySelectorAll('#board button:not(.taken, .corner)')]"
        ".find((one) => one.innerText.trim() !== right).id",
        right,
    )
    press = press or (lambda one, name: one.click(name))
    press(page, f"#{card.locator('input').get_attribute('id')}")
    press(page, f"#{space}")
    expect(page.locator(VERSION)).not_to_have_value(before)
    return page.locator(VERSION).get_attribute("value") or ""


def lines_of_table(playwright: Playwright) -> list[Line]:
    """Run each measurement at a table of two."""
    with tempfile.TemporaryDirectory() as name:
        server = LiveServer(Path(name))
        settings = TableSettings(deck="times-tables", board="8x8", tries=None)
        with seeded(1):
            stage = set_stage(server.folder, students=2, settings=settings)
        server.start()
        table = _Table(playwright, server, stage.students)
        lines = []
        try:
            for measure in (_focus, _tabs, _insecure, _touch, _traffic, _waking_up):
                try:
                    lines.append(measure(table))
                except (AssertionError, Error) as error:
                    id_, what = TITLES[measure.__name__]
                    why = str(error).strip().splitlines()[0]
                    lines.append(Line(id_, what, "failed", "works", is_met=False, shown_by=SHOWN_BY, details=(why,)))
                table.close()
        finally:
            table.end()
            server.stop()
    return lines


TITLES = {
    "_focus": ("A4", "focus and board under updates that change the page: lost, moved, replaced nodes"),
    "_tabs": ("A21", "eight tabs of one sign-in: current after a move, and streams"),
    "_insecure": ("A22", "playing over http at a name that no browser trusts"),
    "_touch": ("A27", "a move by touch alone"),
    "_traffic": ("A27", "traffic of 30 students whose tables move every 5 s, teacher's pages not counted"),
    "_waking_up": ("A27", "from waking (a page that was frozen) to the right state"),
}


def _line(key: str, figure: str, bar: str, *, is_met: bool) -> Line:
    id_, what = TITLES[key]
    return Line(id_, what, figure, bar, is_met, SHOWN_BY)


def _focus(table: _Table) -> Line:
    """Alternate between two states of a page, one move apart, each with a later version, so that everything changes."""
    playing, waiting = table.players()
    states = []
    for _ in range(2):
        version = miss(playing)
        answer = waiting.request.get(waiting.url.replace("/play", "/play/fragment?version=none.0"))
        states.append((version, answer.text()))

    def body(url: str) -> str:
        number = int(url.rpartition("=")[2])
        version, state = states[number % 2]
        game, _, *others = version.split(".")
        return state.replace(version, ".".join([game, str(100 + number), *others]))

    waiting.route("**/play/stream*", lambda route: route.abort())
    waiting.route(
        "**/play/fragment*",
        lambda route: (
            route.fulfill(body=body(route.request.url), content_type="text/html")
            if "update=" in route.request.url
            else route.fulfill(status=204)
        ),
    )
    waiting.locator("#D5").focus()
    waiting.evaluate(WATCH)
    shown = waiting.evaluate(UPDATE, [UPDATES, "/play/fragment"])
    seen = waiting.evaluate("watched")
    figure = f"{shown} updates, {seen['frames']} frames: {seen['lost']}, {seen['moved']}, {seen['replaced']}"
    is_same = not seen["lost"] + seen["moved"] + seen["replaced"]
    return _line("_focus", figure, "0, 0, 0", is_met=is_same and shown >= 0.99 * UPDATES and seen["frames"] > 0)


def _tabs(table: _Table) -> Line:
    playing, waiting = table.players()
    tabs = [waiting, *(table.tab(waiting.context) for _ in range(7))]
    for tab in tabs:  # each has a stream, or knows that it gets none
        tab.wait_for_selector("html[data-stream=live], html[data-stream=polling]", timeout=20_000)
    version = miss(playing)
    began = time.monotonic()
    for tab in tabs:
        expect(tab.locator(VERSION)).to_have_value(version, timeout=10_000)
    took = time.monotonic() - began
    live = sum(tab.locator("html[data-stream=live]").count() for tab in tabs)
    figure = f"8 current after {took:.1f} s, {live} streams"
    return _line("_tabs", figure, "≤5 s (two polls), 1 to 3 streams", is_met=took <= 5 and 1 <= live <= 3)


def _insecure(table: _Table) -> Line:
    playing, waiting = table.players(INSECURE)
    faults: list[str] = []
    waiting.on("pageerror", lambda error: faults.append(str(error)))
    is_secure = waiting.evaluate("isSecureContext")
    version = miss(playing)
    expect(waiting.locator(VERSION)).to_have_value(version, timeout=10_000)
    figure = f"{'secure, ' if is_secure else ''}a move seen by the other, {len(faults)} errors"
    return _line("_insecure", figure, "seen, 0 errors", is_met=not faults and not is_secure)


def _touch(table: _Table) -> Line:
    playing, waiting = table.players(has_touch=True)
    version = miss(playing, lambda page, name: page.tap(name))
    expect(waiting.locator(VERSION)).to_have_value(version, timeout=10_000)
    return _line("_touch", "played and seen", "played and seen", is_met=True)


def _traffic(table: _Table) -> Line:
    """Count the bytes that a watching page and the mover's page receive for a move."""
    pages = table.players()
    received = [0, 0]
    for number, page in enumerate(pages):
        client = page.context.new_cdp_session(page)
        client.send("Network.enable")

        def add(event: dict[str, Any], number: int = number) -> None:
            received[number] += event.get("response", event)["encodedDataLength"]

        client.on("Network.responseReceived", add)
        client.on("Network.dataReceived", add)
    for _ in range(MOVES):
        version = miss(pages[0])
        expect(pages[1].locator(VERSION)).to_have_value(version, timeout=10_000)
    most = max(received) / MOVES
    figure = STUDENTS * most * 8 / EVERY_SECONDS / 1e6
    return _line(
        "_traffic", f"{most / 1000:.1f} kB a move and page, {figure:.2f} Mbit/s", "≤1 Mbit/s", is_met=figure <= 1
    )


def _waking_up(table: _Table) -> Line:
    playing, waiting = table.players()
    client = waiting.context.new_cdp_session(waiting)
    client.send("Page.setWebLifecycleState", {"state": "frozen"})
    waiting.context.set_offline(True)
    version = miss(playing)
    time.sleep(1)
    was_right = waiting.locator(VERSION).get_attribute("value") == version
    began = time.monotonic()
    waiting.context.set_offline(False)
    client.send("Page.setWebLifecycleState", {"state": "active"})
    expect(waiting.locator(VERSION)).to_have_value(version, timeout=10_000)
    took = time.monotonic() - began
    figure = f"{took:.1f} s{', but it never slept' if was_right else ''}"
    return _line("_waking_up", figure, "≤3 s", is_met=took <= 3 and not was_right)
