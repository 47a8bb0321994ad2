"""A student's location, as looked up in each request."""

from __future__ import annotations

from classroom.models import SessionState
from classroom.services.play.location import find_location
from classroom.services.sessions import practice
from tests.factories import Cast, make_attendance, make_class_session, make_student


def test_students_who_practice_simultaneously_have_separate_games(cast: Cast) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    practice.allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    games = {one.id: practice.start_practice(student_id=one.id).id for one in (cast.bob, ana)}
    found = {one: find_location(one) for one in games}
    assert {one: here and here.game_id for one, here in found.items()} == games


def test_a_session_without_the_student_is_not_a_location(cast: Cast) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    before = make_class_session(cast.class_7b, state=SessionState.ENDED)
    now = make_class_session(cast.class_7b)
    for class_session, student in ((before, cast.bob), (before, ana), (now, ana)):
        make_attendance(class_session, student)
    found = [find_location(one.id) for one in (cast.bob, ana)]
    assert [here and here.class_session_id for here in found] == [before.id, now.id]
