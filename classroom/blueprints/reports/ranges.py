"""The dates of a report."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from werkzeug.exceptions import NotFound

from classroom.models import SchoolClass, Student
from classroom.reports.spans import DateRange, Period, SessionLine, sessions_of


def requested_range(class_id: str | None, sessions: Sequence[SessionLine], *, with_practice: bool = False) -> DateRange:
    """Return the requested range; two weeks by default.

    :param class_id: None for the report of a student, which includes answers in earlier classes.
    :param sessions: the sessions to choose from; any other one gives 404.
    :raises werkzeug.exceptions.NotFound: for an unknown session or period.
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


def range_of_class(school_class: SchoolClass) -> tuple[DateRange, list[SessionLine]]:
    """Return the requested range of a class report, and the sessions to choose from."""
    sessions = sessions_of(class_id=school_class.id)
    return requested_range(school_class.id, sessions), sessions


def range_of_student(student: Student) -> tuple[DateRange, list[SessionLine]]:
    """Return the requested range of a student's report, and the sessions to choose from."""
    sessions = sessions_of(class_id=student.class_id, student_id=student.id)
    return requested_range(None, sessions, with_practice=True), sessions
