"""R9: after a reload, a restart, a new sign-in, or on another device, a student has the same hand, seat, and board."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from classroom.services.accounts import login_cards
from classroom.services.play.positions import forget_positions
from tests.classroom.table import Table, make_table
from tests.over_http.table import SeenTable, read_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.page_client import PageClient

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
TRIALS = 500
WAYS = ("reload", "other device", "lost cookie", "sign out and in", "restart")


def test_a_returning_student_sees_the_same_page(page: PageClient, new_page: Callable[[], PageClient]) -> None:
    rng, trials = random.Random(1), Counter[str]()
    table, device = make_table(), page
    while trials.total() < TRIALS:
        student = rng.choice(table.students)
        device.sign_in(student)
        before = _content(device)
        way = WAYS[trials.total() % len(WAYS)]
        device = _return(way, device, new_page, table, student.id)
        assert _content(device) == before, way
        trials[way] += 1
        if not _play_on(table, device, rng):
            table = make_table(seed=trials.total())
    print(
        f"R9 {trials.total()} of {TRIALS} trials show the same: {', '.join(f'{way} {n}' for way, n in trials.items())}"
    )


def _return(
    way: str, device: PageClient, new_page: Callable[[], PageClient], table: Table, student_id: str
) -> PageClient:
    """Leave in one of the ways, and return."""
    if way == "reload":
        return device
    if way == "restart":
        forget_positions()
        return device
    if way == "sign out and in":
        device.post("auth.sign_out")
    if way == "lost cookie":
        device.browser.delete_cookie("classroom")
        assert device.get("play.show", status=303).redirect, "no one is signed in anymore"
    [card] = login_cards.new_cards(class_id=table.students[0].class_id, student_ids=[student_id])
    fresh = new_page() if way == "other device" else device
    fresh.get("home.card")
    fresh.submit({"token": card.token}, form="/card")
    return fresh


def _content(device: PageClient) -> tuple[object, ...]:
    shown: SeenTable | None = read_table(device.get("play.show").html)
    assert shown is not None
    return shown.hand, shown.rows, shown.hidden["version"], shown.is_my_turn, shown.my_team


def _play_on(table: Table, device: PageClient, rng: random.Random) -> bool:
    """Make a move, correct or not, so that the next page differs. Return False if the game is over."""
    device.sign_in(table.active_player).get("play.show")
    try:
        form = table.right() if rng.random() < 0.7 else table.wrong()
    except (AssertionError, StopIteration):
        return False
    device.submit(form, form="/play/moves")
    return table.game.over_at is None
