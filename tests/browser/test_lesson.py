"""Countdowns in a real browser: of a turn, until the end of the games, and on the teacher's page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.database import db
from classroom.models import Student
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.sessions.endings import end_in
from classroom.services.settings import TableSettings
from tests.browser.windows import open_window, stop_clock
from tests.over_http.server import LiveServer
from tests.over_http.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.over_http.stage import Person
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

HEARD = """() => {
  window.heard = [];
  const said = document.getElementById("announcements");
  new MutationObserver(() => window.heard.push(said.textContent)).observe(said, {childList: true, characterData: true});
}"""

BEAT = """document.dispatchEvent(
    new CustomEvent("htmx:sse:before:message", {detail: {message: {event: "beat"}}}))"""
"""The stream sends a heartbeat every ten seconds; on the page's clock they pass at once."""


@pytest.fixture
def lesson(shared_server: SharedServer) -> tuple[LiveServer, Stage, Person, Person]:
    """Two students (the active one first) with 120 seconds per turn. The games end in ten minutes."""
    stage = shared_server.stage(students=2, settings=TableSettings(turn_seconds=120))
    with shared_server.app():
        end_in(class_session_id=stage.class_session_id, minutes=10)
        (game,) = current_games(class_session_id=stage.class_session_id)
        active_player = db.session.get_one(Student, seats_of(game)[position_of(game).turn]).id
    first, second = sorted(stage.students, key=lambda one: one.id != active_player)
    return shared_server.server, stage, first, second


def test_the_turn_timer_is_announced_only_near_its_end(
    browser: Browser, lesson: tuple[LiveServer, Stage, Person, Person]
) -> None:
    server, _, person, other = lesson
    window = open_window(browser, server, person)
    page = window.page
    page.clock.install()
    page.goto(f"{window.address}/play")
    bar, end = page.locator("#turn-bar"), page.locator("#games-end")
    expect(bar).to_have_attribute("max", "120")
    stop_clock(page)
    page.evaluate(HEARD)
    before = bar.evaluate("bar => bar.value")
    _advance(page, seconds=20)
    assert 18 <= before - bar.evaluate("bar => bar.value") <= 22
    expect(end).to_have_text("10 minutes left")
    _advance(page, seconds=50)
    expect(end).to_have_text("9 minutes left")
    _advance(page, seconds=60)
    assert bar.evaluate("bar => bar.value") == 0
    heard = page.evaluate("window.heard")
    assert len(heard) == 1  # the start was announced before
    assert heard[0].endswith("seconds left. You can get more time.")
    page.locator("#board button").first.focus()
    with page.expect_response("**/play/more-time") as answered:
        page.keyboard.press("t")
    assert answered.value.status == 200
    expect(bar).to_have_js_property("value", 120)  # the page's clock is stopped
    expect(page.locator("#board button:focus")).to_have_count(1)
    # The clock runs ahead of pending requests.
    assert [fault for fault in window.faults if "htmx:error: timeout" not in fault] == []
    window.close()
    window = open_window(browser, server, other)
    window.page.goto(f"{window.address}/play")
    expect(window.page.locator("#games-end")).to_have_count(1)
    expect(window.page.locator("#turn-bar")).to_have_count(0)
    window.close()


def _advance(page: Page, *, seconds: int) -> None:
    """Advance the page's clock while its stream is alive."""
    for _ in range(seconds // 10):
        page.clock.run_for(10_000)
        page.evaluate(BEAT)


def test_the_teachers_page_is_updated_without_notifications(
    browser: Browser, lesson: tuple[LiveServer, Stage, Person, Person]
) -> None:
    server, stage, *_ = lesson
    window = open_window(browser, server, stage.teacher)
    page = window.page
    page.clock.install()
    page.goto(f"{window.address}/sessions/{stage.class_session_id}")
    expect(page.locator("#ending")).to_contain_text("in 10 minutes")
    page.clock.run_for(1_000)
    with page.expect_request(lambda request: "/fragment" in request.url):
        page.clock.fast_forward(10_000)
    window.close()
