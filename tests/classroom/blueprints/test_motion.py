"""Marks for animations and sounds at a table: only in responses to open pages, only for what is new to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from classroom.services.settings import TableSettings
from tests.classroom.table import make_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.page_client import PageClient


def marks(html: str) -> list[str]:
    return re.findall(r'data-new="([^"]*)"', html)


def shown_version(html: str) -> str:
    found = re.search(r'name="version" value="([^"]+)"', html)
    assert found
    return found[1]


def test_a_chip_is_new_only_to_open_pages(new_page: Callable[[], PageClient]) -> None:
    table = make_table()
    mover, waiting = new_page().sign_in(table.active_player), new_page().sign_in(table.other)
    opened = waiting.get("play.show").html
    assert marks(opened) == []
    mover.get("play.show")
    mover.submit(table.right(), form="/play/moves", status=303)
    assert marks(mover.follow().html) == []

    headers = {"HX-Request": "true"}
    version = shown_version(opened)
    whole = waiting.request("GET", waiting.url("play.fragment", version=version), headers, {}).text
    assert marks(whole) == ["box", "turn", "chip", "peek"]
    part = waiting.request(
        "GET", waiting.url("play.fragment", version=version), headers | {"X-Shown-Version": version}, {}
    )
    assert "data-since" in part.text
    assert marks(part.text) == ["box", "turn", "chip", "peek"]
    assert marks(waiting.request("GET", waiting.url("play.fragment"), headers, {}).text) == [], "it shows nothing yet"
    assert marks(waiting.get("play.show").html) == []


def test_a_teacher_can_turn_off_sounds_in_a_session(new_page: Callable[[], PageClient]) -> None:
    loud, silent = make_table(), make_table(TableSettings(silent=True))
    html = new_page().sign_in(loud.active_player).get("play.show").html
    assert 'id="sound"' in html
    assert "data-silent" not in html
    client = new_page().sign_in(silent.active_player)
    html = client.get("play.show").html
    assert 'id="sound"' not in html
    fragment = client.request("GET", client.url("play.fragment"), {"HX-Request": "true"}, {}).text
    assert "data-silent" in fragment, "a page opened in the lobby may have the button"
