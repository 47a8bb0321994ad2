"""Goals for a student's exit tickets."""

from __future__ import annotations

from datetime import date

from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.blueprints.reports import blueprint
from classroom.clock import local_day
from classroom.i18n import _
from classroom.presenters.reports.rated_tickets import rates_of
from classroom.reports.spans import DateRange
from classroom.reports.tickets import ticket_lines
from classroom.services.follow_ups.rate_goals import LARGEST_RATE, remove_rate_goal, set_rate_goal
from classroom.web.access import student_or_404


@blueprint.post("/students/<student_id>/report/goal")
def goal(student_id: str) -> ResponseReturnValue:
    """Set a student's goal, or remove it."""
    found = student_or_404(student_id)
    if request.form.get("action") == "remove":
        remove_rate_goal(student_id=found.id)
        flash(_("Goal removed."), "good")
    elif _set(found.id):
        flash(_("Goal saved."), "good")
    else:
        flash(
            _(
                "Goal not saved. Enter 1 to %(most)s correct per minute, and a day 1 to 52 weeks from now.",
                most=LARGEST_RATE,
            ),
            "bad",
        )
    return redirect(url_for("reports.student", student_id=found.id, _anchor="trends"), 303)


def _set(student_id: str) -> bool:
    try:
        per_minute, until = int(request.form.get("per_minute", "")), date.fromisoformat(request.form.get("until", ""))
    except ValueError:
        return False
    rates = [one.rate for one in rates_of(ticket_lines(DateRange(None), student_id=student_id))]
    today = local_day(clock.now())
    return set_rate_goal(student_id=student_id, per_minute=per_minute, until=until, today=today, rates=rates)
