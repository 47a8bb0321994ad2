from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import SchoolClass, SessionState
from classroom.services.classes import roster
from tests.factories import PASSWORD, make_class_session, make_school_class, make_student, make_teacher
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

OF_ONE_CLASS = [
    ("GET", "classes.show"),
    ("GET", "classes.edit"),
    ("POST", "classes.rename"),
    ("POST", "classes.change_code"),
    ("GET", "classes.delete"),
    ("POST", "classes.delete"),
    ("GET", "classes.add_students"),
    ("POST", "classes.add_students"),
    ("GET", "classes.cards"),
    ("POST", "classes.make_cards"),
]


@pytest.mark.parametrize(("method", "endpoint"), OF_ONE_CLASS)
def test_another_teachers_class_is_not_found(page: PageClient, cast: Cast, method: str, endpoint: str) -> None:
    page.sign_in(cast.alice)
    ask = page.get if method == "GET" else page.post
    foreign = ask(endpoint, class_id=cast.class_8c.id, status=404)
    missing = ask(endpoint, class_id="nothing", status=404)
    assert foreign.text == missing.text
    assert cast.class_8c.name == "8C"


class TestTheList:
    def test_a_teacher_without_a_class_gets_instructions(self, page: PageClient, cast: Cast) -> None:
        shown = page.sign_in(make_teacher("Mr Sato")).get("classes.index")
        assert "1. Create a class" in text_of(shown.one("li", class_="panel-now"))
        page.submit({"name": "6A"}, form="/classes")
        assert page.follow().heading == "6A"

    def test_each_class_offers_its_next_step(self, page: PageClient, cast: Cast) -> None:
        empty = SchoolClass(teacher_id=cast.alice.id, name="6A", code="aaabbb")
        db.session.add(empty)
        db.session.commit()
        shown = page.sign_in(cast.alice).get("classes.index")
        assert shown.link("Start a session") == f"/classes/{cast.class_7b.id}/sessions/new"
        assert shown.link("Add students") == f"/classes/{empty.id}/students"

    def test_the_lobby_of_a_class_without_students_leads_to_adding_them(self, page: PageClient, cast: Cast) -> None:
        empty = make_school_class("6A", teacher=cast.alice)
        page.sign_in(cast.alice)
        shown = page.get("sessions.show", class_session_id=make_class_session(empty).id)
        assert "This class has no students yet." in shown.text
        assert "No students have joined yet" not in shown.text
        assert shown.link("Add students") == f"/classes/{empty.id}/students"

    def test_a_class_and_its_students_are_created_with_one_form(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(make_teacher("Mr Sato")).get("classes.index")
        page.submit({"name": "6A", "names": "Ana K.\nBen"}, form="/classes")
        shown = page.follow()
        assert shown.heading == "6A"
        assert "Class created with 2 students." in shown.text
        assert shown.link("Undo import").endswith("/undo")
        made = db.session.scalars(select(SchoolClass).where(SchoolClass.name == "6A")).one()
        assert [one.name for one in roster.students_of(class_id=made.id)] == ["Ana K.", "Ben"]

    @pytest.mark.parametrize("names", ["Ana King\nBen", "1. Ana\n2. Ben", "Ana\n" + "x" * 41, "Ana\nAna", "King, Ana"])
    def test_an_ambiguous_list_is_previewed(self, page: PageClient, cast: Cast, names: str) -> None:
        page.sign_in(make_teacher("Mr Sato")).get("classes.index")
        page.submit({"name": "6A", "names": names}, form="/classes")
        assert "Class created. Check the names, then import them." in page.follow().text
        made = db.session.scalars(select(SchoolClass).where(SchoolClass.name == "6A")).one()
        assert roster.students_of(class_id=made.id) == []

    @pytest.mark.parametrize(("name", "names", "field"), [("", "Ana", "name"), ("6A", "\t,", "names")])
    def test_an_invalid_half_creates_no_class_and_loses_no_input(
        self, page: PageClient, cast: Cast, name: str, names: str, field: str
    ) -> None:
        page.sign_in(cast.alice).get("classes.index")
        shown = page.submit({"name": name, "names": names}, form="/classes", status=422)
        assert shown.one("p", id=f"{field}-error") is not None
        assert shown.form("/classes").fields["names"] == names.strip()
        assert db.session.scalars(select(SchoolClass.name).order_by("name")).all() == ["7B", "8C"]

    def test_each_class_has_its_numbers(self, page: PageClient, cast: Cast) -> None:
        make_student(school_class=cast.class_7b, pin=None)
        session = make_class_session(cast.class_7b)
        shown = page.sign_in(cast.alice).get("classes.index")
        assert shown.link("Go to the session") == page.url("sessions.show", class_session_id=session.id)
        assert "7B Session open 2 students, 1 without a login card" in shown.text
        assert "8C" not in shown.text

    @pytest.mark.parametrize("name", ["", "   ", "x" * 500, "\0"])
    def test_an_invalid_name_gets_a_message(self, page: PageClient, cast: Cast, name: str) -> None:
        page.sign_in(cast.alice).get("classes.index")
        assert page.submit({"name": name}, form="/classes", status=422).one("p", id="name-error") is not None
        assert db.session.scalars(select(SchoolClass.name).order_by("name")).all() == ["7B", "8C"]

    def test_markup_in_a_name_is_text(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice).get("classes.index")
        page.submit({"name": "<b>8A</b>"}, form="/classes")
        assert page.follow().heading == "<b>8A</b>"


class TestTheClass:
    def test_an_empty_class_first_asks_for_names(self, page: PageClient, cast: Cast) -> None:
        roster.remove_student(student_id=cast.bob.id)
        shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
        assert shown.one("li", class_="panel-now").get("aria-current") == "step"
        assert "1. Add your students" in text_of(shown.one("li", class_="panel-now"))
        assert "names" in shown.form("/students").fields
        assert shown.one("textarea", id="names").get("autofocus") is not None

    def test_then_it_asks_for_login_cards_and_for_a_session(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        carol = make_student("Carol", school_class=cast.class_7b, pin=None)
        shown = page.get("classes.show", class_id=cast.class_7b.id)
        assert "2. Print login cards" in text_of(shown.one("li", class_="panel-now"))
        assert shown.link("PIN or pictures…") == page.url("classes.cards", class_id=cast.class_7b.id)
        sheet = page.send(shown.form_with("Print cards for 1 student (opens in a new tab)"), status=200)
        assert sheet.heading == "1 login card for 7B"
        assert carol.pin_hash is not None
        shown = page.get("classes.show", class_id=cast.class_7b.id)
        assert "3. Start a session" in text_of(shown.one("li", class_="panel-now"))
        assert shown.link("Start a session") == page.url("sessions.new", class_id=cast.class_7b.id)

    def test_cards_can_wait_until_students_come(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        roster.remove_student(student_id=cast.bob.id)
        shown = page.get("classes.show", class_id=cast.class_7b.id)
        assert "Start a session" not in [text_of(one) for one in shown.all("a")], "no students"
        make_student("Carol", school_class=cast.class_7b, pin=None)
        shown = page.get("classes.show", class_id=cast.class_7b.id)
        assert shown.link("Start a session") == page.url("sessions.new", class_id=cast.class_7b.id)

    def test_after_the_first_session_the_steps_are_gone(self, page: PageClient, cast: Cast) -> None:
        make_class_session(cast.class_7b, state=SessionState.ENDED)
        shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
        assert "Getting started" not in shown.text
        assert shown.link("Start a session") == page.url("sessions.new", class_id=cast.class_7b.id)
        assert shown.link("Class report") == page.url("reports.school_class", class_id=cast.class_7b.id)

    def test_an_open_session_is_one_press_away(self, page: PageClient, cast: Cast) -> None:
        make_class_session(cast.class_7b, state=SessionState.ENDED)
        going_on = make_class_session(cast.class_7b)
        shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
        assert shown.link("Go to the session") == page.url("sessions.show", class_session_id=going_on.id)
        assert "Start a session" not in shown.text

    def test_names_come_before_an_open_session_of_an_empty_class(self, page: PageClient, cast: Cast) -> None:
        empty = make_school_class("6A", teacher=cast.alice)
        make_class_session(empty)
        shown = page.sign_in(cast.alice).get("classes.show", class_id=empty.id)
        main = [
            text_of(button) for tag in ("a", "button") for button in shown.all(tag, **{"class": "button button-main"})
        ]
        assert main == ["Preview names"]

    def test_the_code_is_grouped_and_has_its_address(self, page: PageClient, cast: Cast) -> None:
        cast.class_7b.code = "abc234"
        db.session.commit()
        shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
        assert "abc 234" in shown.text
        assert "Students open localhost and type this code." in shown.text

    def test_the_number_of_queries_does_not_grow_with_the_class(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        make_student("Carol", school_class=cast.class_7b, pin=None)
        few = page.count_queries("classes.show", class_id=cast.class_7b.id)
        roster.add_students(class_id=cast.class_7b.id, text="\n".join(f"Student {number}" for number in range(30)))
        assert page.count_queries("classes.show", class_id=cast.class_7b.id) == few
        assert few < 12


class TestChanging:
    def test_the_name(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice).get("classes.edit", class_id=cast.class_7b.id)
        page.submit({"name": "8B"})
        assert page.follow().heading == "8B"

    def test_an_invalid_name_gets_a_message(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice).get("classes.edit", class_id=cast.class_7b.id)
        answer = page.submit({"name": "x" * 41}, status=422)
        assert answer.form().fields["name"] == "x" * 41
        assert cast.class_7b.name == "7B"

    def test_the_code(self, page: PageClient, cast: Cast) -> None:
        before = cast.class_7b.code
        page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
        page.submit(form="/change-code")
        shown = page.follow()
        code = cast.class_7b.code
        assert code != before
        assert f"The new class code is {code[:3]} {code[3:]}." in shown.text


class TestDeleting:
    def test_it_says_what_is_lost_and_asks(self, page: PageClient, cast: Cast) -> None:
        make_class_session(cast.class_7b)
        shown = page.sign_in(cast.alice).get("classes.delete", class_id=cast.class_7b.id)
        assert "1 student, with the PIN" in shown.text
        assert "1 session" in shown.text
        assert "the session that is open now" in shown.text
        assert cast.class_7b.name == "7B"

    def test_then_it_is_gone(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice).get("classes.delete", class_id=cast.class_7b.id)
        for wrong in ("", "wrong"):
            refused = page.submit({"own_password": wrong}, status=422)
            assert refused.one("p", id="own_password-error") is not None
        assert len(db.session.scalars(select(SchoolClass.name)).all()) == 2
        page.submit({"own_password": PASSWORD})
        assert "was deleted permanently, with 1 student, 0 sessions, 0 games, and 0 answers." in page.follow().text
        assert db.session.scalars(select(SchoolClass.name)).all() == ["8C"]
