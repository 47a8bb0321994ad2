"""Replays in a real browser: keys, slider, log, and links, with and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom.database import db
from classroom.models import ClassSession
from classroom.rng import seeded
from classroom.services.settings import TableSettings
from engine import Team
from tests.browser.windows import Window, open_window
from tests.classroom.services.learning.dealing import current, play_out
from tests.over_http.server import LiveServer
from tests.over_http.stage import Person, Stage
from tests.shared_server import SharedServer

Opener: TypeAlias = Callable[..., Page]

FOCUS = "document.activeElement.id"
KINDS = "[...document.querySelectorAll('#replay .space')].map((space) => space.className)"


@dataclass(frozen=True)
class Played:
    """A finished game in a session that continues."""

    server: LiveServer
    stage: Stage
    game_id: str
    moves: int


def play_game(shared: SharedServer, *, seed: int) -> Played:
    """Let two students play to the end.

    :param seed: the random seed, which also determines IDs: use another one for each game in a database.
    """
    with seeded(seed):
        stage = shared.stage(students=2, settings=TableSettings(deck="times-tables", board="8x8"))
    with shared.app():
        game = current(db.session.get_one(ClassSession, stage.class_session_id))
        play_out(game, strong=Team.BLUE)
        game_id, moves = game.id, game.version
    assert moves > 20
    return Played(shared.server, stage, game_id, moves)


@pytest.fixture(scope="module")
def played(shared_server: SharedServer) -> Played:
    """One game for all tests that only view it."""
    return play_game(shared_server, seed=64)


@pytest.fixture
def open_page(browser: Browser, played: Played) -> Iterator[Opener]:
    """Open a page as someone. Errors in its console fail the test."""
    windows: list[Window] = []

    def open_one(person: Person, address: str, **options: object) -> Page:
        window = open_window(browser, played.server, person, **options)
        windows.append(window)
        window.page.goto(window.address + address.format(game=played.game_id))
        return window.page

    yield open_one
    faults = [fault for window in windows for fault in window.faults]
    for window in windows:
        window.close()
    assert faults == []


def wait_for_move(page: Page, move: int, played: Played) -> None:
    """Wait until a move is shown everywhere: counter, slider, log, and address."""
    expect(page.locator(".slider .number")).to_have_text(f"{move} of {played.moves}")
    expect(page.locator("#move")).to_have_value(str(move))
    expect(page.locator("#replay [aria-current]")).to_have_id(f"to-{move}")
    expect(page).to_have_url(re.compile(rf"\?move={move}$"))


def test_keys_slider_and_log_step_through_a_game(open_page: Opener, played: Played) -> None:
    page = open_page(played.stage.teacher, "/games/{game}")
    page.get_by_role("link", name="Watch replay").click()
    page.wait_for_url("**/replay")  # and until it has loaded: before that, keys do nothing
    page.evaluate("window.isSamePage = true")
    entries = page.evaluate("history.length")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    wait_for_move(page, 3, played)
    page.keyboard.press("ArrowLeft")
    wait_for_move(page, 2, played)
    page.keyboard.press("End")
    wait_for_move(page, played.moves, played)
    expect(page.locator(".ended")).to_contain_text("won")
    page.keyboard.press("Home")
    wait_for_move(page, 0, played)
    page.locator("#move").fill("12")
    wait_for_move(page, 12, played)
    page.locator("#move").press("ArrowRight")  # the slider handles the keys itself
    wait_for_move(page, 13, played)
    page.locator("#to-7").click()
    wait_for_move(page, 7, played)
    assert page.evaluate("window.isSamePage") is True
    assert page.evaluate("history.length") == entries
    stepped = page.evaluate(KINDS)
    page.reload()
    wait_for_move(page, 7, played)
    assert page.evaluate(KINDS) == stepped
    page.go_back()
    expect(page).to_have_url(re.compile(rf"/games/{played.game_id}$"))


@pytest.mark.nightly
def test_fast_keys_end_at_the_right_move(open_page: Opener, played: Played) -> None:
    page = open_page(played.stage.teacher, "/games/{game}/replay")
    requests = []
    page.on("request", lambda request: requests.append(request.url) if "/replay" in request.url else None)
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    wait_for_move(page, 20, played)
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    wait_for_move(page, 15, played)
    assert len(requests) <= 25


@pytest.mark.nightly
def test_focus_stays_on_the_button(open_page: Opener, played: Played) -> None:
    page = open_page(played.stage.teacher, f"/games/{{game}}/replay?move={played.moves - 3}")
    page.locator("#step-forward").focus()
    page.evaluate("window.node = document.activeElement; window.moved = 0;"
                  "document.addEventListener('focusin', () => { window.moved += 1; })")  # fmt: skip
    for move in range(played.moves - 2, played.moves + 1):
        page.keyboard.press("Enter")
        wait_for_move(page, move, played)
    page.keyboard.press("Enter")  # there are no more moves
    wait_for_move(page, played.moves, played)
    assert page.evaluate("window.node === document.activeElement && window.moved === 0")
    assert page.evaluate(FOCUS) == "step-forward"


@pytest.mark.nightly
def test_the_current_line_is_in_view_and_the_page_does_not_scroll(open_page: Opener, played: Played) -> None:
    page = open_page(played.stage.teacher, f"/games/{{game}}/replay?move={played.moves}")
    for key, move in (("Home", 0), ("End", played.moves)):
        page.keyboard.press(key)
        wait_for_move(page, move, played)
        expect(page.locator(f"#to-{move}")).to_be_in_viewport()
        assert page.evaluate("scrollY") == 0


@pytest.mark.nightly
def test_a_replay_works_without_scripts(open_page: Opener, played: Played) -> None:
    page = open_page(played.stage.students[0], "/play", java_script_enabled=False)
    page.get_by_role("link", name="My games").click()
    page.get_by_role("link", name="Watch again").click()
    page.get_by_role("link", name="Last").click()
    wait_for_move(page, played.moves, played)
    page.get_by_role("link", name="Back").click()
    wait_for_move(page, played.moves - 1, played)
    page.locator("#move").press("Home")
    page.get_by_role("button", name="Show move").click()
    wait_for_move(page, 0, played)
    page.get_by_role("link", name="Forward").click()
    page.locator("#to-4").click()
    wait_for_move(page, 4, played)


class TestTheNextGame:
    """Needs a separate session, because it continues."""

    @pytest.fixture
    def played(self, shared_server: SharedServer) -> Played:
        return play_game(shared_server, seed=62)

    @pytest.mark.nightly
    def test_a_student_is_called_to_the_next_game(self, open_page: Opener, played: Played) -> None:
        student = open_page(played.stage.students[0], "/play")
        student.get_by_role("link", name="Watch again").click()
        student.wait_for_url("**/replay")
        student.wait_for_selector("html[data-stream=live]")
        student.keyboard.press("ArrowRight")
        wait_for_move(student, 1, played)
        teacher = open_page(played.stage.teacher, "/games/{game}")
        teacher.get_by_role("button", name="Start next game").click()
        student.get_by_role("link", name="Go to your table").click()
        expect(student.locator("#board")).to_be_visible()


def test_a_student_without_games_has_one_way_to_the_open_one(browser: Browser, shared_server: SharedServer) -> None:
    stage = shared_server.stage(students=2, settings=TableSettings(deck="times-tables", board="8x8"))
    window = open_window(browser, shared_server.server, stage.students[0])
    window.page.goto(f"{window.address}/play/games")
    expect(window.page.get_by_text("You can play now.")).to_be_visible()
    expect(window.page.get_by_role("link", name="Go to your table")).to_have_count(1)
    window.close()
