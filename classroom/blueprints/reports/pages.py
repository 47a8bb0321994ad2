"""The reports of a class and of a student."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_class, range_of_student
from classroom.clock import local_day
from classroom.presenters.reports.class_page import show_class_report
from classroom.presenters.reports.skills import shown_skills
from classroom.presenters.reports.student_page import show_student_report
from classroom.presenters.reports.tickets import student_tickets
from classroom.presenters.reports.words import solving_text
from classroom.reports.answers import newest_answers
from classroom.reports.equations import equation_lines
from classroom.reports.solving import solving_times
from classroom.reports.students import student_line, student_lines
from classroom.reports.tickets import ticket_lines
from classroom.services.learning.evidence import evidence_of
from classroom.web.access import school_class_or_404, student_or_404

_NEWEST_ANSWERS = 30


@blueprint.get("/classes/<class_id>/report")
def school_class(class_id: str) -> ResponseReturnValue:
    """Show the class report."""
    found = school_class_or_404(class_id)
    span, sessions = range_of_class(found)
    evidence = evidence_of(class_id=found.id, day=local_day(clock.now()))
    report = show_class_report(span, sessions, student_lines(span), equation_lines(span), evidence)
    solving = solving_text(solving_times(span))
    return render_template("reports/school_class.html", school_class=found, report=report, solving=solving)


@blueprint.get("/students/<student_id>/report")
def student(student_id: str) -> ResponseReturnValue:
    """Show the report of a student."""
    found = student_or_404(student_id)
    span, sessions = range_of_student(found)
    report = show_student_report(
        span,
        sessions,
        student_line(span, student_id=found.id, name=found.name),
        equation_lines(span, student_id=found.id),
        newest_answers(span, student_id=found.id, limit=_NEWEST_ANSWERS),
    )
    solving = solving_text(solving_times(span, student_id=found.id))
    return render_template(
        "reports/student.html",
        student=found,
        school_class=found.school_class,
        report=report,
        solving=solving,
        skills=shown_skills(found, now=clock.now()),
        tickets=student_tickets(ticket_lines(span, student_id=found.id)),
    )
