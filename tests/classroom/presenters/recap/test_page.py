"""The summary of a session."""

from __future__ import annotations

import pytest

from classroom.presenters.recap.page import recap_page
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_school_class, make_student, together


@pytest.mark.nightly
@pytest.mark.usefixtures("db_session")
def test_absent_students_take_no_place_among_the_next_steps() -> None:
    school_class = make_school_class()
    students = [make_student(school_class=school_class) for _ in range(16)]
    absent, weak = students[:3], students[3]
    lessons = [Lesson(school_class, days_ago=days_ago) for days_ago in (7, 5, 3, 1)]
    for lesson in lessons:
        with together():
            for number in range(20):
                for student in students[3:] if lesson is lessons[-1] else students:
                    is_miss = student in absent or (number % 4 > 0 if student is weak else number % 10 == 0)
                    lesson.answer(student, "6 × 7", "42", "36" if is_miss else None)
    steps = recap_page(lessons[-1].class_session).steps
    assert [step.topic.student_id for step in steps if step.topic] == [weak.id]


@pytest.mark.usefixtures("db_session")
@pytest.mark.parametrize(
    ("missed", "words"),
    [
        ((9, 9), "These cards are hard: "),
        ((1, 9), "These cards may be hard: "),
        ((9,), "These cards may be hard: "),
        ((0, 0), "These cards are easy now: 100% (120 of 120 answers) correct on first try on 2 days."),
        ((3, 0), "These cards may be easy: 100% (60 of 60 answers) correct on first try."),
        ((0,), "These cards may be easy: "),
        ((9, 9, 0, 0, 0, 0), "These cards are easy now: 100% (240 of 240 answers) correct on first try on 4 days."),
    ],
)
def test_other_cards_need_more_than_one_day(missed: tuple[int, ...], words: str) -> None:
    """`missed` counts the wrong answers of ten on each day."""
    school_class = make_school_class()
    students = [make_student(school_class=school_class) for _ in range(6)]
    lessons = [Lesson(school_class, days_ago=7 * len(missed) - 6 * at) for at in range(len(missed))]
    for lesson, misses in zip(lessons, missed, strict=True):
        with together():
            for number in range(10):
                for student in students:
                    lesson.answer(student, "6 × 7", "42", "36" if number < misses else None)
    texts = [step.text for step in recap_page(lessons[-1].class_session).steps]
    assert [text.startswith(words) for text in texts if text.startswith("These cards")] == [True]


@pytest.mark.usefixtures("db_session")
def test_other_cards_say_nothing_about_these() -> None:
    school_class = make_school_class()
    students = [make_student(school_class=school_class) for _ in range(6)]
    lessons = [Lesson(school_class, days_ago=days_ago) for days_ago in (7, 1)]
    lessons[0].class_session.settings = {**lessons[0].class_session.settings, "deck": "mixed"}
    for lesson in lessons:
        with together():
            for _ in range(10):
                for student in students:
                    lesson.answer(student, "6 × 7", "42", "36")
    texts = [step.text for step in recap_page(lessons[-1].class_session).steps]
    assert any(text.startswith("These cards may be hard") for text in texts)
