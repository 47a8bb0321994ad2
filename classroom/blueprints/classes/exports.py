"""The views that write rosters to files."""

from __future__ import annotations

from flask import Response, request
from werkzeug.exceptions import NotFound

from classroom.blueprints.classes import blueprint
from classroom.clock import local_day, now
from classroom.services.classes.roster import students_of
from classroom.services.rosters.exporting import OneRoster, oneroster_archive, roster_csv
from classroom.web.access import school_class_or_404
from classroom.web.downloads import download


@blueprint.get("/classes/<class_id>/roster.csv")
def roster_table(class_id: str) -> Response:
    """The roster as a table."""
    school_class = school_class_or_404(class_id)
    content = roster_csv(students_of(class_id=class_id))
    return download(content, mimetype="text/csv", name=f"{school_class.name}.csv")


@blueprint.get("/classes/<class_id>/oneroster.zip")
def oneroster(class_id: str) -> Response:
    """The class as a OneRoster archive."""
    school_class = school_class_or_404(class_id)
    version = request.args.get("version", OneRoster.V1_2.value)
    if version not in set(OneRoster):
        raise NotFound
    content = oneroster_archive(
        school_class, students_of(class_id=class_id), OneRoster(version), today=local_day(now())
    )
    return download(content, mimetype="application/zip", name=f"{school_class.name} OneRoster {version}.zip")
