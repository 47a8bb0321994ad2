from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.models import SessionState
from classroom.services.sessions.class_sessions import end_session, join_session, seat_waiting
from classroom.services.sessions.practice import allow_practice
from tests.factories import make_class_session

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


def test_the_teacher_opens_and_closes_practice(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    page.submit(form="/practice")
    assert "at any time" in page.follow().text
    assert cast.class_7b.allows_practice
    page.submit(form="/practice")
    assert "Practice is off" in page.follow().text
    assert not cast.class_7b.allows_practice


def test_names_are_shown_between_lessons_only_where_practice_is_open(page: PageClient, cast: Cast) -> None:
    assert cast.bob.name not in page.get("home.names", code=cast.class_7b.code).text
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    assert cast.bob.name in page.get("home.names", code=cast.class_7b.code).text


def test_a_student_plays_alone_continues_and_stops(page: PageClient, cast: Cast) -> None:
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    page.sign_in(cast.bob).get("play.show")
    page.submit(form="/play/practice")
    assert "Bot" in page.follow().text
    assert "Bot" in page.get("play.show").text
    page.post("play.stop_practicing")
    assert "Practice with a bot" in page.follow().text


def test_where_practice_is_closed_it_is_not_offered_and_not_started(page: PageClient, cast: Cast) -> None:
    assert "Practice with a bot" not in page.sign_in(cast.bob).get("play.show").text
    page.post("play.practice")
    assert "Practice is closed right now" in page.follow().text


def test_during_a_lesson_the_lesson_goes_first(page: PageClient, cast: Cast) -> None:
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    make_class_session(cast.class_7b, state=SessionState.LOBBY)
    assert "Practice with a bot" not in page.sign_in(cast.bob).get("play.show").text
    page.post("play.practice")
    assert "Your class is playing now" in page.follow().text


def test_when_the_lesson_is_over_practice_continues(page: PageClient, cast: Cast) -> None:
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    join_session(class_session_id=class_session.id, student_id=cast.bob.id)
    seat_waiting(class_session_id=class_session.id)
    end_session(class_session_id=class_session.id)
    page.sign_in(cast.bob).get("play.show")
    page.submit(form="/play/practice")
    assert "Bot" in page.follow().text
