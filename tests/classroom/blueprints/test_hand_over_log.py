"""Seats that change hands are logged: for the teacher, at the table, and in the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.models import Game, Student
from classroom.presenters.table import shared
from classroom.presenters.table.hand_overs import HandOver, hand_overs
from classroom.services.play.games import stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions.moving import swap_students
from tests.classroom.replayed import readable
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join
from tests.classroom.slot import announced, announced_moves, happened
from tests.page_lint import text_of

if TYPE_CHECKING:
    from classroom.services.play.tables import Table
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def game(page: PageClient, cast: Cast) -> Game:
    """A table of four in Alice's class, just dealt; Alice is signed in."""
    page.sign_in(cast.alice)
    return current(start(4, school_class=cast.class_7b))


def student_in(game: Game, seat: int) -> Student:
    """Return the student in a seat now."""
    held = next(one.student for one in game.players if one.seat == seat and one.left_at_version is None)
    assert held is not None
    return held


def log_of(shown: Page) -> list[str]:
    """Return the log of a page, newest first."""
    return [readable(text_of(one)) for one in shown.one("ol", class_="log")]


def told_to(page: PageClient, student: Student) -> tuple[str, str]:
    """Return what a student reads in the slot, and what a screen reader announces."""
    shown = page.sign_in(student).get("play.show")
    return readable(happened(shown)), readable(announced(shown))


def test_giving_a_seat_to_a_bot_and_back_is_logged_in_order(page: PageClient, game: Game) -> None:
    ana = student_in(game, 1)
    answer(game)
    give_seat(game_id=game.id, seat=1, student_id=None)
    give_seat(game_id=game.id, seat=1, student_id=ana.id)
    answer(game)
    lines = log_of(page.get("games.show", game_id=game.id))
    assert lines[1:3] == [f"{ana.name} took the seat back from a bot.", f"A bot plays for {ana.name} now."]
    assert len(lines) == 4


def test_another_student_takes_the_seat(page: PageClient, game: Game) -> None:
    ana, ben = student_in(game, 1), student_in(game, 2)
    (late,) = join(game.class_session, 1)
    give_seat(game_id=game.id, seat=1, student_id=None)
    give_seat(game_id=game.id, seat=1, student_id=late.id)
    swap_students(class_session_id=game.class_session_id, student_id=late.id, other_id=ben.id)
    lines = log_of(page.get("games.show", game_id=game.id))
    assert set(lines[:2]) == {
        f"{ben.name} took the seat of {late.name}.",
        f"{late.name} took the seat of {ben.name}.",
    }
    assert (
        lines[2:]
        == [f"{late.name} took the seat of a bot.", f"A bot plays for {ana.name} now.", "The game begins."][
            : len(lines) - 2
        ]
    )


def test_students_see_hand_overs_too(page: PageClient, game: Game) -> None:
    ana, ben = student_in(game, 1), student_in(game, 2)
    give_seat(game_id=game.id, seat=1, student_id=None)
    assert f"A bot plays for {ana.name} now." in readable(page.sign_in(ben).get("play.show").text)
    give_seat(game_id=game.id, seat=1, student_id=ana.id)
    assert "You took your seat back from a bot." in readable(page.sign_in(ana).get("play.show").text)


def test_everyone_at_the_table_is_told_until_the_next_move(page: PageClient, game: Game) -> None:
    ana, ben = student_in(game, 1), student_in(game, 2)
    (late,) = join(game.class_session, 1)
    give_seat(game_id=game.id, seat=1, student_id=None)
    told = f"A bot plays for {ana.name} now."
    assert told_to(page, ben) == (told, told)
    give_seat(game_id=game.id, seat=1, student_id=late.id)
    told = "You took the seat of a bot."
    assert told_to(page, late) == (told, told)
    swap_students(class_session_id=game.class_session_id, student_id=late.id, other_id=ben.id)
    told = f"You took the seat of {ben.name}."
    assert told_to(page, late) == (told, told)
    answer(game)
    assert "the seat" not in "".join(told_to(page, late))


@pytest.mark.parametrize("moved", [False, True], ids=["another student moved", "they moved themselves"])
def test_a_move_is_announced_before_a_later_hand_over(page: PageClient, game: Game, *, moved: bool) -> None:
    ben = student_in(game, 2)
    while (answer(game) == ben.id) is not moved:
        pass
    _, move = told_to(page, ben)
    give_seat(game_id=game.id, seat=1, student_id=None)
    change, both = told_to(page, ben)
    assert both == f"{move} {change}"


def test_a_repeated_hand_over_is_announced_again(page: PageClient, game: Game) -> None:
    ana, ben = student_in(game, 1), student_in(game, 2)
    marks = []
    for student_id in (None, ana.id, None):
        give_seat(game_id=game.id, seat=1, student_id=student_id)
        marks.append(announced_moves(page.sign_in(ben).get("play.show")).get("data-announced"))
    assert len(set(marks)) == 3


def test_old_hand_overs_leave_the_log_with_their_events(page: PageClient, game: Game) -> None:
    give_seat(game_id=game.id, seat=1, student_id=None)
    give_seat(game_id=game.id, seat=1, student_id=join(game.class_session, 1)[0].id)
    for _ in range(24):
        answer(game)
    assert not any("the seat" in line for line in log_of(page.get("games.show", game_id=game.id)))


def test_the_replay_shows_a_hand_over_after_the_previous_move(page: PageClient, cast: Cast, game: Game) -> None:
    ana = student_in(game, 1)
    answer(game)
    give_seat(game_id=game.id, seat=1, student_id=None)
    stop_game(game_id=game.id)
    shown = page.get("replays.show", game_id=game.id)
    lines = [readable(text_of(one)) for one in shown.all("a") if "move=" in one.get("href", "")]
    assert any(line.endswith(f"A bot plays for {ana.name} now.") and " played " in line for line in lines)


def test_a_page_finds_its_hand_overs_once(page: PageClient, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ben = student_in(game, 2)
    give_seat(game_id=game.id, seat=1, student_id=None)
    readers: list[str] = []

    def counted(table: Table, *, reader: str = "") -> tuple[HandOver, ...]:
        readers.append(reader)
        return hand_overs(table, reader=reader)

    monkeypatch.setattr(shared, "hand_overs", counted)
    monkeypatch.setattr("classroom.presenters.table.hand_overs.hand_overs", counted)
    page.sign_in(ben).get("play.show")
    assert readers == [ben.id]
