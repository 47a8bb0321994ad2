"""The sample class on its teacher's pages: one click adds it, one removes it, and all of its data is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import ClassSession, SchoolClass, Student, Teacher
from classroom.services.classes.roster import add_students
from tests.classroom.sample_school import play_one_session, sample_school
from tests.factories import make_school_class, make_teacher

if TYPE_CHECKING:
    from flask import Flask

    from tests.database_snapshot import DatabaseSnapshot
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

MARK = "These students and their answers are made up."


@pytest.fixture(scope="module")
def snapshot(cheap_hashes: None) -> DatabaseSnapshot[str]:
    """The sample class of a new teacher."""
    return sample_school()


@pytest.fixture
def school_class(app: Flask, db_session: object, snapshot: DatabaseSnapshot[str]) -> SchoolClass:
    """The sample class of a new teacher."""
    return db.session.get_one(SchoolClass, snapshot.restore(app))


@pytest.fixture
def teacher(page: PageClient, school_class: SchoolClass) -> PageClient:
    """The browser of the sample class's teacher."""
    return page.sign_in(db.session.get_one(Teacher, school_class.teacher_id))


def add_by_click(page: PageClient) -> Page:
    """Add the sample class of a new teacher."""
    page.sign_in(make_teacher("Mr Sato")).get("classes.index")
    page.submit(form="/sample-class")
    return page.follow()


def test_one_click_adds_it_and_one_removes_it(page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    play_one_session(monkeypatch)
    shown = add_by_click(page)
    assert shown.heading == "Sample class"
    assert "12 students" in shown.text
    assert "without a login card" not in shown.text
    page.submit(form="/remove-sample")
    shown = page.follow()
    assert "Sample class removed, with everything in it." in shown.text
    assert "1. Create a class" in shown.text
    assert "Add sample class" in shown.text


def test_it_does_not_hide_the_first_steps_of_a_new_teacher(teacher: PageClient) -> None:
    shown = teacher.get("classes.index")
    assert "1. Create a class" in shown.text
    assert "Sample class Sample 12 students" in shown.text
    assert "Add sample class" not in shown.text


def test_everyone_joins_a_session_at_once(teacher: PageClient, school_class: SchoolClass) -> None:
    teacher.get("sessions.new", class_id=school_class.id)
    teacher.submit(form="/new")
    shown = teacher.follow()
    assert "12 of 12 joined" in shown.text
    teacher.send(shown.form_with("Start games"))
    assert "3 tables" in teacher.follow().text


def test_all_statistics_are_marked_as_a_sample(teacher: PageClient, school_class: SchoolClass) -> None:
    lesson = db.session.execute(select(ClassSession.id).where(ClassSession.class_id == school_class.id)).scalar_one()
    assert MARK in teacher.get("sessions.show", class_session_id=lesson).text
    assert MARK in teacher.get("sessions.fairness", class_session_id=lesson).text
    assert MARK in teacher.get("reports.school_class", class_id=school_class.id).text
    student = db.session.execute(select(Student.id).where(Student.class_id == school_class.id)).scalars().first()
    assert MARK in teacher.get("reports.student", student_id=student).text
    alice = make_teacher("Alice Okafor")
    real = make_school_class(teacher=alice)
    assert MARK not in teacher.sign_in(alice).get("reports.school_class", class_id=real.id).text


def test_with_other_students_it_is_deleted_like_any_class(teacher: PageClient, school_class: SchoolClass) -> None:
    add_students(class_id=school_class.id, text="A real child")
    assert "Remove sample class" not in teacher.get("classes.show", class_id=school_class.id).text
    teacher.post("classes.remove_sample", class_id=school_class.id)
    assert "This class has students of your own." in teacher.follow().text
    assert db.session.execute(select(SchoolClass.is_sample)).scalars().all() == [True]


def test_its_report_shows_who_needs_help(page: PageClient, cast: Cast) -> None:
    add_by_click(page)
    class_id = db.session.execute(select(SchoolClass.id).where(SchoolClass.is_sample)).scalar_one()
    steps = page.get("reports.school_class", class_id=class_id).text.partition("Next steps")[2]
    assert "Meet with \u2068Kenji\u2069. Most misses: Times tables 2 to 10" in steps
    for action in ("Create deck", "Open practice", "Print sheet", "Add note"):
        assert action in steps
