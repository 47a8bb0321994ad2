"""The sample class on its teacher's pages: one click adds it, one removes it, and all of its data is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import ClassSession, SchoolClass, Student
from classroom.services.classes.roster import add_students
from classroom.services.sample import sample_class
from tests.factories import make_teacher

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

MARK = "These students and their answers are made up."


@pytest.fixture(autouse=True)
def one_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves half a second for each session that most tests don't use."""
    monkeypatch.setattr(sample_class, "PLAYED", (1,))


def sample(page: PageClient) -> Page:
    """The sample class of a new teacher."""
    page.sign_in(make_teacher("Mr Sato")).get("classes.index")
    page.submit(form="/sample-class")
    return page.follow()


def the_class() -> SchoolClass:
    return db.session.execute(select(SchoolClass).where(SchoolClass.is_sample)).scalar_one()


def test_one_click_adds_it_and_one_removes_it(page: PageClient, cast: Cast) -> None:
    shown = sample(page)
    assert shown.heading == "Sample class"
    assert "12 students" in shown.text
    assert "without a login card" not in shown.text
    page.submit(form="/remove-sample")
    shown = page.follow()
    assert "Sample class removed, with everything in it." in shown.text
    assert "1. Create a class" in shown.text
    assert "Add sample class" in shown.text


def test_it_does_not_hide_the_first_steps_of_a_new_teacher(page: PageClient, cast: Cast) -> None:
    sample(page)
    shown = page.get("classes.index")
    assert "1. Create a class" in shown.text
    assert "Sample class Sample 12 students" in shown.text
    assert "Add sample class" not in shown.text


def test_everyone_joins_a_session_at_once(page: PageClient, cast: Cast) -> None:
    sample(page)
    page.get("sessions.new", class_id=the_class().id)
    page.submit(form="/new")
    shown = page.follow()
    assert "12 of 12 joined" in shown.text
    page.send(shown.form_with("Start games"))
    assert "3 tables" in page.follow().text


def test_all_statistics_are_marked_as_a_sample(page: PageClient, cast: Cast) -> None:
    sample(page)
    school_class = the_class()
    lesson = db.session.execute(select(ClassSession.id).where(ClassSession.class_id == school_class.id)).scalar_one()
    assert MARK in page.get("sessions.show", class_session_id=lesson).text
    assert MARK in page.get("sessions.fairness", class_session_id=lesson).text
    assert MARK in page.get("reports.school_class", class_id=school_class.id).text
    student = db.session.execute(select(Student.id).where(Student.class_id == school_class.id)).scalars().first()
    assert MARK in page.get("reports.student", student_id=student).text
    page.sign_in(cast.alice)
    assert MARK not in page.get("reports.school_class", class_id=cast.class_7b.id).text


def test_with_other_students_it_is_deleted_like_any_class(page: PageClient, cast: Cast) -> None:
    sample(page)
    school_class = the_class()
    add_students(class_id=school_class.id, text="A real child")
    assert "Remove sample class" not in page.get("classes.show", class_id=school_class.id).text
    page.post("classes.remove_sample", class_id=school_class.id)
    assert "This class has students of your own." in page.follow().text
    assert the_class().id == school_class.id


def test_its_report_shows_who_needs_help(page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    sample(page)
    steps = page.get("reports.school_class", class_id=the_class().id).text.partition("Next steps")[2]
    assert "Meet with \u2068Kenji\u2069. Most misses: Times tables 2 to 10" in steps
    for action in ("Create deck", "Open practice", "Print sheet", "Add note"):
        assert action in steps
