"""The dealing audit: whether the equations that the app chose met their goals."""

from __future__ import annotations

from flask import render_template, request
from flask.typing import ResponseReturnValue

from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_class
from classroom.presenters.reports.choice import show_time
from classroom.presenters.sessions.dealing_audit import show_audit
from classroom.reports.dealing import dealt_audits
from classroom.reports.fairness import fairness_lines
from classroom.services.settings import TableSettings
from classroom.web.access import school_class_or_404


@blueprint.get("/classes/<class_id>/report/dealing")
def dealing(class_id: str) -> ResponseReturnValue:
    """Show what was dealt to each student of a class, and the results."""
    found = school_class_or_404(class_id)
    span, sessions = range_of_class(found)
    settings = {one.id: TableSettings.from_json(one.settings) for one in sessions}
    lines = fairness_lines(span, teams_for=lambda session_id, players: settings[session_id].teams_for(players))
    page = show_audit(lines, dealt_audits(span) if lines else {}, sort=request.args.get("sort"))
    return render_template("reports/dealing.html", school_class=found, time=show_time(span, sessions), page=page)
