"""A move changes only its own table on the class screen, and there only the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import Place, legal_moves
from tests.browser.windows import open_window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

NOTE_CHANGES = """() => {
  window.changed = [];
  const place = (node) => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    const [table, layer] = [element.closest(".front-table"), element.closest(".mini-layer")];
    return `${table?.id ?? element.name ?? element.id} ${layer?.id.split("-")[0] ?? ""}`.trim();
  };
  new MutationObserver((list) => list.forEach(({target}) => changed.push(place(target)))).observe(
    document.getElementById("live"), {subtree: true, childList: true, attributes: true, characterData: true});
}"""


def test_a_move_changes_only_its_own_table(browser: Browser, shared_server: SharedServer) -> None:
    settings = TableSettings(deck="times-tables", board="6x6", table_size=2)
    stage = shared_server.stage(students=4, settings=settings)
    teacher = open_window(browser, shared_server.server, stage.teacher)
    screen = teacher.page
    screen.goto(f"{teacher.address}/sessions/{stage.class_session_id}/projector")
    screen.wait_for_selector("html[data-stream=live]")
    with shared_server.app():
        game = current_games(class_session_id=stage.class_session_id)[0]
        position = position_of(game)
        move = next(move for move in legal_moves(position) if isinstance(move, Place))
        space = position.setup.board.name(move.space)
        number = game.table_number
        holder = next(player.student_id for player in game.players if player.seat == move.seat)
    person = next(one for one in stage.students if one.id == holder)
    window = open_window(browser, shared_server.server, person)
    window.page.goto(f"{window.address}/play")
    window.page.wait_for_selector("html[data-stream=live]")
    screen.evaluate(NOTE_CHANGES)
    window.page.locator(f"#card-{move.card}").check(force=True)
    window.page.locator(f"#{space}").click()
    screen.wait_for_selector("[data-new=chip]", state="attached")
    screen.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    changed = set(screen.evaluate("window.changed"))
    table = f"table-{number}"
    assert {table, f"{table} chips"} <= changed
    assert changed <= {"version", "live", table, f"{table} chips", f"{table} chip"}, "neither tiles nor another table"
    for one in (window, teacher):
        assert one.faults == []
        one.close()
