"""Reloads, a second device, a restart, a sign-out: returning students find everything as they left it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attempt, Game, GameEvent, LoginSession, SessionState, Student
from classroom.services.play.positions import forget_positions
from classroom.services.sessions.class_sessions import end_session, waiting_students
from classroom.services.sessions.lobby import leave_session
from tests.classroom.table import Table, make_table
from tests.factories import make_attendance, make_class_session, make_student
from tests.over_http.table import SeenTable, read_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.page_client import PageClient


@pytest.fixture
def table(page: PageClient) -> Table:
    """Ana and Ben at a table; the active student has opened the page."""
    made = make_table()
    page.sign_in(made.active_player).get("play.show")
    return made


def seen(page: PageClient) -> SeenTable:
    """The table as a reloaded page shows it."""
    shown = read_table(page.get("play.show").html)
    assert shown is not None
    return shown


def content(shown: SeenTable) -> tuple[object, ...]:
    """The content of a page, without its unique key."""
    return shown.hand, shown.rows, shown.hidden["version"], shown.is_my_turn, shown.my_team


def count(rows: type[GameEvent | Attempt], game: Game) -> int:
    """The number of the game's rows."""
    return db.session.execute(select(func.count()).select_from(rows).where(rows.game_id == game.id)).scalar_one()


@pytest.mark.parametrize("whose_turn", ["own", "another's"])
def test_refreshing_twice_in_a_row_changes_nothing(page: PageClient, table: Table, whose_turn: str) -> None:
    page.sign_in(table.active_player if whose_turn == "own" else table.other)
    first = seen(page)
    assert first.is_my_turn is (whose_turn == "own")
    assert content(seen(page)) == content(first)
    assert content(seen(page)) == content(first)
    assert count(GameEvent, table.game) == 0


def test_refreshing_twice_after_the_end_shows_the_end_and_not_the_code_page(page: PageClient, table: Table) -> None:
    end_session(class_session_id=table.game.class_session_id)
    shown = [page.get("play.show") for _ in range(2)]
    assert shown[0].heading == shown[1].heading
    assert shown[0].address == "/play"


def test_a_used_try_stays_used_when_the_student_returns(
    page: PageClient, new_page: Callable[[], PageClient], table: Table
) -> None:
    missed = table.active_player
    page.submit(table.wrong(), form="/play/moves")
    device = new_page().sign_in(missed)  # the first one's battery is empty
    assert "last try" in device.get("play.show").text
    device.submit(table.wrong(), form="/play/moves")
    assert table.active_player is not missed, "two wrong answers are two, whatever device they came from"
    assert count(Attempt, table.game) == 2


def test_an_old_page_cannot_take_the_same_try_a_second_time(page: PageClient, table: Table) -> None:
    wrong = table.wrong()
    page.submit(wrong, form="/play/moves")
    left_open = page.get("play.show")
    page.submit(wrong, form="/play/moves", page=left_open)
    tries = count(Attempt, table.game)
    page.submit(wrong, form="/play/moves", page=left_open)  # sent again with its key, as a bad line does
    assert count(Attempt, table.game) == tries == 2


def test_progress_is_there_after_returning(page: PageClient, new_page: Callable[[], PageClient], table: Table) -> None:
    played = table.active_player
    form = table.right()
    page.submit(form, form="/play/moves")
    again = seen(new_page().sign_in(played))
    space = next(space for space in again.spaces if space.name == form["space"])
    assert space.team == again.my_team


def test_two_tabs_of_one_student_both_work_and_show_the_same(
    page: PageClient, new_page: Callable[[], PageClient], table: Table
) -> None:
    second = new_page().sign_in(table.active_player)
    assert content(seen(page)) == content(seen(second))
    page.submit(table.right(), form="/play/moves")
    assert content(seen(page)) == content(seen(second))


def test_an_outdated_tab_is_refused_once_and_shows_the_current_table(
    page: PageClient, new_page: Callable[[], PageClient], table: Table
) -> None:
    second = new_page().sign_in(table.active_player)
    left_behind = second.get("play.show")
    form = table.right()
    page.submit(form, form="/play/moves")
    events = count(GameEvent, table.game)
    refused = second.submit(form, form="/play/moves", page=left_behind, status=409)
    shown = read_table(refused.html)
    assert shown is not None
    assert content(shown) == content(seen(page)), "the refusal carries the fresh table: there is nothing to retry"
    assert count(GameEvent, table.game) == events


def test_the_teacher_may_reload_and_open_a_second_device(
    page: PageClient, new_page: Callable[[], PageClient], table: Table
) -> None:
    teacher = table.game.class_session.school_class.teacher
    session_id = table.game.class_session_id
    page.sign_in(teacher)
    second = new_page().sign_in(teacher)
    shown = [one.get("sessions.show", class_session_id=session_id).text for one in (page, page, second)]
    assert shown[0] == shown[1] == shown[2]
    second.post("sessions.pause", class_session_id=session_id)
    assert "paused" in page.get("sessions.show", class_session_id=session_id).heading


def test_a_restart_in_mid_game_loses_nothing(page: PageClient, table: Table) -> None:
    page.submit(table.right(), form="/play/moves")
    teacher = table.game.class_session.school_class.teacher
    before = seen(page)
    forget_positions()
    assert content(seen(page)) == content(before)
    page.sign_in(teacher).get("games.show", game_id=table.game.id)


def test_a_signed_out_student_returns_without_clearing_cookies(page: PageClient) -> None:
    class_session = make_class_session(state=SessionState.LOBBY)
    ana: Student = make_student("Ana", school_class=class_session.school_class)
    make_attendance(class_session, ana)
    page.sign_in(ana).get("play.show")
    leave_session(class_session_id=class_session.id, student_id=ana.id)
    page.get("play.show")
    assert [one.student_id for one in waiting_students(class_session_id=class_session.id)] == [ana.id]
    assert db.session.execute(select(func.count()).select_from(LoginSession)).scalar_one() == 1
