"""A table where scroll bars take room: its boxes are the same without a container, whose width excludes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.settings import TableSettings
from tests.browser.conftest import launch
from tests.browser.windows import open_window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Playwright, ViewportSize

    from tests.shared_server import SharedServer

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

BAR_AND_CONTAINER = """() => [
  innerWidth - document.documentElement.clientWidth,
  getComputedStyle(document.querySelector("main")).containerType,
  document.documentElement.scrollWidth - document.documentElement.clientWidth,
]"""
BOXES = """() => [".mat", ".turn", ".slot", ".hand", ".actions", ".goals", ".seats", ".foot-row"].map((name) => {
  const {x, y, width, height} = document.querySelector(name).getBoundingClientRect();
  return [x, y, width, height];
})"""
IN_CONTAINER = """() => {
  const {style} = document.querySelector("main");
  style.setProperty("--whole", "100cqi");
  style.setProperty("container-type", "inline-size");
}"""


@pytest.fixture(scope="module")
def browser_with_bars(playwright: Playwright) -> Iterator[Browser]:
    """Start a browser as on Windows."""
    started = launch(playwright, ignore_default_args=["--hide-scrollbars"])
    yield started
    started.close()


@pytest.mark.parametrize(
    ("size", "has_bar"),
    [
        ({"width": 1366, "height": 600}, None),
        ({"width": 1366, "height": 500}, True),
        ({"width": 1368, "height": 632}, None),
        ({"width": 1474, "height": 734}, False),
        ({"width": 1024, "height": 600}, True),
        ({"width": 930, "height": 610}, True),
        ({"width": 1024, "height": 420}, True),
    ],
)
def test_a_scroll_bar_changes_nothing_where_the_height_decides(
    browser_with_bars: Browser, shared_server: SharedServer, size: ViewportSize, *, has_bar: bool | None
) -> None:
    stage = shared_server.stage(students=4, settings=TableSettings(deck="mixed", board="10x10", table_size=4))
    window = open_window(browser_with_bars, shared_server.server, stage.students[0], viewport=size)
    page = window.page
    page.goto(f"{window.address}/play")
    bar, container, beside = page.evaluate(BAR_AND_CONTAINER)
    assert has_bar is None or bool(bar) == has_bar
    assert (container, beside) == ("normal", 0)
    in_window = page.evaluate(BOXES)
    page.evaluate(IN_CONTAINER)
    for one, other in zip(in_window, page.evaluate(BOXES), strict=True):
        assert one == pytest.approx(other, abs=1)
    window.close()
