from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Student
from classroom.services.classes import support
from classroom.services.classes.roster import add_students, students_of
from tests.classroom.services.learning.dealing import answer, current, start
from tests.factories import make_school_class, make_student

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


def level_of(student: Student) -> int | None:
    db.session.expire_all()
    return db.session.get_one(Student, student.id).level


def test_one_level_is_set_and_removed(page: PageClient, cast: Cast) -> None:
    other = make_student("Zoe", school_class=cast.class_7b, level=7)
    page.sign_in(cast.alice).get("classes.levels", class_id=cast.class_7b.id)
    for sent, level in (("4", 4), ("none", None)):
        page.post("classes.levels", {cast.bob.id: sent}, class_id=cast.class_7b.id)
        assert level_of(cast.bob) == level
    assert level_of(other) == 7
    assert "Grade 7" in page.follow().text


def test_levels_that_a_co_teacher_set_meanwhile_are_kept(page: PageClient, cast: Cast) -> None:
    other = make_student("Zoe", school_class=cast.class_7b, level=7)
    form = page.sign_in(cast.alice).get("classes.levels", class_id=cast.class_7b.id).form()
    support.set_levels(class_id=cast.class_7b.id, levels={other.id: 5})
    page.send(form, {cast.bob.id: "4"}, status=303)
    assert (level_of(cast.bob), level_of(other)) == (4, 5)


def test_a_level_that_two_teachers_set_asks_the_second(page: PageClient, cast: Cast) -> None:
    other = make_student("Zoe", school_class=cast.class_7b, level=7)
    form = page.sign_in(cast.alice).get("classes.levels", class_id=cast.class_7b.id).form("/levels")
    support.set_levels(class_id=cast.class_7b.id, levels={cast.bob.id: 5, other.id: 6})
    refused = page.send(form, {cast.bob.id: "4"}, status=409)
    assert "another teacher saved: Bob: Grade 5." in re.sub(r"[\u2068\u2069]", "", refused.text)
    assert (level_of(cast.bob), level_of(other)) == (5, 6)
    page.send(refused.form("/levels"), status=303)
    assert (level_of(cast.bob), level_of(other)) == (4, 6)


def test_all_levels_can_be_set_at_once(page: PageClient, cast: Cast) -> None:
    other = make_student("Zoe", school_class=cast.class_7b, level=7)
    page.sign_in(cast.alice).post("classes.levels", {"everyone": "3", "scope": "everyone"}, class_id=cast.class_7b.id)
    assert (level_of(cast.bob), level_of(other), level_of(cast.charlie)) == (3, 3, None)


def test_a_missing_choice_gets_a_message_and_keeps_the_form(page: PageClient, cast: Cast) -> None:
    other = make_student("Zoe", school_class=cast.class_7b, level=7)
    form = page.sign_in(cast.alice).get("classes.levels", class_id=cast.class_7b.id).form()
    shown = page.send(form, {"scope": "everyone", cast.bob.id: "4", other.id: "none"}, status=422)
    assert "Choose a level first." in shown.text
    assert (shown.form().fields[cast.bob.id], shown.form().fields[other.id]) == ("4", "none")
    assert (level_of(cast.bob), level_of(other)) == (None, 7)


@pytest.mark.parametrize("sent", ["0", "9", "12", "-1", "three", "³", "4; drop table", "4" * 5000])
def test_an_invalid_grade_is_refused_and_changes_nothing(page: PageClient, cast: Cast, sent: str) -> None:
    other = make_student("Zoe", school_class=cast.class_7b)
    page.sign_in(cast.alice)
    refused = page.post("classes.levels", {other.id: "5", cast.bob.id: sent}, class_id=cast.class_7b.id, status=422)
    assert "Choose the grades again" in refused.text
    assert (level_of(cast.bob), level_of(other)) == (None, None)


def test_students_of_other_classes_are_unchanged(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).post("classes.levels", {cast.charlie.id: "5"}, class_id=cast.class_7b.id)
    assert level_of(cast.charlie) is None


def test_class_settings_are_saved_apart_from_levels(page: PageClient, cast: Cast) -> None:
    class_id = cast.class_7b.id
    form = page.sign_in(cast.alice).get("classes.levels", class_id=class_id).form()
    assert (form.fields["other_grades"], form.fields["newcomer"]) == ("y", "none")
    page.post("classes.levels", {"scope": "class", "newcomer": "4", cast.bob.id: "7"}, class_id=class_id)
    db.session.expire_all()
    assert (cast.class_7b.has_other_grades, cast.class_7b.newcomer_level, level_of(cast.bob)) == (False, 4, None)
    add_students(class_id=class_id, text="Yara")
    assert [one.level for one in students_of(class_id=class_id) if one.name == "Yara"] == [4]
    page.post("classes.levels", {"scope": "class", "newcomer": "9", "other_grades": "y"}, class_id=class_id, status=422)
    db.session.expire_all()
    assert (cast.class_7b.has_other_grades, cast.class_7b.newcomer_level) == (False, 4)


def test_an_empty_class_gets_instructions(page: PageClient, cast: Cast) -> None:
    empty = make_school_class("Empty", teacher=cast.alice)
    assert "Add names first." in page.sign_in(cast.alice).get("classes.levels", class_id=empty.id).text


def test_answers_suggest_a_level_once_there_are_enough(
    page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(support, "ENOUGH_ANSWERS", 2)
    class_session = start(2, school_class=make_school_class(teacher=cast.alice))
    class_id = class_session.class_id
    page.sign_in(cast.alice)
    assert "Not enough answers yet" in page.get("classes.levels", class_id=class_id).text
    for _ in range(4):
        answer(current(class_session))
    ids = [one.student_id for one in class_session.attendances]
    found = support.suggested_levels(student_ids=ids)
    assert set(found) == set(ids)
    assert "Not enough answers yet" not in page.get("classes.levels", class_id=class_id).text
