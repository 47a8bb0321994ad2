"""A report whose answers are still being counted loads itself again when they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Route, expect

from classroom.services.settings import TableSettings
from tests.browser.windows import open_window, stop_clock

if TYPE_CHECKING:
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

ASKED_EVERY = 15_000


def test_a_report_shows_its_answers_when_they_are_counted(browser: Browser, shared_server: SharedServer) -> None:
    stage = shared_server.stage(students=2, settings=TableSettings(table_size=2))
    window = open_window(browser, shared_server.server, stage.teacher)
    page, counting, asked = window.page, True, 0

    def answer(route: Route) -> None:
        nonlocal asked
        asked += 1
        response = route.fetch()
        ends = "<p data-counting>Counting</p></main>" if counting else "</main>"
        route.fulfill(response=response, body=response.text().replace("</main>", ends))

    page.clock.install()
    page.route("**/report/skills", answer)
    page.goto(f"{window.address}/classes/{stage.class_id}/report/skills")
    said = page.get_by_text("Counting")
    expect(said).to_be_visible()
    stop_clock(page)
    with page.expect_response("**/report/skills"):
        page.clock.run_for(ASKED_EVERY)
    assert asked == 2
    expect(said).to_be_visible()
    counting = False
    page.clock.run_for(ASKED_EVERY)
    expect(said).to_have_count(0)
    assert asked == 4, "asked, then loaded"
    window.close()
