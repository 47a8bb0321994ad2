"""Work that the first page after a start would otherwise do: compile queries, load the locale."""

from __future__ import annotations

from contextlib import suppress

from flask import Flask
from sqlalchemy.exc import DBAPIError

from classroom import clock
from classroom.clock import local_day
from classroom.learning.snapshots import prepare
from classroom.learning.wording import reference_set
from classroom.presenters.reports.skills import families_of
from classroom.presenters.words import percent_text
from classroom.reports.answers import newest_answers
from classroom.reports.class_answers import class_answers
from classroom.reports.equations import equation_lines
from classroom.reports.solving import solving_times
from classroom.reports.spans import DateRange, sessions_of
from classroom.reports.students import baseline_of, student_line
from classroom.reports.tickets import ticket_lines
from classroom.services.accounts.logins import find_login
from classroom.services.follow_ups.actions import follow_ups_of
from classroom.services.follow_ups.rate_goals import rate_goal_of
from classroom.services.learning.answer_counts import counts_of
from classroom.services.learning.evidence import evidence_of
from classroom.services.learning.knowledge import known
from engine.equations import SKILLS

_NO_ONE = ""


def warm_up(app: Flask) -> None:
    """Run the queries for a login and for reports, for no one, and read the estimates: about 0.2 s of CPU time."""
    with app.app_context(), suppress(DBAPIError):  # optional: pages report a missing database
        find_login(token=_NO_ONE)
        everything = DateRange(None)
        student_line(everything, student_id=_NO_ONE, name="")
        equation_lines(everything, student_id=_NO_ONE)
        newest_answers(everything, student_id=_NO_ONE, limit=1)
        ticket_lines(everything, student_id=_NO_ONE)
        solving_times(everything, student_id=_NO_ONE)
        baseline_of(_NO_ONE)
        rate_goal_of(student_id=_NO_ONE)
        follow_ups_of(class_id=_NO_ONE, teacher_id=_NO_ONE)
        class_answers(DateRange(_NO_ONE), None)
        sessions_of(class_id=_NO_ONE)
        evidence_of(class_id=_NO_ONE, day=local_day(clock.now()))
        counts_of(class_id=_NO_ONE)
        with known(most=1) as knowledge:
            knowledge.of(_NO_ONE)
        percent_text(1)
    prepare()
    for key in SKILLS:
        families_of(key)
        reference_set(key)
