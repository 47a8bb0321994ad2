"""A move over a bad connection: the page shows that it is being sent, or was not; no move counts twice."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.settings import TableSettings
from tests.browser.announcements import RECORD, announced, faults_of
from tests.browser.windows import NARROW, SMALL_CHROMEBOOK, open_window, stop_clock
from tests.over_http.arithmetic import answer_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

    from tests.browser.windows import Window
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

PHONE_ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
SIZES: tuple[ViewportSize, ...] = (
    NARROW,
    PHONE_ON_ITS_SIDE,
    {"width": 800, "height": 600},
    {"width": 1024, "height": 768},
    {"width": 1100, "height": 700},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
    SMALL_CHROMEBOOK,
)

COVERED = """(names) => {
  const over = document.getElementById("offline").getBoundingClientRect();
  return names.filter((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return over.left < box.right && box.left < over.right && over.top < box.bottom && box.top < over.bottom;
  });
}"""
"""Lists those of these parts of the table that the message about the connection covers."""
TOUCHED = [".top", ".mat", ".turn", "#slot", "#hand", "#do-exchange", "#do-pass"]
SOLVE_AHEAD = "document.querySelector('.tabletop').classList.toggle('solves-ahead')"
"""Moves the buttons below the seats in a wide window, or back below the hand."""

PLACES = """['.mat', '.slot', '.turn', '#hand'].map(
    (one) => JSON.stringify(document.querySelector(one).getBoundingClientRect()))"""


def _wait_for_connection(page: Page) -> None:
    """Advance the page's clock until the page is connected again, but not more: requests would time out."""
    for _ in range(8):
        page.clock.fast_forward(3000)
        with suppress(AssertionError):
            expect(page.locator(".live-lost")).to_be_hidden(timeout=2000)
            return


@pytest.fixture
def window(browser: Browser, shared_server: SharedServer) -> Iterator[Window]:
    """The active student's window. Only the test advances the page's clock."""
    people = shared_server.stage(students=2, settings=TableSettings(deck="times-tables", board="8x8")).students
    opened: list[Window] = []
    for person in people:
        opened.append(open_window(browser, shared_server.server, person))
        page = opened[-1].page
        page.clock.install()
        opened[-1].context.add_init_script(RECORD)
        page.goto(f"{opened[-1].address}/play")
        if page.locator(".turn-mine").count():
            break
    opened[-1].page.wait_for_selector("html[data-stream=live]")
    stop_clock(opened[-1].page)
    yield opened[-1]
    for one in opened:
        one.close()


def test_a_move_that_gets_stuck_is_sent_again_and_counts_once(window: Window) -> None:
    page = window.page
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    right = answer_to(card.locator("[aria-hidden]").first.inner_text())
    space = page.locator("#board button:not(.taken, .corner)", has_text=right).first
    places, version = page.evaluate(PLACES), int(window.version().split(".")[1])
    window.proxy.hold()
    card.locator("input").check(force=True)
    space.click()
    status = page.locator("#sending")
    expect(status).to_be_hidden()
    page.clock.fast_forward(800)
    expect(status).to_have_text("Sending…")
    assert page.evaluate(PLACES) == places
    page.clock.fast_forward(4400)
    expect(status).to_have_text("Not sent. Tap again.")
    assert page.evaluate(PLACES) == places
    status.click()
    expect(status).to_be_hidden()
    window.proxy.release()
    expect(page.locator("#board .taken")).to_have_count(1)
    expect(status).to_be_hidden()
    assert int(window.version().split(".")[1]) == version + 1
    page.clock.fast_forward(4000)
    announcements = announced(page)
    assert [one.text for one in announcements if one.is_urgent] == ["Not sent. Tap again."]
    assert sum("Sending…" in one.text for one in announcements) == 1
    assert sum(f"Yes! {right} at row " in one.text for one in announcements) == 1, announcements


def test_the_page_says_when_it_is_offline_and_when_it_is_back(window: Window) -> None:
    page = window.page
    places = page.evaluate(PLACES)
    expect(page.locator("#offline")).to_be_hidden()
    window.proxy.cut()
    page.clock.fast_forward(4500)
    page.clock.fast_forward(3000)
    expect(page.locator(".live-lost")).to_be_visible()
    expect(page.locator("#offline")).to_be_visible()
    assert page.evaluate(PLACES) == places
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        for _ in range(2):
            assert page.evaluate(COVERED, TOUCHED) == [], size
            page.evaluate(SOLVE_AHEAD)
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    card.locator("input").check(force=True)
    page.locator("#board button:not(.taken, .corner)").first.click()
    expect(page.locator("#sending")).to_be_visible()  # while it is hidden, it has that text too
    expect(page.locator("#sending")).to_have_text("Not sent. Tap again.")
    window.proxy.restore()
    _wait_for_connection(page)
    expect(page.locator("#offline")).to_be_hidden()
    page.locator("#sending").click()
    expect(page.locator("#sending")).to_be_hidden()
    expect(page.locator(".said")).to_be_visible()
    page.clock.fast_forward(3000)
    announcements = announced(page)
    assert sum("no connection, trying again" in one.text for one in announcements) == 1
    assert sum("Connected again." in one.text for one in announcements) == 1
    assert faults_of([one for one in announcements if not one.is_urgent]) == []
