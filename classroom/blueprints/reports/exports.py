"""All stored data of a student or class, as a ZIP file with pages that a family can read."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from flask import Response, current_app, render_template, request, stream_with_context
from werkzeug.exceptions import NotFound

from classroom.blueprints.reports import blueprint
from classroom.clock import local_day, now
from classroom.database import db, end_read
from classroom.i18n import Language, current_language, in_language, language_of_tag
from classroom.models import Student
from classroom.presenters.reports.export_files import facts_of_class, kept_about, student_files
from classroom.presenters.reports.export_page import show_class_export, show_student_export
from classroom.presenters.reports.knowledge_files import FactTotals
from classroom.reports.student_rows import students_of_class
from classroom.services.archives import add_file
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
        content = _zip(found)
    name = f"{found.name} data {local_day(now()):%Y-%m-%d}.zip"
    return download(content, mimetype="application/zip", name=name, subject=f"student:{student_id}", kind="data")


@blueprint.get("/classes/<class_id>/data.zip")
def class_data(class_id: str) -> Response:
    """Download everything about a class's students, with a folder for each; with ``?language=`` in that language."""
    found = own_class_or_404(class_id)
    students = students_of_class(found.id)
    folders = {f"{number:03} {file_name(one.name).rstrip(' .')}/": one for number, one in enumerate(students, start=1)}
    language = _language()
    with in_language(language):
        page = show_class_export(found.name, {folder.rstrip("/"): one for folder, one in folders.items()})
        index = render_template("reports/export_class.html", page=page, styles=_STYLES).encode()
    totals = facts_of_class(found.id)
    pieces = _class_pieces({folder: one.id for folder, one in folders.items()}, index, language, totals)
    return download(
        stream_with_context(pieces),
        mimetype="application/zip",
        name=f"{found.name} data {local_day(now()):%Y-%m-%d}.zip",
        subject=f"class:{class_id}",
        kind="data",
        pieces=len(folders),
    )


def _language() -> Language:
    asked = request.args.get("language")
    language = language_of_tag(asked) if asked else current_language()
    if language is None:
        raise NotFound
    return language


class _Written:
    """The content of an archive that is sent before it is complete."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Do nothing: everything is written at once."""

    def take(self) -> bytes:
        """Return what was written since the last call."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


def _class_pieces(folders: Mapping[str, str], index: bytes, language: Language, totals: FactTotals) -> Iterator[bytes]:
    """Yield the file of a class, in one piece per student.

    Each piece is read separately, so that no transaction is open while a slow network takes it.

    :param folders: IDs of the students by folder; folders end with a slash
    """
    written = _Written()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        add_file(archive, _INDEX, index)
        add_file(archive, _STYLES, _styles())
        for folder, student_id in folders.items():
            student = db.session.get(Student, student_id)
            if student is not None:  # otherwise deleted in the meantime
                with in_language(language):
                    _add(archive, folder, student, totals)
            end_read()
            yield written.take()
    yield written.take()


def _zip(student: Student) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "", student, facts_of_class(student.class_id))
    return content.getvalue()


def _add(archive: zipfile.ZipFile, folder: str, student: Student, totals: FactTotals) -> None:
    kept = kept_about(student)
    page = render_template("reports/export.html", page=show_student_export(kept), styles=_STYLES)
    for name, text in {_INDEX: page.encode(), _STYLES: _styles(), **student_files(kept, totals)}.items():
        add_file(archive, f"{folder}{name}", text)


def _styles() -> bytes:
    return load_assets(Path(current_app.static_folder or ""))["bundles/export.css"].content
