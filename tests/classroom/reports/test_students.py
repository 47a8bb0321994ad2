from __future__ import annotations

from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from classroom.reports.students import student_line, student_lines
from tests.classroom.reports.lesson import WRONG_DEAD_CLAIM, Lesson
from tests.factories import Cast, make_student


def test_first_answers_and_further_tries_are_counted_separately(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    lesson.answer(cast.bob, "7 × 8", "56", "54")
    lesson.answer(cast.bob, "7 × 8", "56", try_number=2)
    lesson.answer(cast.bob, "6 × 4", "24")
    lesson.answer(cast.bob, "3 × 3", "9", WRONG_DEAD_CLAIM)
    lesson.answer(cast.bob, "3 × 3", "9", "8", try_number=2)
    lesson.answer(cast.bob, "3 × 3", "9", "7", try_number=3)

    line = student_line(DateRange(cast.class_7b.id), student_id=cast.bob.id, name="Bob")

    assert line.first == Proportion(1, 3)
    assert line.later == Proportion(1, 3)


def test_two_sessions_on_one_day_are_one_day(cast: Cast) -> None:
    for days_ago, right in ((3, True), (3, False), (1, True)):
        Lesson(cast.class_7b, days_ago=days_ago).answer(cast.bob, "7 × 8", "56", None if right else "54")

    line = student_line(DateRange(cast.class_7b.id), student_id=cast.bob.id, name="Bob")

    assert [share for _, share in line.days] == [Proportion(1, 2), Proportion(1, 1)]
    assert [day for day, _ in line.days] == sorted(day for day, _ in line.days)


def test_every_student_has_a_line_by_name_also_without_answers(cast: Cast) -> None:
    for name in ("zoe", "Adam"):
        make_student(name, school_class=cast.class_7b)
    Lesson(cast.class_7b).answer(cast.bob, "7 × 8", "56")

    lines = student_lines(DateRange(cast.class_7b.id))

    assert [(line.name, line.first) for line in lines] == [
        ("Adam", Proportion()),
        ("Bob", Proportion(1, 1)),
        ("zoe", Proportion()),
    ]
    assert [len(line.days) for line in lines] == [0, 1, 0]


def test_students_of_other_classes_are_not_counted(cast: Cast) -> None:
    Lesson(cast.class_8c).answer(cast.charlie, "7 × 8", "56")

    assert [line.first for line in student_lines(DateRange(cast.class_7b.id))] == [Proportion()]
