"""A phone whose owner made text twice as large: nothing is beside the screen, and no number covers another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.play.games import stop_game
from classroom.services.settings import TableSettings
from tests.browser.conftest import launch
from tests.browser.steering import game_of
from tests.browser.windows import NARROW, Window, open_window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Playwright

    from tests.over_http.stage import Stage
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TOO_WIDE = """[...document.querySelectorAll("#board button")].filter((space) => {
  const text = document.createRange();
  text.selectNodeContents(space);
  return text.getBoundingClientRect().width > space.getBoundingClientRect().width;
}).map((space) => space.textContent)"""
"""The labels that are wider than their spaces."""
BESIDE_THEIR_SEATS = """[...document.querySelectorAll(".seat-box > *, .seat-box .you")].filter((one) => {
  const seat = one.closest(".seat-box").getBoundingClientRect(), {left, right} = one.getBoundingClientRect();
  return left < seat.left || right > seat.right;
}).map((one) => one.className)"""
"""The parts of seats that stick out, over the next seat or the score."""


@pytest.fixture
def stage(shared_server: SharedServer) -> Stage:
    """Two students at a board of 10 × 10."""
    return shared_server.stage(students=2, settings=TableSettings(deck="mixed", board="10x10", table_size=2))


@pytest.fixture
def window(playwright: Playwright, shared_server: SharedServer, stage: Stage) -> Iterator[Window]:
    """A phone with the browser's largest font size."""
    browser = launch(playwright, "--blink-settings=defaultFontSize=32")
    one = open_window(browser, shared_server.server, stage.students[0], viewport=NARROW)
    yield one
    one.close()
    browser.close()


def test_text_twice_as_large_fits_a_phone(window: Window, shared_server: SharedServer, stage: Stage) -> None:
    page = window.page
    wide: dict[str, int] = {}

    def visit(address: str) -> None:
        page.goto(f"{window.address}{address}")
        wide[address] = page.evaluate(SIDEWAYS)

    visit("/play")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(BESIDE_THEIR_SEATS) == []
    for address in ("/play/animal", "/play/rules", "/play/progress"):
        visit(address)
    with shared_server.app():
        game_id = game_of(stage.class_session_id).id
        stop_game(game_id=game_id)
    for address in ("/play?", "/play/games", f"/play/games/{game_id}/replay"):
        visit(address)
    assert set(wide.values()) == {0}, wide
