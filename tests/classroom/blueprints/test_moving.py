"""Moving and swapping students, from the page of all tables and from that of one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import ClassSession, Game, Student
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_game_of
from classroom.services.play.seats import give_seat
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import current, start
from tests.classroom.services.sessions.joining import join
from tests.factories import make_school_class
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

ISOLATES = re.compile("[\u2068\u2069]")


@pytest.fixture
def class_session(page: PageClient, cast: Cast) -> ClassSession:
    """Alice's lesson: two tables of two; Alice is signed in."""
    page.sign_in(cast.alice)
    return start(4, TableSettings(table_size=2), school_class=cast.class_7b)


@pytest.fixture
def game(class_session: ClassSession) -> Game:
    """The first table."""
    return current(class_session)


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The page of all tables."""
    return page.get("sessions.show", class_session_id=class_session.id)


def table(page: PageClient, game: Game) -> Page:
    """The page of one table."""
    return page.get("games.show", game_id=game.id)


def student_of(student_id: str | None) -> Student:
    """Return the student with this ID."""
    return db.session.get_one(Student, student_id)


def test_students_can_be_moved_on_the_page_of_all_tables(
    page: PageClient, class_session: ClassSession, game: Game
) -> None:
    other = current(class_session, 1)
    give_seat(game_id=other.id, seat=0, student_id=None)
    student_id = seats_of(game)[0]
    show(page, class_session)
    page.submit({"student": student_id, "to": f"{other.id}.0"}, form="/move-student")
    assert seats_of(other)[0] == student_id


def test_students_can_be_moved_on_the_page_of_a_table(
    page: PageClient, class_session: ClassSession, game: Game
) -> None:
    student_id = seats_of(game)[0]
    data = {"student": student_id, "to": "new", "back": "table"}
    assert "New table with a bot" in text_of(table(page, game).one("select", id=f"place-of-{student_id}"))
    page.post("sessions.move_student", data, class_session_id=class_session.id)
    found = current_game_of(class_session_id=class_session.id, student_id=student_id or "")
    assert found is not None
    assert page.follow().address == page.url("games.show", game_id=found.id)
    assert found.table_number == 3


def test_a_taken_seat_gets_a_message_and_changes_nothing(
    page: PageClient, class_session: ClassSession, game: Game
) -> None:
    seats = seats_of(game)
    data = {"student": seats[0], "to": f"{current(class_session, 1).id}.0"}
    shown = page.post("sessions.move_student", data, class_session_id=class_session.id, status=409)
    part = shown.one("details", id="move")
    assert part.get("open") is not None
    assert text_of(shown.one("div", role="alert")) in text_of(part)
    assert "Another student has this seat." in text_of(part)
    assert seats_of(game) == seats


@pytest.mark.parametrize("to", ["", "x", "new.0", "{game}", "{game}.", "{game}.99", "{foreign}.0"])
def test_an_unknown_place_is_refused(page: PageClient, cast: Cast, game: Game, to: str) -> None:
    foreign = current(start(2, school_class=make_school_class(teacher=cast.alice)))
    data = {"student": seats_of(game)[0], "to": to.format(game=game.id, foreign=foreign.id)}
    page.post("sessions.move_student", data, class_session_id=game.class_session_id, status=404)


def test_students_can_be_swapped_on_the_page_of_all_tables(
    page: PageClient, class_session: ClassSession, game: Game
) -> None:
    other = current(class_session, 1)
    ana, ben = seats_of(game)[0], seats_of(other)[1]
    offered = {one.get("value"): text_of(one) for one in show(page, class_session).one("select", id="move-to")}
    assert len(offered) == 5  # a new table, and all students
    assert offered[f"swap-{ben}"] == f"Swap with \u2068{student_of(ben).name}\u2069: Table 2"
    page.submit({"student": ana, "to": f"swap-{ben}"}, form="/move-student")
    assert (seats_of(game)[0], seats_of(other)[1]) == (ben, ana)
    assert page.follow().address == page.url("sessions.show", class_session_id=class_session.id)


def test_students_can_be_swapped_on_the_page_of_a_table(
    page: PageClient, class_session: ClassSession, game: Game
) -> None:
    other = current(class_session, 1)
    ana, ben = seats_of(game)[0], seats_of(game)[1]
    offered = [text_of(one) for one in table(page, game).one("select", id=f"place-of-{ana}")]
    assert offered[:2] == ["New table with a bot", f"Swap with \u2068{student_of(ben).name}\u2069: this table"]
    assert len(offered) == 4  # no one with themselves
    data = {"student": ana, "to": f"swap-{ben}", "back": "table"}
    page.post("sessions.move_student", data, class_session_id=class_session.id)
    assert page.follow().address == page.url("games.show", game_id=game.id)
    assert seats_of(game) == {0: ben, 1: ana}
    data["to"] = f"swap-{seats_of(other)[0]}"
    page.post("sessions.move_student", data, class_session_id=class_session.id)
    assert page.follow().address == page.url("games.show", game_id=other.id)


def test_a_refused_swap_gets_a_reason_and_changes_nothing(
    page: PageClient, class_session: ClassSession, game: Game
) -> None:
    seats = seats_of(game)
    (late,) = join(class_session, 1)
    for other_id, status, why in (
        (seats[0], 422, "Choose two different students"),
        (late.id, 409, f"no seat for {late.name}."),
        ("", 409, "hasn’t joined"),
        ("<b>" * 999, 409, "hasn’t joined"),
    ):
        data = {"student": seats[0], "to": f"swap-{other_id}"}
        shown = page.post("sessions.move_student", data, class_session_id=class_session.id, status=status)
        assert why in ISOLATES.sub("", text_of(shown.one("div", role="alert")))
        assert seats_of(game) == seats


def test_the_last_device_of_a_table_cannot_leave(page: PageClient, class_session: ClassSession, game: Game) -> None:
    game.is_shared = True
    ana, other_id = seats_of(game)[0], seats_of(current(class_session, 1))[0]
    for one in class_session.attendances:
        one.seen_at = one.seen_at if one.student_id == ana else None
    db.session.commit()
    data = {"student": other_id, "to": f"swap-{ana}"}
    shown = page.post("sessions.move_student", data, class_session_id=class_session.id, status=409)
    message = ISOLATES.sub("", text_of(shown.one("div", role="alert")))
    assert f"Table 1 shares one device, signed in by {student_of(ana).name}." in message


def test_students_of_other_teachers_cannot_be_swapped(
    page: PageClient, cast: Cast, class_session: ClassSession, game: Game
) -> None:
    theirs = current(start(2, school_class=cast.class_8c))
    before = seats_of(game), seats_of(theirs)
    data = {"student": seats_of(game)[0], "to": f"swap-{seats_of(theirs)[0]}"}
    page.post("sessions.move_student", data, class_session_id=class_session.id, status=409)
    page.post("sessions.move_student", data, class_session_id=theirs.class_session_id, status=404)
    assert (seats_of(game), seats_of(theirs)) == before


def test_a_returning_student_is_offered_their_own_seat_first(
    page: PageClient, class_session: ClassSession, game: Game
) -> None:
    give_seat(game_id=game.id, seat=0, student_id=None)
    other = current(class_session, 1)
    student_id = seats_of(other)[1]
    give_seat(game_id=other.id, seat=1, student_id=None)
    chosen = [
        one.get("value")
        for one in show(page, class_session).one("select", id=f"seat-of-{student_id}")
        if one.get("selected") is not None
    ]
    assert chosen == [f"{other.id}.1"]
