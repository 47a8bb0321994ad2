"""What the address of a report asks for: ``?period=2-weeks`` or ``?session=<id>``."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from werkzeug.exceptions import NotFound

from classroom.reports.spans import DateRange, Period, SessionLine


def requested_range(class_id: str | None, sessions: Sequence[SessionLine], *, with_practice: bool = False) -> DateRange:
    """The span asked for; without a word two weeks.

    :param class_id: None for the report of a student, which holds what was answered in earlier classes too.
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
