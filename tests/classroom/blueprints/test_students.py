from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.models import SessionState
from classroom.services.classes import roster
from tests.factories import PASSWORD, make_attempt, make_class_session, make_game, make_game_event, make_student

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

OF_ONE_STUDENT = [
    ("GET", "students.edit"),
    ("POST", "students.rename"),
    ("POST", "students.new_card"),
    ("GET", "students.remove"),
    ("POST", "students.remove"),
]


@pytest.mark.parametrize(("method", "endpoint"), OF_ONE_STUDENT)
def test_another_teachers_student_is_not_found(page: PageClient, cast: Cast, method: str, endpoint: str) -> None:
    pin_hash = cast.charlie.pin_hash
    page.sign_in(cast.alice)
    ask = page.get if method == "GET" else page.post
    foreign = ask(endpoint, student_id=cast.charlie.id, status=404)
    missing = ask(endpoint, student_id="nothing", status=404)
    assert foreign.text == missing.text
    assert (cast.charlie.name, cast.charlie.pin_hash) == ("Charlie", pin_hash)


@pytest.mark.parametrize(("method", "endpoint"), OF_ONE_STUDENT)
def test_students_cannot_open_the_page(page: PageClient, cast: Cast, method: str, endpoint: str) -> None:
    page.sign_in(cast.bob)
    ask = page.get if method == "GET" else page.post
    ask(endpoint, student_id=cast.bob.id, status=404)


def test_a_student_can_be_renamed(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("students.edit", student_id=cast.bob.id)
    page.submit({"name": " Bobby  T. "}, form="/rename")
    assert "Bobby T." in page.follow().text
    assert cast.bob.name == "Bobby T."


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ANA ", "This name is already in use. Add an initial to tell the two apart."),
        ("", "Type a name."),
        ("x" * 500, "This name is too long. Use up to 40 characters."),
    ],
)
def test_an_invalid_name_gets_a_message_and_stays_in_the_field(
    page: PageClient, cast: Cast, name: str, sentence: str
) -> None:
    make_student("Ana", school_class=cast.class_7b)
    page.sign_in(cast.alice).get("students.edit", student_id=cast.bob.id)
    answer = page.submit({"name": name}, form="/rename", status=422)
    assert sentence in answer.text
    assert answer.form("/rename").fields["name"] == name.strip()
    assert answer.heading == "Bob"
    assert cast.bob.name == "Bob"


def test_a_name_that_two_teachers_change_asks_the_second(page: PageClient, cast: Cast) -> None:
    form = page.sign_in(cast.alice).get("students.edit", student_id=cast.bob.id).form("/rename")
    roster.rename_student(student_id=cast.bob.id, name="Bob R.")
    page.send(form, status=303)  # nothing typed
    assert cast.bob.name == "Bob R."
    refused = page.send(form, {"name": "Bobby"}, status=409)
    assert "another teacher renamed this student to \u2068Bob R.\u2069." in refused.text
    assert cast.bob.name == "Bob R."
    assert refused.form("/rename").fields["name"] == "Bobby"
    page.send(refused.form("/rename"), status=303)
    assert cast.bob.name == "Bobby"


def test_the_page_says_if_there_is_no_card(page: PageClient, cast: Cast) -> None:
    carol = make_student("Carol", school_class=cast.class_7b, pin=None)
    assert "has no active login card" in page.sign_in(cast.alice).get("students.edit", student_id=carol.id).text
    assert "the old one stops working" in page.get("students.edit", student_id=cast.bob.id).text


def test_deleting_mentions_the_answers_and_asks_for_confirmation(page: PageClient, cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b, state=SessionState.ENDED)
    game = make_game(class_session, [cast.bob, None], over_at=clock.now())
    make_attempt(make_game_event(game, {"do": "place"}, student=cast.bob), student=cast.bob)
    shown = page.sign_in(cast.alice).get("students.remove", student_id=cast.bob.id)
    assert shown.heading == "Delete Bob?"
    assert "1 answer, also from earlier classes, and the student’s report" in shown.text
    assert roster.students_of(class_id=cast.class_7b.id) == [cast.bob]

    for wrong in ("", "wrong"):
        refused = page.submit({"own_password": wrong}, status=422)
        assert refused.one("p", id="own_password-error") is not None
    assert roster.students_of(class_id=cast.class_7b.id) == [cast.bob]
    page.submit({"own_password": PASSWORD})
    assert "was deleted permanently, with 1 answer." in page.follow().text
    assert roster.students_of(class_id=cast.class_7b.id) == []
