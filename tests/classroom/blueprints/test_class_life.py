"""Pages for students who move, leave, and come back, and for archived classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import SchoolClass, Student
from classroom.services.classes import roster, school_classes, teachers_of_class
from tests.classroom.reports.lesson import Lesson
from tests.factories import PASSWORD, Cast, make_class_session, make_school_class, make_student

if TYPE_CHECKING:
    from tests.page_client import PageClient


CLOSED = "This class is closed. Ask your teacher about your new class."


@pytest.fixture
def other(cast: Cast) -> SchoolClass:
    """Alice's second class."""
    return make_school_class("7A", teacher=cast.alice)


def class_of(student: Student) -> str:
    db.session.expire_all()
    return db.session.get_one(Student, student.id).class_id


class TestMoving:
    def test_several_students_can_move_at_once(self, page: PageClient, cast: Cast, other: SchoolClass) -> None:
        ana, cem = (make_student(name, school_class=cast.class_7b) for name in ("Ana", "Cem"))
        page.sign_in(cast.alice).get("classes.move", class_id=cast.class_7b.id)
        page.post("classes.move", {"student": [ana.id, cast.bob.id], "to": other.id}, class_id=cast.class_7b.id)
        text = page.follow().text
        assert "moved to" in text
        assert "Their login cards still work." in text
        assert (class_of(ana), class_of(cast.bob), class_of(cem)) == (other.id, other.id, cast.class_7b.id)

    def test_a_refusal_lists_names_and_keeps_the_selection(
        self, page: PageClient, cast: Cast, other: SchoolClass
    ) -> None:
        make_student("Bob", school_class=other)
        ana = make_student("Ana", school_class=cast.class_7b)
        data = {"student": [ana.id, cast.bob.id], "to": other.id}
        refused = page.sign_in(cast.alice).post("classes.move", data, class_id=cast.class_7b.id, status=422)
        assert "No one was moved, because 7A already has these names:" in refused.text
        assert len([one for one in refused.all("input", name="student") if one.get("checked") is not None]) == 2
        assert class_of(ana) == cast.class_7b.id

    @pytest.mark.parametrize("to", ["", "nothing", "8C", "itself"])
    def test_students_can_only_move_to_another_own_class(
        self, page: PageClient, cast: Cast, other: SchoolClass, to: str
    ) -> None:
        wanted = {"8C": cast.class_8c.id, "itself": cast.class_7b.id}.get(to, to)
        data = {"student": cast.bob.id, "to": wanted}
        refused = page.sign_in(cast.alice).post("classes.move", data, class_id=cast.class_7b.id, status=422)
        assert "Choose the class to move the students to." in refused.text
        assert class_of(cast.bob) == cast.class_7b.id

    def test_students_can_move_to_a_co_taught_class(self, page: PageClient, cast: Cast) -> None:
        teachers_of_class.add_teacher(class_id=cast.class_8c.id, name=cast.alice.name)
        page.sign_in(cast.alice).get("classes.move", class_id=cast.class_7b.id)
        page.submit({"student": cast.bob.id, "to": cast.class_8c.id})
        assert class_of(cast.bob) == cast.class_8c.id

    def test_moving_requires_students_and_a_class(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        assert "Create the class they move to first." in page.get("classes.move", class_id=cast.class_7b.id).text
        db.session.delete(cast.bob)
        db.session.commit()
        assert "There are no students to move." in page.get("classes.move", class_id=cast.class_7b.id).text


class TestLeaving:
    def test_a_student_is_archived_and_restored(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice).get("students.edit", student_id=cast.bob.id)
        page.submit(form="/archive")
        shown = page.follow()
        assert "0 students" in shown.text or "Paste names" in shown.text
        assert "Archived students" in shown.text
        gone = page.get("students.edit", student_id=cast.bob.id)
        assert "Archived student" in gone.text
        assert "Login card" not in gone.text
        page.submit(form="/restore")
        assert "Archived students" not in page.follow().text
        assert [one.name for one in roster.students_of(class_id=cast.class_7b.id)] == ["Bob"]

    def test_restoring_into_a_full_class_is_refused(
        self, page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        roster.archive_student(student_id=cast.bob.id)
        monkeypatch.setattr(roster, "MAX_STUDENTS", 0)
        page.sign_in(cast.alice).post("students.restore", student_id=cast.bob.id)
        assert "A class can have up to 0 students." in page.follow().text

    def test_only_the_owner_deletes(self, page: PageClient, cast: Cast) -> None:
        Lesson(cast.class_7b).answer(cast.bob, "7 × 8", "56")
        roster.archive_student(student_id=cast.bob.id)
        teachers_of_class.add_teacher(class_id=cast.class_7b.id, name=cast.dora.name)
        shown = page.sign_in(cast.dora).get("classes.show", class_id=cast.class_7b.id)
        assert "Restore student" in shown.text
        assert "Delete student…" not in shown.text
        assert "Delete student…" not in page.get("students.edit", student_id=cast.bob.id).text
        shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
        page.open(shown.link("Delete student…"))
        page.submit({"own_password": PASSWORD})
        assert "was deleted permanently, with 1 answer." in page.follow().text


class TestPuttingAway:
    def test_a_class_is_archived_and_restored(self, page: PageClient, cast: Cast) -> None:
        Lesson(cast.class_7b).answer(cast.bob, "7 × 8", "56")
        page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
        page.submit(form="/archive")
        assert "Archived classes Codes of archived classes don’t work." in page.follow().text
        shown = page.get("classes.show", class_id=cast.class_7b.id)
        assert "This class is archived" in shown.text
        assert "Start a session" not in shown.text
        assert "Class code" not in shown.text
        assert "7 × 8" in page.get("reports.student", student_id=cast.bob.id).text
        page.get("reports.school_class", class_id=cast.class_7b.id)
        assert "Restore it first" in page.get("sessions.new", class_id=cast.class_7b.id, status=409).text
        page.get("classes.show", class_id=cast.class_7b.id)
        page.submit(form="/restore")
        assert "Class restored." in page.follow().text
        page.get("sessions.new", class_id=cast.class_7b.id)

    def test_an_open_session_must_be_ended_first(self, page: PageClient, cast: Cast) -> None:
        make_class_session(cast.class_7b)
        page.sign_in(cast.alice).post("classes.archive", class_id=cast.class_7b.id)
        assert "This class has an open session. End it" in page.follow().text
        assert cast.class_7b.archived_at is None

    def test_students_cannot_find_an_archived_class(self, page: PageClient, cast: Cast) -> None:
        make_student("Ana", school_class=cast.class_7b)
        school_classes.archive_class(class_id=cast.class_7b.id)
        shown = page.get("home.names", code=cast.class_7b.code, status=409)
        assert CLOSED in shown.text
        assert "Ana" not in shown.text
        page.get("home.show")
        assert CLOSED in page.submit({"code": cast.class_7b.code}, form="/join", status=409).text

    @pytest.mark.parametrize(("is_update", "status"), [(False, 303), (True, 204)])
    def test_students_see_why_they_are_signed_out(
        self,
        page: PageClient,
        cast: Cast,
        is_update: bool,
        status: int,
    ) -> None:
        page.sign_in(cast.bob).get("play.show")
        school_classes.archive_class(class_id=cast.class_7b.id)
        page.get("play.fragment", htmx=is_update, status=status)
        assert "You were signed out. Sign in again, or ask your teacher." in page.get("home.show").text
        page.get("play.fragment", htmx=True, status=204)
        assert "You were signed out." not in page.get("home.show").text, "said once"

    def test_a_teacher_with_only_archived_classes_gets_no_first_steps(self, page: PageClient, cast: Cast) -> None:
        school_classes.archive_class(class_id=cast.class_7b.id)
        shown = page.sign_in(cast.alice).get("classes.index")
        assert shown.heading == "Your classes"
        assert "Create a class" in shown.text

    def test_students_can_leave_an_archived_class_but_not_join_it(
        self, page: PageClient, cast: Cast, other: SchoolClass
    ) -> None:
        school_classes.archive_class(class_id=other.id)
        assert other.id not in page.sign_in(cast.alice).get("classes.move", class_id=cast.class_7b.id).html
