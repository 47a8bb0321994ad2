"""R10: hundreds of network cuts while a class plays: each page shows the current game soon after each."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from classroom.services.settings import TableSettings
from tests.browser.windows import Window, open_window
from tests.over_http.player import Player, new_key
from tests.over_http.simulated_student import SimulatedStudent
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.over_http.table import SeenTable
    from tests.shared_server import SharedServer

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
CUTS = int(os.environ.get("CUTS", "40"))
STUDENTS = 10
ROUNDS = -(-CUTS // STUDENTS)
TIMEOUT = 30.0
EXPECTED_MESSAGES = ("ERR_", "Failed to load", "Failed to fetch", "network error")
"""Console messages about broken connections."""


def _seconds(number: int) -> float:
    """Return the length of a cut: in the large sample most last 5 s, some 30 s, and one 2 minutes."""
    if CUTS < 500:
        return 1.0
    return 120.0 if number == ROUNDS // 2 else 30.0 if number % 12 == 5 else 5.0


def test_each_page_recovers_from_network_cuts(browser: Browser, shared_server: SharedServer) -> None:
    server = shared_server.server
    settings = TableSettings(deck="times-tables", board="8x8", table_size=2, tries=None)
    stage = shared_server.stage(students=STUDENTS, settings=settings)
    windows = [open_window(browser, server, person) for person in stage.students]
    players = [Player(server.browser(one.cookie), SimulatedStudent(7, misses=0)) for one in stage.students]
    back: list[float] = []
    noticed: list[float] = []
    for window in windows:
        window.page.goto(f"{window.address}/play")
        window.page.wait_for_selector("html[data-stream=live]")
    for number in range(ROUNDS):
        for window in windows:
            window.page.evaluate("window.streamAt = {}")
        began = time.time()
        for window in windows:
            window.proxy.cut()
        for window in windows:
            window.page.wait_for_selector("html:not([data-stream=live])", timeout=1000 * TIMEOUT)
            noticed.append(_noticed_at(window) - began)
        _play(players)
        versions = _current_games(players)
        time.sleep(max(0.0, began + _seconds(number) - time.time()))
        restored = time.time()
        for window in windows:
            window.proxy.restore()
        for window, seen in zip(windows, versions, strict=True):
            assert seen is not None
            wanted = f"{seen.game_id}.{seen.version}"
            window.wait_for(wanted, seconds=TIMEOUT)
            back.append(max(0.0, _shown_at(window, wanted) - restored))
            window.page.wait_for_selector("html[data-stream=live]", timeout=1000 * TIMEOUT)
    messages = [fault for window in windows for fault in window.faults]
    faults = [fault for fault in messages if not any(expected in fault for expected in EXPECTED_MESSAGES)]
    for window in windows:
        window.close()
    back.sort()
    usual, noticed_in = back[int(0.95 * len(back))], max(noticed)
    print(
        f"R10 {len(back)} cuts of {STUDENTS} pages: each shows the current game again, p95 {usual:.1f} s, at most "
        f"{back[-1]:.1f} s after the connection is back; each noticed the cut within {noticed_in:.1f} s"
    )
    assert faults == []
    check_bar(what="seconds until the current game is shown", figure=back[-1], bar=5)
    check_bar(what="seconds until a cut is noticed", figure=noticed_in, bar=5)


def test_a_silently_lost_connection_is_noticed(browser: Browser, shared_server: SharedServer) -> None:
    """A filter drops the connections' packets without closing them; only a new connection works."""
    server = shared_server.server
    settings = TableSettings(deck="times-tables", board="8x8", table_size=2, tries=None)
    stage = shared_server.stage(students=4, settings=settings)
    windows = [open_window(browser, server, person) for person in stage.students]
    players = [Player(server.browser(one.cookie), SimulatedStudent(7, misses=0)) for one in stage.students]
    for window in windows:
        window.page.goto(f"{window.address}/play")
        window.page.wait_for_selector("html[data-stream=live]")
    time.sleep(2)  # a page that was just opened makes one more request by itself
    noticed: list[float] = []
    back: list[float] = []
    began = time.time()
    for window in windows:
        window.proxy.drop_silently()
    _play(players)
    versions = _current_games(players)
    for window in windows:
        window.page.wait_for_selector("html:not([data-stream=live])", timeout=60_000)
        noticed.append(time.time() - began)
    for window, seen in zip(windows, versions, strict=True):
        assert seen is not None
        wanted = f"{seen.game_id}.{seen.version}"
        window.wait_for(wanted, seconds=60)
        back.append(_shown_at(window, wanted) - began)
    live: list[float] = []
    for window in windows:
        window.page.wait_for_selector("html[data-stream=live]", timeout=60_000)
        live.append(time.time() - began)
        window.close()
    print(
        f"R10 silently lost connections: noticed within {max(noticed):.1f} s, the current game within "
        f"{max(back):.1f} s, live again within {max(live):.1f} s"
    )
    check_bar(what="seconds until a silently lost connection is noticed", figure=max(noticed), bar=15)
    check_bar(what="seconds until the current game is shown", figure=max(back), bar=25)


def _play(players: list[Player]) -> None:
    """Let each active student make a move, over other connections than the browsers'."""
    for player in players:
        seen = player.look()
        if seen is not None and seen.is_my_turn:
            player.post_move(seen, player.mind.choose(seen), idempotency_key=new_key())


def _current_games(players: list[Player]) -> list[SeenTable | None]:
    """Return each student's table. If the last move ended a game, start the next one."""
    for player in players:
        if player.look() is None:
            player.post_next_game()
    return [player.look() for player in players]


def _noticed_at(window: Window) -> float:
    """Return when the page first said that its stream is not live, in seconds since 1970."""
    return min(at for state, at in window.recorded("streamAt").items() if state != "live") / 1000


def _shown_at(window: Window, wanted: str) -> float:
    """Return when the page showed this version or a later one, in seconds since 1970."""
    game, version = wanted.split(".")
    for token, at in sorted(window.recorded("shownAt").items(), key=lambda item: item[1]):
        shown = token.split(".")
        if shown[0] != game or int(shown[1]) >= int(version):
            return at / 1000
    return time.time()
