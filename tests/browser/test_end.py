"""The focus at the end of a game, and in an exit ticket."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.exit_tickets.answering import answer_question, open_ticket
from classroom.services.play.games import stop_game
from classroom.services.settings import TableSettings
from tests.browser.steering import game_of, lead_to_sequence, space_and_mover
from tests.browser.windows import open_window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow
FOCUS_HAND = "document.querySelector('#hand input').focus()"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("before", "at_end"),
    [
        pytest.param(FOCUS_HAND, "result", id="focused element is removed"),
        pytest.param(f"{FOCUS_HAND}, document.activeElement.blur()", "result", id="nothing has focus"),
        pytest.param("document.querySelector('#main').focus()", "result", id="focus is around the table"),
        pytest.param("document.querySelector('#own-face').focus()", "own-face", id="focus is outside the table"),
    ],
)
def test_the_focus_moves_to_the_result_unless_it_is_outside_the_table(
    browser: Browser, shared_server: SharedServer, before: str, at_end: str
) -> None:
    settings = TableSettings(deck="times-tables", board="8x8", table_size=2, sequences_to_win=1)
    stage = shared_server.stage(students=2, settings=settings)
    with shared_server.app():
        move = lead_to_sequence(stage.class_session_id, ends=True)
        space, winner_id = space_and_mover(stage.class_session_id, move)
    people = sorted(stage.students, key=lambda person: person.id != winner_id)
    winner, loser = [open_window(browser, shared_server.server, person) for person in people]
    for window in (winner, loser):
        window.page.goto(f"{window.address}/play")
        window.page.wait_for_selector("html[data-stream=live]")
    loser.page.evaluate(before)
    winner.page.locator(f"#card-{move.card}").check(force=True)
    winner.page.locator(f"#{space}").click()
    loser.page.wait_for_selector("#result")
    loser.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(loser.page.locator(f"#{at_end}")).to_be_focused()
    for window in (winner, loser):
        assert window.faults == []
        window.close()


@pytest.mark.nightly
def test_the_next_game_has_the_focus_and_takes_keys(browser: Browser, shared_server: SharedServer) -> None:
    stage = shared_server.stage(students=2, settings=TableSettings(deck="times-tables", board="6x6", table_size=2))
    with shared_server.app():
        stop_game(game_id=game_of(stage.class_session_id).id)
    window = open_window(browser, shared_server.server, stage.students[0], viewport={"width": 320, "height": 480})
    page = window.page
    page.goto(f"{window.address}/play")
    page.get_by_role("button", name="Play next game").press("Enter")
    page.wait_for_selector("#hand input")
    expect(page.locator("#main")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("1")
    expect(page.locator("#hand input").first).to_be_checked()
    assert window.faults == []
    window.close()


@pytest.mark.nightly
def test_names_of_three_teams_are_not_broken(browser: Browser, shared_server: SharedServer) -> None:
    settings = TableSettings(deck="times-tables", board="6x6", table_size=3)
    stage = shared_server.stage(students=3, settings=settings)
    with shared_server.app():
        stop_game(game_id=game_of(stage.class_session_id).id)
    window = open_window(browser, shared_server.server, stage.students[0], locale="es-MX")
    page = window.page
    page.goto(f"{window.address}/play")
    for width, height in ((1366, 600), (1100, 600), (683, 384), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        heights = page.locator(".scores span").evaluate_all("(names) => names.map((one) => one.offsetHeight)")
        assert len(heights) == 3
        assert max(heights) < 24, f"{width} px: more than a line"
    window.close()


def test_the_focus_moves_to_the_first_question_of_an_exit_ticket_and_to_its_result(
    browser: Browser, shared_server: SharedServer
) -> None:
    stage = shared_server.stage(students=2, settings=TableSettings(table_size=2))
    person = stage.students[0]
    with shared_server.app():
        open_ticket(class_session_id=stage.class_session_id, seconds=60)
    window = open_window(browser, shared_server.server, person)
    page = window.page
    page.goto(f"{window.address}/play")
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.locator("#answer")).to_be_focused()
    with shared_server.app():  # all but the last two of 30 problems
        for number in range(1, 29):
            answer_question(class_session_id=stage.class_session_id, student_id=person.id, number=number, given=1)
    page.reload()
    page.locator("#answer").focus()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Problem 30")
    expect(page.locator("#answer")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_focused()
    assert window.faults == []
    window.close()
