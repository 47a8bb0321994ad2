"""A table with playing cards in a real browser: keys for cards, and everything in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import Place, legal_moves
from tests.browser.hands import stopped_page_clock
from tests.browser.steering import game_of, play
from tests.browser.windows import SMALL_CHROMEBOOK
from tests.over_http.server import LiveServer
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.shared_server import SharedServer

FOCUS = "document.activeElement.id"


@pytest.fixture(scope="module", params=nightly_except({12}, [2, 12]))
def stage(request: pytest.FixtureRequest, shared_server: SharedServer) -> tuple[LiveServer, str]:
    """The server, and the cookie of a student at a full table."""
    settings = TableSettings(edition="classic", table_size=request.param)
    stage = shared_server.stage(students=request.param, settings=settings)
    return shared_server.server, stage.students[0].cookie


@pytest.fixture
def page(context: BrowserContext, stage: tuple[LiveServer, str]) -> Page:
    """Open the table."""
    server, cookie = stage
    context.add_cookies([{"name": "classroom", "value": cookie, "url": server.address}])
    opened = context.new_page()
    opened.goto(f"{server.address}/play")
    return opened


def test_typing_rank_and_suit_goes_to_the_card(page: Page) -> None:
    page.locator("#A1").focus()
    found = []
    for keys in ("qd", "n", "10h", "k", "a"):
        with stopped_page_clock(page):
            page.keyboard.type(keys)
        found.append(page.locator(":focus").get_attribute("aria-label") or "")
    spoken = [text.split(", ", 2)[2] for text in found]
    for start, text in zip(
        ["Q, queen of diamonds", "Q, queen of diamonds", "10 of hearts", "K, king", "A, ace"], spoken, strict=True
    ):
        assert text.startswith(start)
    assert found[0] != found[1]
    before = page.evaluate(FOCUS)
    page.keyboard.press("j")  # no jack is on the board
    assert page.evaluate(FOCUS) == before


def test_the_page_lists_the_keys_for_cards(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.get_by_text("queen of diamonds; 10 is")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"),
    [(SMALL_CHROMEBOOK["width"], SMALL_CHROMEBOOK["height"]), pytest.param(1366, 768, marks=pytest.mark.nightly)],
)
def test_board_hand_and_all_players_fit_on_the_screen(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for part in (".turn", "#hand", "#board", ".seats"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, part
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def page_after(moves: int, context: BrowserContext, shared_server: SharedServer, *, students: int) -> Page:
    """Return the first student's page after some chips were placed."""
    stage = shared_server.stage(students=students, settings=TableSettings(edition="classic", table_size=students))
    with shared_server.app():
        for _ in range(moves):
            game = game_of(stage.class_session_id)
            play(game, next(move for move in legal_moves(position_of(game)) if isinstance(move, Place)))
    address = shared_server.server.address
    context.add_cookies([{"name": "classroom", "value": stage.students[0].cookie, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/play")
    return page


@pytest.mark.nightly
def test_the_last_cards_of_many_players_have_rank_and_suit(
    context: BrowserContext, shared_server: SharedServer
) -> None:
    page = page_after(12, context, shared_server, students=12)
    page.set_viewport_size({"width": 1366, "height": 768})
    ranks = page.locator(".seats .top-card .pip b")
    expect(ranks).to_have_count(12)
    widths = [box["width"] for box in map(Locator.bounding_box, ranks.all()) if box]
    assert min(widths) > 5


@pytest.mark.nightly
def test_rank_and_suit_stay_within_a_chip_on_a_phone(context: BrowserContext, shared_server: SharedServer) -> None:
    page = page_after(1, context, shared_server, students=2)
    page.set_viewport_size({"width": 320, "height": 640})
    pip, chip = (page.locator(f"#board .taken {part}").bounding_box() for part in (".pip", ".chip"))
    assert pip is not None
    assert chip is not None
    assert pip["height"] < 0.9 * chip["height"]
