"""A letter to a student's family: what the student did, knows, and can practice next, without comparisons."""

from __future__ import annotations

from flask import render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_student
from classroom.i18n import LANGUAGES, current_language, in_language, language_of_tag
from classroom.presenters.reports.letter import show_letter
from classroom.reports.equations import equation_lines
from classroom.reports.spans import DateRange
from classroom.reports.students import student_line
from classroom.reports.tickets import ticket_lines
from classroom.web.access import student_or_404


@blueprint.get("/students/<student_id>/letter")
def letter(student_id: str) -> ResponseReturnValue:
    """Show the printable letter, in the language of the student's pages or in the requested one."""
    found = student_or_404(student_id)
    asked = request.args.get("language")
    language = language_of_tag(asked or found.language or "") or (None if asked else current_language())
    if language is None:
        raise NotFound
    span, sessions = range_of_student(found)
    line = student_line(span, student_id=found.id, name=found.name)
    equations = equation_lines(span, student_id=found.id)
    tickets = ticket_lines(DateRange(None), student_id=found.id)
    with in_language(language):
        return render_template(
            "reports/letter.html",
            student=found,
            letter=show_letter(span, sessions, line, equations, tickets),
            chosen=language,
            choices=LANGUAGES,
        )
