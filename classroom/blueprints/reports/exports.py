"""Everything that is kept of a student or of a class, as one ZIP file with pages that a family can read."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from flask import Response, current_app, render_template, request
from werkzeug.exceptions import NotFound

from classroom.blueprints.reports import blueprint
from classroom.clock import local_day, now
from classroom.i18n import Language, current_language, in_language, language_of_tag
from classroom.models import Student
from classroom.presenters.reports.export_files import kept_about, student_files
from classroom.presenters.reports.export_page import show_class_export, show_student_export
from classroom.reports.student_rows import students_of_class
from classroom.web.access import own_class_or_404, own_student_or_404
from classroom.web.assets import load_assets
from classroom.web.downloads import download, file_name

_STYLES = "style.css"
_INDEX = "index.html"


@blueprint.get("/students/<student_id>/data.zip")
def student_data(student_id: str) -> Response:
    """Download everything about a student; with ``?language=`` in that language."""
    found = own_student_or_404(student_id)
    with in_language(_language()):
        content = _zip({"": found})
    name = f"{found.name} data {local_day(now()):%Y-%m-%d}.zip"
    return download(content, mimetype="application/zip", name=name, subject=f"student:{student_id}", kind="data")


@blueprint.get("/classes/<class_id>/data.zip")
def class_data(class_id: str) -> Response:
    """Download everything about each student of a class, a folder for each; with ``?language=`` in that language."""
    found = own_class_or_404(class_id)
    students = students_of_class(found.id)
    folders = {f"{number:03} {file_name(one.name).rstrip(' .')}/": one for number, one in enumerate(students, start=1)}
    with in_language(_language()):
        page = show_class_export(found.name, {folder.rstrip("/"): one for folder, one in folders.items()})
        index = render_template("reports/export_class.html", page=page, styles=_STYLES)
        content = _zip(folders, {_INDEX: index.encode()})
    name = f"{found.name} data {local_day(now()):%Y-%m-%d}.zip"
    return download(content, mimetype="application/zip", name=name, subject=f"class:{class_id}", kind="data")


def _language() -> Language:
    asked = request.args.get("language")
    language = language_of_tag(asked) if asked else current_language()
    if language is None:
        raise NotFound
    return language


def _zip(folders: Mapping[str, Student], more: Mapping[str, bytes] | None = None) -> bytes:
    """Write students into a file.

    :param folders: the students by folder, which ends with a slash; empty: no folder
    """
    content = io.BytesIO()
    styles = _styles()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**(more or {}), **({_STYLES: styles} if more else {})}.items():
            archive.writestr(name, text)
        for folder, student in folders.items():
            kept = kept_about(student)
            page = render_template("reports/export.html", page=show_student_export(kept), styles=_STYLES)
            for name, text in {_INDEX: page.encode(), _STYLES: styles, **student_files(kept)}.items():
                archive.writestr(f"{folder}{name}", text)
    return content.getvalue()


def _styles() -> bytes:
    return load_assets(Path(current_app.static_folder or ""))["bundles/export.css"].content
