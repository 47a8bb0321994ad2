"""The warm-up in a real browser: measured by keys, skipped by touch, and without scripts."""

from __future__ import annotations

import sqlite3
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom.services.settings import TableSettings
from engine import SolveMode
from tests.browser.conftest import AXE
from tests.browser.hands import FOCUS
from tests.browser.windows import NARROW, RETURN, SMALL_CHROMEBOOK, open_window
from tests.over_http.server import LiveServer
from tests.over_http.stage import Person
from tests.shared_server import SharedServer
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

CUT_WORDS = """() => {
  const box = document.querySelector(".question").getBoundingClientRect();
  const cut = [];
  const texts = document.createTreeWalker(document.querySelector("#pad label"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const {bottom, left} = range.getBoundingClientRect();
      if (range.getClientRects().length > 1 || bottom > box.bottom || left < box.left) cut.push(word[0]);
    }
  }
  return cut;
}"""
"""Lists the words of the question that are broken in two or stick out of its box."""

SETTINGS = TableSettings(deck="times-tables", board="8x8", solve=SolveMode.AHEAD)


@pytest.fixture(scope="module")
def warm_up_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    """A server with warm-ups turned on."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("CLASSROOM_BASELINES_A_WEEK", "5")
            shared = SharedServer(tmp_path_factory.mktemp("warm-up"), stack)
        yield shared
    shared.server.assert_no_faults()


@pytest.fixture
def stage(warm_up_server: SharedServer) -> tuple[LiveServer, tuple[Person, ...]]:
    """Two students at a game that was just dealt."""
    return warm_up_server.server, warm_up_server.stage(students=2, settings=SETTINGS).students


def test_typing_is_measured_and_the_first_card_follows(
    browser: Browser, stage: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = stage
    for person in people if AT_NIGHT else people[:1]:  # one of the two is active
        window = open_window(browser, server, person)
        page = window.page
        began = time.monotonic()
        page.goto(f"{window.address}/play")
        number = _number(page)
        page.wait_for_timeout(400)
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        expect(page.locator("#pad[data-warm-up]")).to_have_count(0)
        most = 1000 * (time.monotonic() - began)
        assert page.evaluate(FOCUS) == "answer"
        expect(page.locator("#answer")).to_have_value("")
        assert page.locator("#pad input[name=card]").count() == 1
        assert window.faults == []
        window.close()
        (stored, milliseconds) = _rows(server)[person.id]
        assert str(stored) == number
        assert milliseconds is not None
        assert 400 <= milliseconds <= most


@pytest.mark.nightly
def test_no_time_is_sent_after_the_page_was_hidden(
    browser: Browser, stage: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = stage
    window = open_window(browser, server, people[0])
    page = window.page
    page.goto(f"{window.address}/play")
    page.wait_for_timeout(400)
    page.evaluate(RETURN)
    page.keyboard.type(_number(page))
    page.keyboard.press("Enter")
    expect(page.locator("#pad[data-warm-up]")).to_have_count(0)
    assert _rows(server)[people[0].id][1] is None
    window.close()


@pytest.mark.nightly
def test_skipping_by_touch_applies_to_all_pages_of_the_student(
    browser: Browser, stage: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = stage
    window = open_window(browser, server, people[0], viewport={"width": 320, "height": 640}, has_touch=True)
    second = window.open_tab()
    for page in (second, window.page):
        page.goto(f"{window.address}/play")
    assert window.page.evaluate("document.documentElement.scrollWidth") <= 320
    window.page.get_by_role("button", name="Skip").tap()
    for page in (second, window.page):
        expect(page.locator("#pad[data-warm-up]")).to_have_count(0)
        expect(page.locator("#pad")).to_have_count(1)
    assert _rows(server)[people[0].id][1] is None
    window.close()


@pytest.mark.nightly
def test_the_number_to_type_fits_its_box_in_long_words(
    browser: Browser, stage: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = stage
    window = open_window(browser, server, people[0], locale="es-ES")
    window.page.goto(f"{window.address}/play")
    for size in (SMALL_CHROMEBOOK, NARROW):
        window.page.set_viewport_size(size)
        assert window.page.evaluate(CUT_WORDS) == [], size
    window.close()


@pytest.mark.nightly
def test_without_scripts_the_game_just_continues(
    browser: Browser, stage: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = stage
    window = open_window(browser, server, people[0], java_script_enabled=False)
    page = window.page
    page.goto(f"{window.address}/play")
    page.locator("#answer").fill(_number(page))
    page.locator("#solve").click()
    expect(page.locator("#skip")).to_have_count(0)
    assert page.locator("#pad input[name=card]").count() == 1
    assert _rows(server)[people[0].id][1] is None
    window.close()


@pytest.mark.nightly
def test_axe_finds_nothing_and_everything_fits_on_the_screen(
    browser: Browser, stage: tuple[LiveServer, tuple[Person, ...]]
) -> None:
    server, people = stage
    for scheme in ("light", "dark"):
        window = open_window(browser, server, people[0], bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
        page = window.page
        page.goto(f"{window.address}/play")
        for part in (".turn", "#pad", "#hand", "#board"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 600, part
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run().then((result) => result.violations.map((one) => [one.id, one.nodes[0].html]))")
        assert found == []
        window.close()


def _number(page: Page) -> str:
    """Return the number that the page asks for, as displayed."""
    label = page.locator("#pad label").inner_text().split()
    assert label[:-1] == ["Warm-up:", "type"]
    return label[-1]


def _rows(server: LiveServer) -> dict[str, tuple[int, int | None]]:
    """Return the stored number and milliseconds of each student."""
    database = sqlite3.connect(server.database)
    try:
        rows = database.execute("SELECT student_id, number, milliseconds FROM baselines").fetchall()
    finally:
        database.close()
    return {student: (number, milliseconds) for student, number, milliseconds in rows}
