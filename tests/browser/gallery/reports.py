"""Reports of a class with notable answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.database import db
from classroom.models import Student
from tests.browser.gallery.playing import make_class
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_student
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from flask import Flask

    from classroom.models import Teacher
    from tests.browser.gallery.frame import Gallery

OPEN = " ".join(str(number) for number in range(10, 60))
BORROWED = [("52 − 28", "24", "36"), ("71 − 46", "25", "35"), ("63 − 27", "36", "44"), ("85 − 49", "36", "44")]
TABLES = [(f"{a} × {b}", str(a * b)) for a in range(4, 9) for b in range(6, 9)]


def class_with_notable_answers(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """One student subtracts each smaller digit from the larger, and most answer 54 for 6 × 8."""
    school_class, ids = make_class(teacher, "4A", 6)
    students = [db.session.get_one(Student, one) for one in ids]
    for days_ago in (8, 3):
        lesson = Lesson(school_class, days_ago=days_ago)
        for place, student in enumerate(students):
            for equation, answer, wrong in BORROWED:
                lesson.answer(student, equation, answer, None if place else wrong, open_labels=OPEN)
            for equation, answer in TABLES:
                is_missed = equation == "6 × 8" and place < 5
                lesson.answer(student, equation, answer, "54" if is_missed else None, open_labels=OPEN)
    db.session.commit()
    address, first = f"/classes/{school_class.id}", f"/students/{ids[0]}"
    gallery.add(alice, f"{address}/report/mistakes", f"{first}/report/mistakes", f"{address}/report/equations")
    gallery.add(cookie_of(app, student_id=ids[0]), "/play/progress")
    gallery.add(cookie_of(app, student_id=make_student("Student 6", school_class=school_class).id), "/play/progress")
