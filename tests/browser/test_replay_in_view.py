"""The teacher's replay on a small Chromebook: board, controls, and every hand are in view, even at full tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Game
from classroom.services.play.games import stop_game
from classroom.services.settings import TableSettings
from tests.browser.windows import SMALL_CHROMEBOOK

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from tests.shared_server import SharedServer

FULL_TABLES = [
    pytest.param(TableSettings(deck="mixed", board="10x10", table_size=6), marks=pytest.mark.nightly),
    pytest.param(TableSettings(edition="classic", table_size=2), marks=pytest.mark.nightly),
    TableSettings(edition="classic", table_size=12),
]


@pytest.mark.parametrize("settings", FULL_TABLES, ids=lambda one: f"{one.edition}-{one.table_size}")
def test_every_hand_is_visible_without_scrolling(
    context: BrowserContext, shared_server: SharedServer, settings: TableSettings
) -> None:
    server = shared_server.server
    stage = shared_server.stage(students=settings.table_size, settings=settings)
    with shared_server.app():
        of_session = select(Game.id).where(Game.class_session_id == stage.class_session_id)
        game_id = db.session.execute(of_session).scalar_one()
        stop_game(game_id=game_id)
    context.add_cookies([{"name": "classroom", "value": stage.teacher.cookie, "url": server.address}])
    page = context.new_page()
    page.set_viewport_size(SMALL_CHROMEBOOK)
    page.goto(f"{server.address}/games/{game_id}/replay")
    hands = page.locator(".player .held")
    assert hands.count() == settings.table_size
    for part in (
        ".steps",
        ".mat",
        *(f".player:nth-child({1 + seat}) .held" for seat in range(settings.table_size)),
    ):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL_CHROMEBOOK["height"], part
