"""The summary of a session."""

from __future__ import annotations

import pytest

from classroom.presenters.recap.page import recap_page
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_school_class, make_student, together


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
