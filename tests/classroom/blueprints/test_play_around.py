"""The student's page before, between, and after games."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from classroom.blueprints.play import views
from classroom.models import SessionState
from classroom.services.attendance import attendances_of
from classroom.services.play.games import stop_game
from classroom.services.sessions.class_sessions import end_session, open_session
from classroom.services.settings import TableSettings
from tests.classroom.table import Table, make_table
from tests.difference import parse_live_part, parts_shown
from tests.factories import Cast, make_attendance, make_class_session, make_game, make_game_event, make_student
from tests.frozen_clock import FrozenClock
from tests.page_client import PageClient


@pytest.fixture
def table(page: PageClient) -> Table:
    """Ana and Ben at a table; the student on turn has opened the page."""
    made = make_table()
    page.sign_in(made.active_player).get("play.show")
    return made


def test_without_a_session_the_page_says_so(page: PageClient, cast: Cast) -> None:
    assert page.sign_in(cast.bob).get("play.show").heading == "Your class isn’t playing yet"
    page.get("play.fragment", htmx=True, version="none.0.0", status=204)


def test_opening_the_page_joins_the_session(page: PageClient, cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b)
    assert page.sign_in(cast.bob).get("play.show").heading == "You’re in!"
    assert [one.student_id for one in attendances_of(class_session_id=class_session.id)] == [cast.bob.id]


def test_a_waiting_page_is_redirected_into_a_new_session(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.bob).get("play.show")
    open_session(class_id=cast.class_7b.id, settings=TableSettings())
    answer = page.get("play.fragment", htmx=True, version="none.0.0", status=204)
    assert answer.headers["HX-Redirect"] == page.url("play.show")


def test_a_session_can_end_while_the_page_opens(page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    class_session = make_class_session(cast.class_7b)
    end_session(class_session_id=class_session.id)
    monkeypatch.setattr(views, "open_session_of", lambda **_: class_session)
    assert page.sign_in(cast.bob).get("play.show").heading == "Your class isn’t playing yet"


def test_the_waiting_room_shows_the_planned_table(page: PageClient, cast: Cast) -> None:
    make_attendance(make_class_session(cast.class_7b), cast.bob, table_number=3, place=0)
    assert "Table 3" in page.sign_in(cast.bob).get("play.show").text


class TestArrivals:
    def news(self, page: PageClient, parts: str) -> list[str]:
        page.headers = {"X-Shown-Version": "session-x.1.0", "X-Shown-Parts": parts}
        html = page.get("play.fragment", htmx=True, version="session-x.1.0").html
        page.headers = {}
        return re.findall(r'id="([^"]+)"(?: data-part="1")? data-new="here"', html)

    def parts(self, html: str) -> str:
        return parts_shown(parse_live_part(html))

    def test_an_arrival_is_animated_once(self, page: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        make_attendance(class_session, cast.bob)
        before = self.parts(page.sign_in(cast.bob).get("play.show").html)
        friend = make_student(school_class=cast.class_7b)
        make_attendance(class_session, friend)
        assert self.news(page, before) == [f"here-2-{friend.face.value}"]
        shown = page.get("play.show").html
        assert "data-new=" not in shown
        assert self.news(page, self.parts(shown)) == []

    def test_a_taken_chair_is_animated(self, page: PageClient, cast: Cast) -> None:
        friend = make_student(school_class=cast.class_7b)
        class_session = make_class_session(cast.class_7b)
        class_session.seats = {friend.id: [3, 1]}
        make_attendance(class_session, cast.bob, table_number=3, place=0)
        before = self.parts(page.sign_in(cast.bob).get("play.show").html)
        assert "seat-3-away" in before
        make_attendance(class_session, friend, table_number=3, place=1)
        assert self.news(page, before) == [f"seat-2-{friend.face.value}"]


def test_a_late_student_waits_for_a_seat(page: PageClient, cast: Cast) -> None:
    make_class_session(cast.class_7b, state=SessionState.PLAYING)
    assert "find you a seat" in page.sign_in(cast.bob).get("play.show").text


def test_the_next_game_is_dealt_once(page: PageClient, new_page: Callable[[], PageClient], table: Table) -> None:
    second = new_page().sign_in(table.other)
    stop_game(game_id=table.game.id)
    page.get("play.show")
    second.get("play.show")
    page.submit(form="/play/next-game")
    second.submit(form="/play/next-game")
    versions = [one.get("play.show").form("/play/moves").fields["version"] for one in (page, second)]
    assert versions[0] == versions[1]
    assert not str(versions[0]).startswith(table.game.id)


def test_no_next_game_during_a_game(page: PageClient, table: Table) -> None:
    page.post("play.again", {"game": table.game.id}, status=409)


def test_after_the_session_the_last_game_stays_on_the_page(page: PageClient, table: Table) -> None:
    end_session(class_session_id=table.game.class_session_id)
    shown = page.get("play.show")
    assert "The games are over." in shown.text
    assert "Play next game" not in shown.text


def test_a_student_without_a_game_is_told_when_the_session_is_over(page: PageClient, cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b)
    page.sign_in(cast.bob).get("play.show")
    end_session(class_session_id=class_session.id)
    shown = page.get("play.show")
    assert shown.heading == "The games are over"
    assert "Your teacher closed the waiting room." in shown.text


def test_a_student_who_got_no_seat_is_not_praised(page: PageClient, cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    make_game(class_session)
    page.sign_in(cast.bob).get("play.show")
    end_session(class_session_id=class_session.id)
    shown = page.get("play.show")
    assert shown.heading == "The games are over"
    assert "You didn’t get a turn this time. Come play next time!" in shown.text


def test_a_student_who_lost_the_seat_after_a_move_is_praised(page: PageClient, cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    game = make_game(class_session)
    page.sign_in(cast.bob).get("play.show")
    end_session(class_session_id=class_session.id)
    make_game_event(game, {"do": "place"}, student=cast.bob)
    assert "Great work today!" in page.get("play.show").text


def test_a_session_of_an_earlier_day_is_not_called_over(
    page: PageClient, cast: Cast, frozen_clock: FrozenClock
) -> None:
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    page.sign_in(cast.bob).get("play.show")
    end_session(class_session_id=class_session.id)
    frozen_clock.move_on(days=3)
    shown = page.sign_in(cast.bob).get("play.show")
    assert shown.heading == "Your class isn’t playing yet"


def test_a_stream_can_wait_for_a_session(page: PageClient, cast: Cast) -> None:
    answer = page.sign_in(cast.bob).browser.get(page.url("play.stream"), buffered=False)
    assert b"event: poke" in next(iter(answer.response))
    answer.close()
