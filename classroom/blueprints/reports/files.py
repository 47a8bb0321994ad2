"""The numbers of the reports as CSV files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from flask import Response, request

from classroom import clock
from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_class, range_of_student
from classroom.clock import local_day, local_time
from classroom.models import Student
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
from classroom.presenters.reports.knowledge_files import FACT_COLUMNS, SKILL_COLUMNS, fact_rows, skill_rows
from classroom.reports.answers import all_answers
from classroom.reports.equations import equation_lines
from classroom.reports.spans import DateRange, Period, SessionLine
from classroom.reports.students import baseline_of, student_lines
from classroom.reports.tickets import ticket_lines
from classroom.services.classes.roster import students_of
from classroom.services.learning.knowledge import known
from classroom.web.access import school_class_or_404, student_or_404
from classroom.web.downloads import download

_PERIODS: Mapping[Period, str] = {
    Period.TWO_WEEKS: "last 2 weeks",
    Period.EIGHT_WEEKS: "last 8 weeks",
    Period.ALL: "all sessions",
}


@blueprint.get("/classes/<class_id>/report.csv")
def school_class_csv(class_id: str) -> Response:
    """Download the students of the class report."""
    return _file_of_class(class_id, "students", STUDENT_COLUMNS, lambda span: student_rows(student_lines(span)))


@blueprint.get("/classes/<class_id>/equations.csv")
def equations_csv(class_id: str) -> Response:
    """Download all equations of the class report."""
    return _file_of_class(class_id, "equations", EQUATION_COLUMNS, lambda span: equation_rows(equation_lines(span)))


@blueprint.get("/classes/<class_id>/attempts.csv")
def attempts_csv(class_id: str) -> Response:
    """Download every answer; with ``?names=no`` with random student IDs only."""
    with_names = request.args.get("names") != "no"
    about = f"answers {'with' if with_names else 'without'} names"
    return _file_of_class(
        class_id, about, ATTEMPT_COLUMNS, lambda span: attempt_rows(all_answers(span), with_names=with_names)
    )


@blueprint.get("/classes/<class_id>/tickets.csv")
def tickets_csv(class_id: str) -> Response:
    """Download the exit tickets of a class."""
    return _file_of_class(class_id, "exit tickets", TICKET_COLUMNS, lambda span: ticket_rows(ticket_lines(span)))


@blueprint.get("/classes/<class_id>/skills.csv")
def skills_csv(class_id: str) -> Response:
    """Download what is known of each student in each skill."""
    found = school_class_or_404(class_id)
    students, baselines = _students(found.id)
    with known() as knowledge:
        content = csv_file(SKILL_COLUMNS, skill_rows(knowledge, students, baselines))
    return _file_as_of_today(content, f"{found.name} skills")


@blueprint.get("/classes/<class_id>/facts.csv")
def facts_csv(class_id: str) -> Response:
    """Download what is known of each student in each number family."""
    found = school_class_or_404(class_id)
    students, baselines = _students(found.id)
    today = local_day(clock.now())
    with known() as knowledge:
        content = csv_file(FACT_COLUMNS, fact_rows(knowledge, students, baselines, today))
    return _file_as_of_today(content, f"{found.name} facts")


def _students(class_id: str) -> tuple[list[Student], dict[str, float | None]]:
    students = students_of(class_id=class_id)
    return students, {one.id: baseline_of(one.id) for one in students}


def _file_as_of_today(content: bytes, about: str) -> Response:
    return download(content, mimetype="text/csv", name=f"{about} {local_day(clock.now()):%Y-%m-%d}.csv")


@blueprint.get("/students/<student_id>/report.csv")
def student_csv(student_id: str) -> Response:
    """Download the equations of a student's report."""
    found = student_or_404(student_id)
    span, sessions = range_of_student(found)
    lines = equation_lines(span, student_id=found.id)
    return _file(csv_file(EQUATION_COLUMNS, equation_rows(lines)), f"{found.name} equations", span, sessions)


def _file_of_class(
    class_id: str, about: str, columns: Sequence[str], rows_of: Callable[[DateRange], Iterable[Sequence[object]]]
) -> Response:
    """Return rows about a class, in the requested range."""
    found = school_class_or_404(class_id)
    span, sessions = range_of_class(found)
    return _file(csv_file(columns, rows_of(span)), f"{found.name} {about}", span, sessions)


def _file(content: bytes, about: str, span: DateRange, sessions: Sequence[SessionLine]) -> Response:
    """Return a file. Its name gives its content and range.

    :param sessions: those that can be asked for.
    """
    name = f"{about} {local_day(clock.now()):%Y-%m-%d}, {_time_asked(span, sessions)}.csv"
    return download(content, mimetype="text/csv", name=name)


def _time_asked(span: DateRange, sessions: Sequence[SessionLine]) -> str:
    chosen = next((one for one in sessions if one.id == span.class_session_id), None)
    return f"session {local_time(chosen.opened_at):%Y-%m-%d %H-%M}" if chosen else _PERIODS[span.period]
