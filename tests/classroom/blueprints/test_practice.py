from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.models import SessionState
from classroom.services.sessions.class_sessions import end_session, join_session, seat_waiting
from classroom.services.sessions.practice import allow_practice
from tests.factories import make_class_session

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


def test_the_teacher_turns_practice_on_and_off(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    page.submit(form="/practice")
    assert "at any time" in page.follow().text
    assert cast.class_7b.allows_practice
    page.submit(form="/practice")
    assert "Practice is off" in page.follow().text
    assert not cast.class_7b.allows_practice


def test_names_are_shown_between_lessons_only_with_practice(page: PageClient, cast: Cast) -> None:
    assert cast.bob.name not in page.get("home.names", code=cast.class_7b.code).text
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    assert cast.bob.name in page.get("home.names", code=cast.class_7b.code).text


def test_a_student_can_practice_continue_and_stop(page: PageClient, cast: Cast) -> None:
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    page.sign_in(cast.bob).get("play.show")
    page.submit(form="/play/practice")
    assert "Bot" in page.follow().text
    assert "Bot" in page.get("play.show").text
    page.post("play.stop_practicing")
    assert "Practice with a bot" in page.follow().text


def test_without_permission_practice_is_neither_offered_nor_started(page: PageClient, cast: Cast) -> None:
    assert "Practice with a bot" not in page.sign_in(cast.bob).get("play.show").text
    page.post("play.practice")
    assert "Practice is closed right now" in page.follow().text


def test_a_lesson_takes_precedence_over_practice(page: PageClient, cast: Cast) -> None:
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    make_class_session(cast.class_7b, state=SessionState.LOBBY)
    assert "Practice with a bot" not in page.sign_in(cast.bob).get("play.show").text
    page.post("play.practice")
    assert "Your class is playing now" in page.follow().text


def test_practice_is_possible_again_after_the_lesson(page: PageClient, cast: Cast) -> None:
    allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    join_session(class_session_id=class_session.id, student_id=cast.bob.id)
    seat_waiting(class_session_id=class_session.id)
    end_session(class_session_id=class_session.id)
    page.sign_in(cast.bob).get("play.show")
    page.submit(form="/play/practice")
    assert "Bot" in page.follow().text
