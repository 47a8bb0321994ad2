"""Pages send fewer requests while answers are slow or fail: those without a stream, and live tables."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from classroom.services.settings import TableSettings
from tests.over_http.server import LiveServer
from tests.over_http.stage import Stage, set_stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

pytestmark = [pytest.mark.nightly, pytest.mark.slow]


STEP_MS = 400
COUNT_REQUESTS = """
window.begun = window.ended = 0;
const fetchIt = window.fetch;
window.fetch = (request, ...options) => {
  if (String(request.url ?? request).includes("/fragment")) window.begun += 1;
  return fetchIt(request, ...options);
};
document.addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
  if (ctx.sourceElement.id === "live") window.ended += 1;
});
"""
"""Counts the requests for updates that the page has sent, and those whose answers it has read."""


class RequestCounter:
    """Answers the page's requests while advancing its clock step by step."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open: list[Route] = []
        self._received = self._answered = 0
        page.add_init_script(COUNT_REQUESTS)
        page.route("**/stream*", lambda route: route.fulfill(status=204))
        page.route("**/fragment*", self._take)

    def count(self, status: int, *, after: float = 0, is_busy: bool = False, seconds: int = 40) -> int:
        """Count the page's requests in this time if each answer has this status and takes `after` seconds.

        :param is_busy: whether there is always something new.
        """
        count, waited = 0, 0.0
        for _ in range(seconds * 1000 // STEP_MS):
            if is_busy:
                self._page.evaluate("dispatchEvent(new Event('online'))")
            self._page.clock.fast_forward(STEP_MS)
            while self._received < self._page.evaluate("window.begun"):
                self._page.wait_for_timeout(10)
            waited += STEP_MS / 1000 * bool(self._open)
            while self._open and waited > after:
                self._answer(self._open.pop(0), status)
                count += 1
                waited = 0
        return count

    def _take(self, route: Route) -> None:
        self._received += 1
        self._open.append(route)

    def _answer(self, route: Route, status: int) -> None:
        route.fulfill(status=status)
        self._answered += 1
        while self._page.evaluate("window.ended") < self._answered:
            self._page.wait_for_timeout(10)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Stage]]:
    server = LiveServer(tmp_path_factory.mktemp("polling"))
    stage = set_stage(server.folder, students=2, settings=TableSettings(deck="times-tables", board="8x8"))
    server.start()
    yield server, stage
    server.stop()


@contextmanager
def opened(browser: Browser, server: LiveServer, cookie: str, path: str) -> Iterator[RequestCounter]:
    """Open a page whose clock the test controls."""
    context = browser.new_context()
    context.add_cookies([{"name": "classroom", "value": cookie, "url": server.address}])
    page = context.new_page()
    page.clock.install()
    watched = RequestCounter(page)
    page.goto(f"{server.address}{path}")
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))  # real time would count as slow responses
    yield watched
    context.close()


def test_a_page_polls_less_often_while_responses_are_slow_or_fail(
    browser: Browser, server: tuple[LiveServer, Stage]
) -> None:
    live, stage = server
    with opened(browser, live, stage.students[0].cookie, "/play") as counter:
        counter.count(204, seconds=20)
        usual = counter.count(204)
        assert 13 <= usual <= 27
        assert counter.count(503) <= usual / 2
        counter.count(204)
        assert counter.count(204) >= 0.7 * usual, "it recovers"
        assert counter.count(204, after=2) <= usual / 2


def test_live_tables_are_requested_less_often_while_responses_are_slow(
    browser: Browser, server: tuple[LiveServer, Stage]
) -> None:
    live, stage = server
    with opened(browser, live, stage.teacher.cookie, f"/sessions/{stage.class_session_id}") as counter:
        counter.count(204, is_busy=True, seconds=20)
        usual = counter.count(204, is_busy=True)
        assert 26 <= usual <= 41, "once a second, at the next step of the clock"
        slow = counter.count(204, after=0.8, is_busy=True)
        assert slow <= 8, "0.8 s are a tenth of the time"
        counter.count(204, is_busy=True, seconds=20)
        assert counter.count(204, is_busy=True) >= 0.9 * usual, "it recovers"
