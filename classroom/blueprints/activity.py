"""The activity log, for administrators."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, render_template, request, stream_with_context
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.database import end_read
from classroom.presenters.activity import (
    CSV_COLUMNS,
    ROWS_IN_PIECE,
    ActivityFilter,
    activity_page,
    activity_rows,
    count_of_rows,
)
from classroom.presenters.reports.csv_files import csv_pieces
from classroom.web.areas import Area, Audience
from classroom.web.downloads import download

blueprint = Area("activity", __name__, Audience.ADMINISTRATORS)


@blueprint.get("/admin/activity")
def show() -> ResponseReturnValue:
    return render_template("admin/activity.html", page=activity_page(ActivityFilter.of(request.args)))


@blueprint.get("/admin/activity.csv")
def log_csv() -> Response:
    """Download the log, filtered as on the page. A school's log of a year has over 100,000 entries."""
    asked = ActivityFilter.of(request.args)
    return download(
        stream_with_context(_pieces(asked)),
        mimetype="text/csv",
        name=f"activity-{clock.local_day(clock.now()):%Y-%m-%d}.csv",
        subject="activity_log",
        pieces=1 + count_of_rows(asked) // ROWS_IN_PIECE,
    )


def _pieces(asked: ActivityFilter) -> Iterator[bytes]:
    for piece in csv_pieces(CSV_COLUMNS, activity_rows(asked)):
        end_read()
        yield piece
