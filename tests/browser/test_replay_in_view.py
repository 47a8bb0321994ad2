"""The teacher's replay on a small Chromebook: board, controls and every hand are in view, with full tables too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Game
from classroom.services.play.games import stop_game
from classroom.services.settings import TableSettings
from tests.browser.windows import SMALL_CHROMEBOOK
from tests.over_http.server import LiveServer
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext

FULL_TABLES = [
    TableSettings(deck="mixed", board="10x10", table_size=6),
    TableSettings(edition="classic", table_size=2),
    TableSettings(edition="classic", table_size=12),
]


@pytest.mark.parametrize("settings", FULL_TABLES, ids=lambda one: f"{one.edition}-{one.table_size}")
def test_every_hand_is_seen_without_scrolling(context: BrowserContext, tmp_path: Path, settings: TableSettings) -> None:
    server = LiveServer(tmp_path)
    stage = set_stage(tmp_path, students=settings.table_size, settings=settings)
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        game_id = db.session.execute(select(Game.id)).scalar_one()
        stop_game(game_id=game_id)
    server.start()
    try:
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
    finally:
        server.stop()
    server.assert_no_faults()
