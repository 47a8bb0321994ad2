"""The page with a class's teachers: every action is confirmed first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import CoTeacher, SessionState
from classroom.services.classes import teachers_of_class
from classroom.services.classes.teachers_of_class import co_teachers_of
from tests.factories import Cast, make_class_session, make_game, make_school_class, make_teacher

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.page_client import PageClient


def names(cast: Cast) -> list[str]:
    db.session.expire_all()
    return [one.name for one in co_teachers_of(class_id=cast.class_7b.id)]


@pytest.fixture
def shared(cast: Cast) -> Cast:
    """Dora teaches 7B too."""
    teachers_of_class.add_teacher(class_id=cast.class_7b.id, name="Dora Lind")
    return cast


def test_adding_a_teacher_asks_for_confirmation(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("classes.teachers", class_id=cast.class_7b.id)
    asked = page.submit({"name": "dora lind"}, form="/add", status=200)
    assert asked.heading == "Add Dora Lind as a co-teacher?"
    assert "groups, support, and seating rules" in asked.text
    assert names(cast) == []
    page.submit({"sure": "yes"})
    assert "is now a co-teacher of this class." in page.follow().text
    assert names(cast) == ["Dora Lind"]


def test_the_page_says_since_when_someone_has_been_a_co_teacher(page: PageClient, shared: Cast) -> None:
    row = db.session.get_one(CoTeacher, (shared.class_7b.id, co_teachers_of(class_id=shared.class_7b.id)[0].id))
    row.added_at = datetime(2026, 9, 7, 15, tzinfo=UTC)
    db.session.commit()
    shown = page.sign_in(shared.alice).get("classes.teachers", class_id=shared.class_7b.id)
    assert "Dora Lind since Mon, Sep 7, 2026" in shown.text


def test_an_unknown_name_stays_in_the_field(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("classes.teachers", class_id=cast.class_7b.id)
    refused = page.submit({"name": "Dara Lind"}, form="/add", status=422)
    assert "No teacher has this name." in refused.text
    assert refused.form("/add").fields["name"] == "Dara Lind"
    refused = page.submit({"new_owner": "Dara Lind"}, form="/give", status=422)
    assert refused.form("/give").fields["new_owner"] == "Dara Lind"
    assert page.submit({"new_owner": ""}, form="/give", status=422).one("p", id="new_owner-error") is not None


def test_removing_a_teacher_asks_for_confirmation(page: PageClient, shared: Cast) -> None:
    shown = page.sign_in(shared.alice).get("classes.teachers", class_id=shared.class_7b.id)
    page.open(shown.link("Remove co-teacher…"))
    assert names(shared) == ["Dora Lind"]
    page.submit()
    assert "is no longer a co-teacher of this class." in page.follow().text
    assert names(shared) == []


def test_a_co_teacher_can_leave_after_confirmation(page: PageClient, shared: Cast) -> None:
    shown = page.sign_in(shared.dora).get("classes.teachers", class_id=shared.class_7b.id)
    assert [form.action for form in shown.forms() if "/teachers/" in form.action] == []
    page.open(shown.link("Leave class…"))
    page.submit()
    assert "You left the class." in page.follow().text
    page.get("classes.show", class_id=shared.class_7b.id, status=404)


def test_co_teachers_cannot_remove_others(page: PageClient, shared: Cast) -> None:
    eve = make_teacher("Eve Novak")
    teachers_of_class.add_teacher(class_id=shared.class_7b.id, name=eve.name)
    page.sign_in(shared.dora)
    for teacher in (eve, shared.alice):
        page.get("classes.remove_teacher", class_id=shared.class_7b.id, teacher_id=teacher.id, status=404)
        page.post("classes.remove_teacher", class_id=shared.class_7b.id, teacher_id=teacher.id, status=404)
    assert names(shared) == ["Dora Lind", "Eve Novak"]


@pytest.mark.parametrize("stays", [True, False])
def test_transferring_a_class_asks_for_confirmation(page: PageClient, cast: Cast, stays: bool) -> None:
    page.sign_in(cast.alice).get("classes.teachers", class_id=cast.class_7b.id)
    asked = page.submit({"new_owner": "Dora Lind"}, form="/give", status=200)
    assert asked.heading == "Transfer 7B to Dora Lind?"
    assert asked.one("input", id="stays").get("checked") is not None
    assert cast.class_7b.teacher_id == cast.alice.id
    data = {"new_owner": "Dora Lind", "sure": "yes", **({"stays": "y"} if stays else {})}
    page.post("classes.give", data, class_id=cast.class_7b.id)
    assert "is now the class owner." in page.follow().text
    assert cast.class_7b.teacher_id == cast.dora.id
    assert names(cast) == (["Alice Okafor"] if stays else [])
    page.get("classes.show", class_id=cast.class_7b.id, status=200 if stays else 404)
    page.get("classes.delete", class_id=cast.class_7b.id, status=404)


def test_the_list_shows_the_owner_of_a_class(page: PageClient, shared: Cast) -> None:
    assert "7B 1 student Class owner: Alice Okafor" in page.sign_in(shared.dora).get("classes.index").text
    assert "whose class it is" not in page.sign_in(shared.alice).get("classes.index").text
    shown = page.sign_in(shared.dora).get("classes.show", class_id=shared.class_7b.id)
    assert "Class owner: Alice Okafor" in shown.text
    assert "Delete the class" not in shown.text


def test_the_live_page_takes_no_extra_query_for_a_co_teacher(shared: Cast, new_page: Callable[[], PageClient]) -> None:
    class_session = make_class_session(shared.class_7b, state=SessionState.PLAYING)
    make_game(class_session, [shared.bob, None])
    alice, dora = (new_page().sign_in(one) for one in (shared.alice, shared.dora))

    def cost(page: PageClient) -> int:
        return page.count_queries("sessions.fragment", htmx=True, class_session_id=class_session.id)

    for page in (alice, dora):
        cost(page)  # what is read only once
    alone = cost(alice)
    assert cost(dora) == alone
    db.session.add_all(CoTeacher(class_id=shared.class_7b.id, teacher_id=make_teacher().id) for _ in range(5))
    db.session.commit()
    assert (cost(alice), cost(dora)) == (alone, alone)


def test_only_the_owner_can_move_students_to_another_teacher(page: PageClient, shared: Cast) -> None:
    """Otherwise a helping teacher could move a student to their own class and delete them with all answers."""
    page.sign_in(shared.dora)
    shown = page.get("classes.move", class_id=shared.class_7b.id)
    assert "Only the class owner, Alice Okafor, can move its students" in shown.text
    data = {"student": shared.bob.id, "to": shared.class_8c.id}
    page.post("classes.move", data, class_id=shared.class_7b.id, status=422)
    assert shared.bob.class_id == shared.class_7b.id
    of_alice = make_school_class("7C", teacher=shared.alice)
    teachers_of_class.add_teacher(class_id=of_alice.id, name="Dora Lind")
    page.post("classes.move", data | {"to": of_alice.id}, class_id=shared.class_7b.id)
    assert shared.bob.class_id == of_alice.id


def test_a_removed_co_teacher_learns_what_happened(page: PageClient, shared: Cast) -> None:
    class_session = make_class_session(shared.class_7b)
    dora = co_teachers_of(class_id=shared.class_7b.id)[0]
    pages = [
        page.url("classes.show", class_id=shared.class_7b.id),
        page.url("students.edit", student_id=shared.bob.id),
        page.url("sessions.show", class_session_id=class_session.id),
    ]
    form = page.sign_in(dora).open(pages[1]).form("/rename")
    teachers_of_class.remove_teacher(class_id=shared.class_7b.id, teacher_id=dora.id)
    for gone in (*(page.open(address, status=404) for address in pages), page.send(form, status=404)):
        assert gone.heading == "You no longer teach this class"
        assert "ask the class owner" in gone.text
        assert gone.one("a", class_="button").get("href") == "/"
    assert shared.class_7b.name not in gone.text


def test_an_owner_who_transferred_the_class_learns_the_same(page: PageClient, cast: Cast) -> None:
    dora = make_teacher("Dora")
    page.sign_in(cast.alice).post("classes.give", {"new_owner": dora.name, "sure": "yes"}, class_id=cast.class_7b.id)
    gone = page.get("classes.show", class_id=cast.class_7b.id, status=404)
    assert gone.heading == "You no longer teach this class"


def test_others_learn_nothing_about_the_class(page: PageClient, shared: Cast) -> None:
    dora = co_teachers_of(class_id=shared.class_7b.id)[0]
    teachers_of_class.remove_teacher(class_id=shared.class_7b.id, teacher_id=dora.id)
    stranger = page.sign_in(make_teacher("Stranger")).get("classes.show", class_id=shared.class_7b.id, status=404)
    assert stranger.heading == "Page not found"
    teachers_of_class.add_teacher(class_id=shared.class_7b.id, name=dora.name)
    page.sign_in(dora).get("classes.show", class_id=shared.class_7b.id)
    assert page.get("classes.delete", class_id=shared.class_7b.id, status=404).heading == "Page not found"
