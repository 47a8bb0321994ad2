"""Data files of the reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Response, request

from classroom import clock
from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_class, range_of_student
from classroom.clock import local_day, local_time
from classroom.models import SchoolClass, Student
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
from classroom.presenters.reports.exchange import (
    STATEMENTS_IN_PIECE,
    gradebook_rows,
    oneroster_results,
    xapi_statements,
)
from classroom.presenters.reports.knowledge_files import (
    FACT_COLUMNS,
    SKILL_COLUMNS,
    Baselines,
    fact_rows,
    fact_totals,
    skill_rows,
)
from classroom.presenters.reports.workbook import MIMETYPE, workbook
from classroom.reports.answers import all_answers
from classroom.reports.equations import equation_lines
from classroom.reports.participation import games_finished, sessions_joined
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
    return _file_of_class(class_id, "students", STUDENT_COLUMNS, lambda span: student_rows(student_lines(span)))


@blueprint.get("/classes/<class_id>/equations.csv")
def equations_csv(class_id: str) -> Response:
    return _file_of_class(class_id, "equations", EQUATION_COLUMNS, lambda span: equation_rows(equation_lines(span)))


@blueprint.get("/classes/<class_id>/attempts.csv")
def attempts_csv(class_id: str) -> Response:
    """Download every answer; with ``?names=no`` only with random student IDs."""
    with_names = request.args.get("names") != "no"
    about = f"answers {'with' if with_names else 'without'} names"
    return _file_of_class(
        class_id, about, ATTEMPT_COLUMNS, lambda span: attempt_rows(all_answers(span), with_names=with_names)
    )


@blueprint.get("/classes/<class_id>/tickets.csv")
def tickets_csv(class_id: str) -> Response:
    return _file_of_class(class_id, "exit tickets", TICKET_COLUMNS, lambda span: ticket_rows(ticket_lines(span)))


@blueprint.get("/classes/<class_id>/gradebook.csv")
def gradebook_csv(class_id: str) -> Response:
    """Download each student's percentage for each day."""
    report = _in_range(school_class_or_404(class_id))
    columns, *rows = gradebook_rows(student_lines(report.span))
    return report.file("gradebook", csv_file([str(one) for one in columns], rows))


@blueprint.get("/classes/<class_id>/results.zip")
def oneroster_zip(class_id: str) -> Response:
    """Download each day's results as OneRoster tables."""
    found = school_class_or_404(class_id)
    report = _in_range(found)
    content = oneroster_results(found, student_lines(report.span))
    return report.file("OneRoster", content, "zip")


@blueprint.get("/classes/<class_id>/report.xlsx")
def workbook_xlsx(class_id: str) -> Response:
    report = _in_range(school_class_or_404(class_id))
    lines = student_lines(report.span)
    sheets = {
        "Students": [STUDENT_COLUMNS, *student_rows(lines)],
        "Gradebook": list(gradebook_rows(lines)),
        "Equations": [EQUATION_COLUMNS, *equation_rows(equation_lines(report.span))],
        "Tickets": [TICKET_COLUMNS, *ticket_rows(ticket_lines(report.span))],
    }
    return report.file("report", workbook(sheets), "xlsx")


@blueprint.get("/classes/<class_id>/xapi.json")
def xapi_json(class_id: str) -> Response:
    """Download every answer, session, and game as xAPI statements; with ``?names=no`` only with random student IDs."""
    report = _in_range(school_class_or_404(class_id))
    span, with_names = report.span, request.args.get("names") != "no"
    answers, joined, finished = list(all_answers(span)), list(sessions_joined(span)), list(games_finished(span))
    statements = xapi_statements(
        answers,
        joined=joined,
        finished=finished,
        home_page=request.url_root,
        with_names=with_names,
    )
    pieces = 1 + (len(answers) + 2 * len(joined) + len(finished)) // STATEMENTS_IN_PIECE
    return report.file(f"xAPI {'with' if with_names else 'without'} names", statements, "json", pieces=pieces)


@blueprint.get("/classes/<class_id>/skills.csv")
def skills_csv(class_id: str) -> Response:
    """Download each student's estimate in each skill."""
    found = school_class_or_404(class_id)
    students, baselines = _students(found.id)
    with known() as knowledge:
        content = csv_file(SKILL_COLUMNS, skill_rows(knowledge, students, baselines))
    return _as_of_today(found).file("skills", content)


@blueprint.get("/classes/<class_id>/facts.csv")
def facts_csv(class_id: str) -> Response:
    """Download each student's estimate for each fact family."""
    found = school_class_or_404(class_id)
    students, baselines = _students(found.id)
    today = local_day(clock.now())
    with known() as knowledge:
        totals = fact_totals(knowledge, students)
        content = csv_file(FACT_COLUMNS, fact_rows(knowledge, students, baselines, today, totals))
    return _as_of_today(found).file("facts", content)


def _students(class_id: str) -> tuple[list[Student], Baselines]:
    students = students_of(class_id=class_id)
    return students, {one.id: baseline_of(one.id) for one in students}


@blueprint.get("/students/<student_id>/report.csv")
def student_csv(student_id: str) -> Response:
    """Download the equations of a student's report."""
    found = student_or_404(student_id)
    span, sessions = range_of_student(found)
    report = _Report(f"student:{found.id}", found.name, _times_text(span, sessions), span)
    return report.file(
        "equations", csv_file(EQUATION_COLUMNS, equation_rows(equation_lines(span, student_id=found.id)))
    )


_MIMETYPES = {"csv": "text/csv", "json": "application/json", "xlsx": MIMETYPE, "zip": "application/zip"}


@dataclass(frozen=True, slots=True)
class _Report:
    """A class or student, and the requested range."""

    subject: str
    """Whose data it contains, as in `AuditEntry`."""
    name: str
    times: str
    """Today and the range, for file names."""
    span: DateRange

    def file(self, about: str, content: bytes | Iterator[str], ending: str = "csv", *, pieces: int = 0) -> Response:
        """Return a file of the report, named by what it contains.

        :param pieces: the approximate number of pieces in an iterator
        """
        return download(
            content,
            mimetype=_MIMETYPES[ending],
            name=f"{self.name} {about} {self.times}.{ending}",
            subject=self.subject,
            kind="report",
            pieces=pieces,
        )


def _in_range(found: SchoolClass) -> _Report:
    span, sessions = range_of_class(found)
    return _Report(f"class:{found.id}", found.name, _times_text(span, sessions), span)


def _as_of_today(found: SchoolClass) -> _Report:
    """Return the report of a class without a range."""
    return _Report(f"class:{found.id}", found.name, f"{local_day(clock.now()):%Y-%m-%d}", DateRange(found.id))


def _file_of_class(
    class_id: str, about: str, columns: Sequence[str], rows_of: Callable[[DateRange], Iterable[Sequence[object]]]
) -> Response:
    """Return a CSV file about a class, in the requested range."""
    report = _in_range(school_class_or_404(class_id))
    return report.file(about, csv_file(columns, rows_of(report.span)))


def _times_text(span: DateRange, sessions: Sequence[SessionLine]) -> str:
    chosen = next((one for one in sessions if one.id == span.class_session_id), None)
    asked = f"session {local_time(chosen.opened_at):%Y-%m-%d %H-%M}" if chosen else _PERIODS[span.period]
    return f"{local_day(clock.now()):%Y-%m-%d}, {asked}"
