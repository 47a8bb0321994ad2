"""Counts cached with a class's snapshot equal those computed by the database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from classroom import clock
from classroom.database import db
from classroom.learning.answer_counts import AnswerCounts, CountedAnswer
from classroom.learning.snapshots import pack, unpack
from classroom.models import ClassSnapshot, SchoolClass, Student
from classroom.reports.class_answers import ClassAnswers, class_answers
from classroom.reports.spans import DateRange, Period
from classroom.services.classes.deleting import delete_student
from classroom.services.learning.answer_counts import counts_of
from classroom.services.learning.evidence import save_evidence
from tests.classroom.reports.lesson import Lesson
from tests.factories import (
    make_attempt,
    make_class_session,
    make_game,
    make_game_event,
    make_school_class,
    make_student,
)
from tests.sql_statements import statements

pytestmark = pytest.mark.usefixtures("db_session")


def counted_in_database(school_class: SchoolClass) -> ClassAnswers:
    return in_order(class_answers(DateRange(school_class.id), None))


def counted_from_snapshot(school_class: SchoolClass) -> ClassAnswers:
    counts = counts_of(class_id=school_class.id)
    assert counts is not None
    return in_order(class_answers(DateRange(school_class.id), counts))


def first_answers(school_class: SchoolClass, student: Student) -> int:
    [line] = [one for one in counted_in_database(school_class).students if one.student_id == student.id]
    return line.first.trials


def in_order(answers: ClassAnswers) -> ClassAnswers:
    return answers._replace(skills=sorted(answers.skills))


def play(school_class: SchoolClass, students: list[Student], *, days_ago: float) -> None:
    lesson = Lesson(school_class, days_ago=days_ago)
    for student in students:
        lesson.answer(student, "7 × 8", "56", "54")
        lesson.answer(student, "7 × 8", "56", try_number=2)
        lesson.answer(student, "6 × 7", "42", seconds=2.5 + days_ago, skill="mul-tables")
        lesson.answer(student, "9 + 4", "13", "dead")


def a_class() -> tuple[SchoolClass, list[Student]]:
    school_class = make_school_class()
    return school_class, [make_student(school_class=school_class) for _ in range(3)]


def test_the_snapshot_and_the_answers_after_it_are_all_answers() -> None:
    school_class, students = a_class()
    for days_ago in (30, 20, 20.01):
        play(school_class, students, days_ago=days_ago)
    with clock.frozen_at(clock.now() - timedelta(days=10)):
        save_evidence()
    play(school_class, students[:2], days_ago=1)
    assert counted_from_snapshot(school_class) == counted_in_database(school_class)
    save_evidence()  # adds the last session to the cache
    assert counted_from_snapshot(school_class) == counted_in_database(school_class)
    assert counted_in_database(school_class).solving is not None


def test_answers_of_an_open_session_are_counted_from_the_database() -> None:
    school_class, [student, *_] = a_class()
    play(school_class, [student], days_ago=2)
    save_evidence()
    session = make_class_session(school_class)
    event = make_game_event(make_game(session, [student, None]), {"do": "place"}, student=student)
    make_attempt(event, student=student, at=clock.now())
    assert counted_from_snapshot(school_class) == counted_in_database(school_class)
    assert first_answers(school_class, student) == 4


def test_practice_is_not_counted_but_former_students_are() -> None:
    school_class, students = a_class()
    play(school_class, students, days_ago=3)
    session = make_class_session(school_class, is_practice=True, ended_at=clock.now())
    event = make_game_event(make_game(session, [students[0], None]), {"do": "place"}, student=students[0])
    make_attempt(event, student=students[0], at=clock.now() - timedelta(days=3))
    students[2].school_class = make_school_class(teacher=school_class.teacher)
    db.session.commit()
    save_evidence()
    assert counted_from_snapshot(school_class) == counted_in_database(school_class)
    assert first_answers(school_class, students[2]) == 3


def test_deleted_students_are_not_counted() -> None:
    school_class, students = a_class()
    play(school_class, students, days_ago=3)
    save_evidence()
    delete_student(student_id=students[1].id)
    assert counts_of(class_id=school_class.id) is None
    save_evidence()
    assert counted_from_snapshot(school_class) == counted_in_database(school_class)


def test_cached_counts_are_read_once() -> None:
    school_class, students = a_class()
    play(school_class, students, days_ago=3)
    save_evidence()
    counts_of(class_id=school_class.id)
    with statements() as noted:
        counts_of(class_id=school_class.id)
    assert not any("attempts" in one or "class_snapshots.counts" in one for one in noted)


def test_counts_are_stored_unchanged() -> None:
    counts = AnswerCounts()
    place = "ana", clock.now().date(), "7 × 8", "56", "mul-tables"
    for given, is_first in (("56", True), ("54", True), (None, True), ("56", False)):
        counts.add(CountedAnswer(*place, given, is_typed=True, is_first=is_first, is_right=given == "56", seconds=2.5))
    assert unpack(AnswerCounts, pack(counts)) == counts
    copied = counts.copy()
    copied.add(CountedAnswer(*place, "56", is_typed=False, is_first=True, is_right=True, seconds=None))
    assert unpack(AnswerCounts, pack(counts)) == counts != copied


@pytest.mark.parametrize(
    ("span", "is_everything"),
    [
        (DateRange("c"), True),
        (DateRange("c", Period.TWO_WEEKS), False),
        (DateRange("c", class_session_id="s"), False),
        (DateRange("c", with_practice=True), False),
        (DateRange(None), False),
    ],
)
def test_ranges_that_include_all_answers(span: DateRange, *, is_everything: bool) -> None:
    assert span.is_everything is is_everything


def test_one_snapshot_for_each_class() -> None:
    school_class, students = a_class()
    for days_ago in (5, 3):
        play(school_class, students, days_ago=days_ago)
        save_evidence()
    assert db.session.execute(select(func.count()).select_from(ClassSnapshot)).scalar_one() == 1
