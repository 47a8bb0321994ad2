"""Students who arrive during the games, and where their teacher can seat them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.live import presence
from classroom.models import Attendance, ClassSession
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games, stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions.next_games import Teams, deal_next_game, deal_next_games
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import current, start
from tests.classroom.services.sessions.joining import join
from tests.page_lint import text_of

if TYPE_CHECKING:
    from classroom.models import Student
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def class_session(page: PageClient, cast: Cast) -> ClassSession:
    """Alice's session: two tables of two; Alice is signed in."""
    page.sign_in(cast.alice)
    return start(4, TableSettings(table_size=2), school_class=cast.class_7b)


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The page of all tables."""
    return page.get("sessions.show", class_session_id=class_session.id)


def choices(shown: Page, student: Student) -> dict[str, str]:
    """Return the choices for a student: their labels and values."""
    options = shown.one("select", id=f"seat-of-{student.id}").iter("option")
    return {text_of(one): one.get("value", "") for one in options}


def seat(page: PageClient, class_session: ClassSession, student: Student, place: str, *, status: int = 303) -> Page:
    """Choose a place next to the student's name, and press the button."""
    show(page, class_session)
    return page.submit({f"seat-{student.id}": place, "student": student.id}, form="/seat", status=status)


def test_every_kind_of_place_is_offered(page: PageClient, class_session: ClassSession) -> None:
    (late,) = join(class_session, 1)
    give_seat(game_id=current(class_session, 1).id, seat=0, student_id=None)
    assert list(choices(show(page, class_session), late)) == [
        "Table 2, Blue: bot’s seat",
        "New table with a bot",
        "Table 1, next game: 3 students",
    ]


@pytest.mark.parametrize(("students", "late", "is_in_grid"), [(6, 3, True), (6, 4, False), (4, 1, False), (2, 1, True)])
def test_waiting_students_use_a_free_grid_cell_so_no_board_moves(
    page: PageClient, cast: Cast, students: int, late: int, is_in_grid: bool
) -> None:
    page.sign_in(cast.alice)
    class_session = start(students, TableSettings(table_size=2), school_class=cast.class_7b)
    join(class_session, late)
    grid = show(page, class_session).one("div", class_="live-grid")
    assert any(one.get("id") == "waiting" for one in grid) == is_in_grid


def test_there_is_a_choice_even_if_all_seats_are_taken(page: PageClient, class_session: ClassSession) -> None:
    (late,) = join(class_session, 1)
    assert len(choices(show(page, class_session), late)) == 3


def test_after_all_games_the_next_game_of_a_table_is_proposed(page: PageClient, class_session: ClassSession) -> None:
    late, later = join(class_session, 2)
    proposed = []
    for game in current_games(class_session_id=class_session.id):
        stop_game(game_id=game.id)
        fields = show(page, class_session).form("/seat").fields
        proposed.append([fields[f"seat-{one.id}"] for one in (late, later)])
    assert proposed == [["new", "new"], ["next-1", "next-2"]]


def test_a_bot_makes_five_students_six_players(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    class_session = start(4, school_class=cast.class_7b)
    late, later = join(class_session, 2)
    assert list(choices(show(page, class_session), late)) == [
        "New table with a bot",
        "Table 1, next game: 5 students and a bot",
    ]
    seat(page, class_session, late, "next-1")
    assert "Table 1, next game: 6 students" in choices(show(page, class_session), later)
    presence.note_gone(student_id=later.id)
    stop_game(game_id=current(class_session).id)
    following = deal_next_game(game_id=current(class_session).id)
    held = list(seats_of(following).values())
    assert (len(held), held.count(None)) == (6, 1)
    assert late.id in held


def test_a_table_of_six_is_full(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    class_session = start(6, TableSettings(table_size=6), school_class=cast.class_7b)
    (late,) = join(class_session, 1)
    assert list(choices(show(page, class_session), late)) == ["New table with a bot"]
    refused = seat(page, class_session, late, "next-1", status=409)
    assert "no room" in text_of(refused.one("div", role="alert"))


def test_a_new_table_for_one_student_alone(page: PageClient, class_session: ClassSession) -> None:
    late, other = join(class_session, 2)
    seat(page, class_session, late, "new")
    assert late.id in seats_of(current(class_session, 2)).values()
    assert "1 student without a table" in page.follow().text
    assert other.name in text_of(
        page.get("sessions.show", class_session_id=class_session.id).one("section", id="waiting")
    )


@pytest.mark.parametrize("teams", Teams)
def test_a_student_who_joins_a_table_plays_in_its_next_game(
    page: PageClient, class_session: ClassSession, teams: Teams
) -> None:
    (late,) = join(class_session, 1)
    seat(page, class_session, late, "next-1")
    assert "Table 1, next game" in text_of(page.follow().one("li", id=f"waits-{late.id}"))
    assert "Table 1" in page.sign_in(late).get("play.show").text
    game = current(class_session)
    before = set(seats_of(game).values())
    stop_game(game_id=game.id)
    following = deal_next_game(game_id=game.id, teams=teams)
    assert set(seats_of(following).values()) == before | {late.id}
    assert late.name in page.get("play.show").text
    assert db.session.get_one(Attendance, (class_session.id, late.id)).next_table is None


def test_free_places_exclude_students_who_already_joined(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    class_session = start(4, school_class=cast.class_7b)
    one, two, three = join(class_session, 3)
    seat(page, class_session, one, "next-1")
    seat(page, class_session, two, "next-1")
    seat(page, class_session, three, "next-1", status=409)
    stop_game(game_id=current(class_session).id)
    deal_next_games(class_session_id=class_session.id)
    assert {one.id, two.id} <= set(seats_of(current(class_session)).values())
    assert len(seats_of(current(class_session))) == 6


def test_a_bots_seat_goes_to_the_joining_student(page: PageClient, class_session: ClassSession) -> None:
    (late,) = join(class_session, 1)
    seat(page, class_session, late, "next-1")
    game = current(class_session)
    give_seat(game_id=game.id, seat=1, student_id=None)
    stop_game(game_id=game.id)
    assert late.id in seats_of(deal_next_game(game_id=game.id)).values()
    assert len(seats_of(current(class_session))) == 2


def test_another_choice_replaces_the_previous_one(page: PageClient, class_session: ClassSession) -> None:
    (late,) = join(class_session, 1)
    seat(page, class_session, late, "next-1")
    seat(page, class_session, late, "new")
    game = current(class_session)
    stop_game(game_id=game.id)
    deal_next_game(game_id=game.id)
    assert len(seats_of(current(class_session))) == 2


def test_new_tables_show_their_sizes(page: PageClient, class_session: ClassSession) -> None:
    join(class_session, 3)
    shown = show(page, class_session)
    options = [text_of(one) for one in shown.one("select", id="new-tables").iter("option")]
    assert options == ["1 table of 3", "1 table of 2 and 1 student with a bot"]
    page.submit({"fit": "bot"}, form="/seat-waiting")
    dealt = current_games(class_session_id=class_session.id)[2:]
    assert [sum(one is not None for one in seats_of(game).values()) for game in dealt] == [2, 1]


@pytest.mark.parametrize("place", ["next-", "next-x", "next-٣", "next-99999", "newer"])
def test_an_unknown_place_is_refused(page: PageClient, class_session: ClassSession, place: str) -> None:
    (late,) = join(class_session, 1)
    seat(page, class_session, late, place, status=404)
