"""The activity log, for administrators."""

from __future__ import annotations

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.presenters.activity import CSV_COLUMNS, ActivityFilter, activity_page, activity_rows
from classroom.presenters.reports.csv_files import csv_file
from classroom.web.areas import Area, Audience
from classroom.web.downloads import download

blueprint = Area("activity", __name__, Audience.ADMINISTRATORS)


@blueprint.get("/admin/activity")
def show() -> ResponseReturnValue:
    """Show one page of the log."""
    return render_template("admin/activity.html", page=activity_page(ActivityFilter.of(request.args)))


@blueprint.get("/admin/activity.csv")
def log_csv() -> Response:
    """Download the log, filtered as on the page."""
    content = csv_file(CSV_COLUMNS, activity_rows(ActivityFilter.of(request.args)))
    name = f"activity-{clock.local_day(clock.now()):%Y-%m-%d}.csv"
    return download(content, mimetype="text/csv", name=name, subject="activity_log")
