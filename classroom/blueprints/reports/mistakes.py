"""Common mistakes of a class and of a student, with the equations that show them."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_class, range_of_student
from classroom.clock import local_day
from classroom.presenters.reports.choice import show_time
from classroom.presenters.reports.mistakes import show_mistakes, show_student_mistakes
from classroom.reports.equations import equation_lines
from classroom.reports.students import class_students
from classroom.reports.wrong_answers import common_answers
from classroom.services.learning.evidence import evidence_of
from classroom.web.access import school_class_or_404, student_or_404


@blueprint.get("/classes/<class_id>/report/mistakes")
def mistakes(class_id: str) -> ResponseReturnValue:
    found = school_class_or_404(class_id)
    span, sessions = range_of_class(found)
    evidence = evidence_of(class_id=found.id, day=local_day(clock.now()))
    students = class_students(found.id, answered=())
    page = show_mistakes(show_time(span, sessions), evidence, students, common_answers(span))
    return render_template("reports/mistakes.html", school_class=found, page=page)


@blueprint.get("/students/<student_id>/report/mistakes")
def student_mistakes(student_id: str) -> ResponseReturnValue:
    """Show the common mistakes of a student, and each wrong answer."""
    found = student_or_404(student_id)
    span, sessions = range_of_student(found)
    evidence = evidence_of(class_id=found.class_id, day=local_day(clock.now()))
    page = show_student_mistakes(
        span,
        sessions,
        evidence,
        [line for line in equation_lines(span, student_id=found.id) if line.wrong],
        student_id=found.id,
        name=found.name,
    )
    return render_template("reports/student_mistakes.html", student=found, school_class=found.school_class, page=page)
