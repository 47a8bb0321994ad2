"""The reports of a class and of a student, and the same numbers as CSV files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom import clock
from classroom.clock import local_day, local_time
from classroom.presenters.reports.class_page import show_class_report
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
from classroom.presenters.reports.follow_up import shown_follow_ups
from classroom.presenters.reports.skills import shown_skills
from classroom.presenters.reports.student_page import show_student_report
from classroom.presenters.reports.tickets import student_tickets
from classroom.presenters.reports.words import solving_text
from classroom.reports.answers import all_answers, newest_answers
from classroom.reports.equations import equation_lines
from classroom.reports.solving import solving_times
from classroom.reports.spans import DateRange, Period, SessionLine, sessions_of
from classroom.reports.students import student_line, student_lines
from classroom.reports.tickets import ticket_lines
from classroom.services.classes.roster import students_of
from classroom.services.follow_ups.actions import follow_ups_of, practicing
from classroom.services.learning.evidence import evidence_of
from classroom.web.access import school_class_or_404, student_or_404
from classroom.web.areas import Area, Audience
from classroom.web.downloads import download

blueprint = Area("reports", __name__, Audience.TEACHERS)


def requested_range(class_id: str | None, sessions: Sequence[SessionLine], *, with_practice: bool = False) -> DateRange:
    """Return the requested range; two weeks by default.

    :param class_id: None for the report of a student, which includes answers in earlier classes.
    :param sessions: those to choose from: any other session is not found.
    :raises werkzeug.exceptions.NotFound: if there is no such session or period.
    """
    session_id = request.args.get("session")
    if session_id is not None:
        if all(line.id != session_id for line in sessions):
            raise NotFound
        return DateRange(class_id, class_session_id=session_id)
    try:
        return DateRange(class_id, Period(request.args.get("period", Period.TWO_WEEKS)), with_practice=with_practice)
    except ValueError as error:
        raise NotFound from error


_NEWEST_ANSWERS, _LATEST_DONE = 30, 8


@blueprint.get("/classes/<class_id>/report")
def school_class(class_id: str) -> ResponseReturnValue:
    """Show the class report."""
    found = school_class_or_404(class_id)
    sessions = sessions_of(class_id=found.id)
    span = requested_range(found.id, sessions)
    evidence = evidence_of(class_id=found.id, day=local_day(clock.now()))
    report = show_class_report(span, sessions, student_lines(span), equation_lines(span), evidence)
    solving = solving_text(solving_times(span))
    names = {one.id: one.name for one in students_of(class_id=found.id)}
    done = shown_follow_ups(follow_ups_of(class_id=found.id), names, practicing(class_id=found.id))
    return render_template(
        "reports/school_class.html", school_class=found, report=report, solving=solving, done=done[:_LATEST_DONE]
    )


@blueprint.get("/students/<student_id>/report")
def student(student_id: str) -> ResponseReturnValue:
    """Show the report of a student."""
    found = student_or_404(student_id)
    sessions = sessions_of(class_id=found.class_id, student_id=found.id)
    span = requested_range(None, sessions, with_practice=True)
    report = show_student_report(
        span,
        sessions,
        student_line(span, student_id=found.id, name=found.name),
        equation_lines(span, student_id=found.id),
        newest_answers(span, student_id=found.id, limit=_NEWEST_ANSWERS),
        evidence=evidence_of(class_id=found.class_id, day=local_day(clock.now())),
    )
    solving = solving_text(solving_times(span, student_id=found.id))
    return render_template(
        "reports/student.html",
        student=found,
        school_class=found.school_class,
        report=report,
        solving=solving,
        done=shown_follow_ups(
            follow_ups_of(class_id=found.class_id),
            {found.id: found.name},
            practicing(class_id=found.class_id),
            student_id=found.id,
        )[:_LATEST_DONE],
        skills=shown_skills(found, now=clock.now()),
        tickets=student_tickets(ticket_lines(span, student_id=found.id)),
    )


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


@blueprint.get("/students/<student_id>/report.csv")
def student_csv(student_id: str) -> Response:
    """Download the equations of a student's report."""
    found = student_or_404(student_id)
    sessions = sessions_of(class_id=found.class_id, student_id=found.id)
    span = requested_range(None, sessions, with_practice=True)
    lines = equation_lines(span, student_id=found.id)
    return _file(csv_file(EQUATION_COLUMNS, equation_rows(lines)), f"{found.name} equations", span, sessions)


def _file_of_class(
    class_id: str, about: str, columns: Sequence[str], rows_of: Callable[[DateRange], Iterable[Sequence[object]]]
) -> Response:
    """Return rows about a class, in the requested range."""
    found = school_class_or_404(class_id)
    sessions = sessions_of(class_id=found.id)
    span = requested_range(found.id, sessions)
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
