"""Three students of three levels at one table: each sees only equations of their own level."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.learning.plans import Dealing
from classroom.models import Game
from classroom.rng import seeded
from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import numbers
from engine.equations import SKILLS, find, spoken
from tests.browser.hands import play_with_mouse
from tests.browser.windows import Window, open_window
from tests.factories import faces_dealt
from tests.over_http.server import LiveServer
from tests.over_http.stage import Stage, set_stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.over_http.table import SeenTable

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(180)]

LEVELS = (2, 4, 6)
MOVES = 12
OWN_LEVELS = TableSettings(deck="mixed", board="6x6", table_size=3, dealing=Dealing.BY_LEVEL)


@dataclass
class Shown:
    """What was shown, in windows that are still open; the server has stopped."""

    stage: Stage
    server: LiveServer
    students: list[Window]
    first_hands: list[dict[str, int]]
    """Each student's first equations with their answers."""


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """Deal enough cards of each answer that three students can hold one; play some moves."""
    folder = tmp_path_factory.mktemp("levels")
    server = LiveServer(folder)
    with pytest.MonkeyPatch.context() as patch, seeded(2):  # in this deal all three hold a 36
        patch.setattr(numbers, "CARDS_PER_ANSWER", 4)
        stage = set_stage(folder, students=3, settings=OWN_LEVELS, levels=LEVELS)
    server.start()
    windows = [open_window(browser, server, person) for person in stage.students]
    try:
        for window in windows:
            window.page.goto(f"{window.address}/play")
            window.page.wait_for_selector("html[data-stream=live]")
        hands = [_questions(window.seen()) for window in windows]
        for _ in range(MOVES):
            _move(windows)
        server.stop()
        yield Shown(stage, server, windows, hands)
    finally:
        for window in windows:
            window.close()
        server.stop()


def _questions(table: SeenTable | None) -> dict[str, int]:
    assert table is not None
    return {card.face: _answer(card.face) for card in table.hand if card.kind == "match"}


def _answer(face: str) -> int:
    equation = find(face)
    assert equation is not None, face
    return equation.answer


def _move(windows: list[Window]) -> None:
    """Let the active student play any card that fits."""
    tables = [window.seen() for window in windows]
    active_player = next(index for index, table in enumerate(tables) if table is not None and table.is_my_turn)
    table = tables[active_player]
    assert table is not None
    chosen = next(
        {"card": card.id, "space": space.name}
        for card in table.hand
        for space in table.spaces
        if space.is_open and (card.kind == "wild" or (card.kind == "match" and space.label == str(_answer(card.face))))
    )
    play_with_mouse(windows[active_player].page, chosen)
    for window in windows:
        window.wait_for(f"{table.game_id}.{table.version + 1}")


def test_three_students_see_three_equations_for_one_number(shown: Shown) -> None:
    faces: dict[int, set[str]] = defaultdict(set)
    for hand in shown.first_hands:
        for face, answer in hand.items():
            faces[answer].add(face)
    answer, different = max(faces.items(), key=lambda item: len(item[1]))
    print(f"{answer} is asked for as {', '.join(sorted(different))}")
    assert len(different) == 3
    assert all(answer in hand.values() for hand in shown.first_hands)


def test_every_equation_is_of_the_students_own_level(shown: Shown) -> None:
    for level, hand in zip(LEVELS, shown.first_hands, strict=True):
        equations = [find(face) for face in hand]
        assert {SKILLS[one.skill].grade for one in equations if one} <= {level - 1, level}


def test_no_browser_received_anyone_elses_equation(shown: Shown) -> None:
    dealt = _dealt(shown)
    assert {len(faces) > MOVES // 3 for faces in dealt.values()} == {True}
    for person, window in zip(shown.stage.students, shown.students, strict=True):
        received = b"".join(data for _, data in window.proxy.received)
        others = set().union(*(faces for who, faces in dealt.items() if who != person.id)) - dealt[person.id]
        assert len(others) > MOVES
        assert any(written(face).search(received) for face in dealt[person.id])  # the search works
        for own in sorted(dealt[person.id], key=len, reverse=True):  # "2 × 6" is part of "7 + 2 × 6"
            received = written(own).sub(b"", received)
        assert [face for face in others if written(face).search(received)] == []


def test_the_server_logged_no_fault(shown: Shown) -> None:
    shown.server.assert_no_faults()
    assert [window.faults for window in shown.students] == [[], [], []]


def _dealt(shown: Shown) -> dict[str, set[str]]:
    """Return each student's dealt equations, and those printed on the same cards."""
    with hosted_app(instance_path=shown.server.folder) as app, app.app_context():
        game = db.session.execute(select(Game)).scalar_one()
        printed = {card.id: card.face for card in position_of(game).setup.cards}
        holder = {player.seat: player.student_id or "" for player in game.players}
        found: dict[str, set[str]] = defaultdict(set)
        for _, face in faces_dealt(game):
            found[holder[face.seat]] |= {face.face}
            found["printed"] |= {printed[face.card]}
        own = set().union(*(faces for who, faces in found.items() if who != "printed"))
        found["printed"] -= own
        return found


def written(face: str) -> re.Pattern[bytes]:
    """Return an equation in all its forms: as on the card, escaped, in words."""
    forms = {face, escape(face), face.encode("ascii", "xmlcharrefreplace").decode(), spoken(face)}
    return re.compile(b"|".join(rb"(?<![\w+])" + re.escape(form.encode()) + rb"(?![\w])" for form in forms))
