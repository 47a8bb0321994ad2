"""The reports as CSV files."""

from __future__ import annotations

from flask import Response, request

from classroom import clock
from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.asked import asked_span
from classroom.clock import local_day
from classroom.presenters.reports.csv_files import (
    ATTEMPT_COLUMNS,
    EQUATION_COLUMNS,
    STUDENT_COLUMNS,
    TICKET_COLUMNS,
    attempt_rows,
    csv_file,
    equation_rows,
    student_rows,
    ticket_rows,
)
from classroom.reports.answers import all_answers
from classroom.reports.equations import equation_lines
from classroom.reports.spans import sessions_of
from classroom.reports.students import student_lines
from classroom.reports.tickets import ticket_lines
from classroom.web.access import school_class_or_404, student_or_404


@blueprint.get("/classes/<class_id>/report.csv")
def school_class_csv(class_id: str) -> Response:
    """The students of the class report."""
    found = school_class_or_404(class_id)
    span = asked_span(found.id, sessions_of(class_id=found.id))
    return _file(csv_file(STUDENT_COLUMNS, student_rows(student_lines(span))), f"{found.name} students")


@blueprint.get("/classes/<class_id>/equations.csv")
def equations_csv(class_id: str) -> Response:
    """The equations of the class report, all of them."""
    found = school_class_or_404(class_id)
    span = asked_span(found.id, sessions_of(class_id=found.id))
    return _file(csv_file(EQUATION_COLUMNS, equation_rows(equation_lines(span))), f"{found.name} equations")


@blueprint.get("/classes/<class_id>/attempts.csv")
def attempts_csv(class_id: str) -> Response:
    """Every answer; with ``?names=no`` under the students' random ids alone."""
    found = school_class_or_404(class_id)
    span = asked_span(found.id, sessions_of(class_id=found.id))
    rows = attempt_rows(all_answers(span), with_names=request.args.get("names") != "no")
    return _file(csv_file(ATTEMPT_COLUMNS, rows), f"{found.name} answers")


@blueprint.get("/classes/<class_id>/tickets.csv")
def tickets_csv(class_id: str) -> Response:
    """The exit tickets of a class, apart from what was answered in games."""
    found = school_class_or_404(class_id)
    span = asked_span(found.id, sessions_of(class_id=found.id))
    return _file(csv_file(TICKET_COLUMNS, ticket_rows(ticket_lines(span))), f"{found.name} exit tickets")


@blueprint.get("/students/<student_id>/report.csv")
def student_csv(student_id: str) -> Response:
    """The equations of a student's report."""
    found = student_or_404(student_id)
    span = asked_span(None, sessions_of(class_id=found.class_id, student_id=found.id), with_practice=True)
    lines = equation_lines(span, student_id=found.id)
    return _file(csv_file(EQUATION_COLUMNS, equation_rows(lines)), f"{found.name} equations")


def _file(content: bytes, name: str) -> Response:
    """An answer that the browser saves, its name free of what file systems refuse."""
    plain = "".join(sign if sign.isalnum() or sign in " -_" else "-" for sign in name)
    response = Response(content, mimetype="text/csv")
    file_name = f"{plain} {local_day(clock.now()):%Y-%m-%d}.csv"
    response.headers.set("Content-Disposition", "attachment", filename=file_name)
    return response
