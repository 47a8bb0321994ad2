"""The roster of a class: add students from names or a file, move them to another class, and export them."""

from __future__ import annotations

from flask import Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField, FileRequired
from werkzeug.exceptions import NotFound
from wtforms import TextAreaField
from wtforms.validators import DataRequired, Optional

from classroom.blueprints.classes import blueprint
from classroom.clock import local_day, now
from classroom.i18n import _, lazy_gettext, ngettext
from classroom.models import SchoolClass
from classroom.presenters.classes.import_rows import FROM_SERVICE, PASTED
from classroom.presenters.words import all_of, isolated
from classroom.services.accounts.roster_ids import roster_id_of
from classroom.services.classes.moving_students import move_to_class
from classroom.services.classes.roster import students_of
from classroom.services.classes.school_classes import ClassOverview, classes_of
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.rosters import imports
from classroom.services.rosters.drafts import MAX_BYTES, Draft, draft_of_file, draft_of_text
from classroom.services.rosters.exporting import OneRoster, oneroster_archive, roster_csv
from classroom.web.access import roster_import_or_404, school_class_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.district_rosters import roster_service_or_404
from classroom.web.downloads import download
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import flashed, form_again, on_refusal


class RosterFileForm(Form):
    refused_at = "file"
    file = FileField(lazy_gettext("File"), [FileRequired(lazy_gettext("Choose a file."))])


def roster_field(label: str, hint: str, *, required: str | None = None) -> TextAreaField:
    """Create a field for pasted students.

    :param required: the message if it is empty; None if it may be empty.
    """
    return TextAreaField(
        label,
        [Optional() if required is None else DataRequired(required)],
        description=hint,
        render_kw={"rows": 7, "spellcheck": "false", "autocomplete": "off", "dir": "auto"},
    )


class RosterForm(Form):
    refused_at = "names"
    names = roster_field(
        lazy_gettext("Names, one per line"),
        lazy_gettext("Paste a list, or columns from a spreadsheet. You preview the names before they are saved."),
        required=lazy_gettext("Paste at least one name."),
    )


_ROSTER_BYTES = MAX_BYTES + 16 * 1024
"""Maximum size of a file with the form around it."""


@blueprint.form("/classes/<class_id>/students")
@takes_up_to(FILE_BYTES)  # whole lists may be pasted
def add_students(class_id: str) -> ResponseReturnValue:
    """Add pasted names, in a list or in columns."""
    school_class = school_class_or_404(class_id)
    form = RosterForm(names=_text_of_draft())
    if form.validate_on_submit():
        return review(draft_of_text(form.text("names"), class_name=school_class.name), PASTED, class_id)
    return render_template("classes/add_students.html", school_class=school_class, form=form), form.status


@blueprint.post("/classes/<class_id>/import")
@takes_up_to(_ROSTER_BYTES)
@on_refusal(form_again)
def import_file(class_id: str) -> ResponseReturnValue:
    """Import a file into one class."""
    school_class = school_class_or_404(class_id)
    form = RosterFileForm()
    if form.validate_on_submit():
        sent = form.file.data
        return review(draft_of_file(sent.read(), class_name=school_class.name), sent.filename, class_id)
    names = RosterForm(formdata=None)
    return render_template(
        "classes/add_students.html", school_class=school_class, form=names, file_form=form
    ), form.status


@blueprint.form("/classes/import")
@takes_up_to(_ROSTER_BYTES)
def import_classes() -> ResponseReturnValue:
    form = RosterFileForm()
    if form.validate_on_submit():
        return review(draft_of_file(form.file.data.read()), form.file.data.filename, None)
    return render_template("classes/import_classes.html", form=form), form.status


@blueprint.post("/classes/import/district")
@on_refusal(flashed("classes.import_classes"))
def pull_classes() -> ResponseReturnValue:
    """Request the teacher's classes from the district's roster service, and preview them."""
    service = roster_service_or_404()
    roster = service.classes_of(roster_id_of(teacher_id=current_teacher_id()))
    return review(Draft(archive=roster), FROM_SERVICE, None)


def review(draft: Draft, file_name: str, class_id: str | None) -> ResponseReturnValue:
    """Store a draft, and go to its first page."""
    import_id = imports.plan_import(
        teacher_id=current_teacher_id(), class_id=class_id, file_name=file_name, draft=draft
    )
    return to_review(draft, import_id)


def to_review(draft: Draft, import_id: str) -> ResponseReturnValue:
    """Go to the columns of a draft, or to its preview if there is nothing to choose."""
    page = "classes.import_columns" if draft.needs_columns else "classes.import_preview"
    return redirect(url_for(page, import_id=import_id), 303)


def flash_import(text: str, import_id: str) -> None:
    """Flash the result of an import, with a link to undo it."""
    link = {"link": _("Undo import"), "url": url_for("classes.undo_import", import_id=import_id)}
    flash({"text": text, **link}, "good")  # type: ignore[arg-type]  # any JSON is kept


def _text_of_draft() -> str:
    """Return the text of the draft from which the teacher came back; "" if there is none."""
    import_id = request.args.get("draft")
    if not import_id or roster_import_or_404(import_id).done_at is not None:
        return ""
    source = imports.draft_of(import_id=import_id).source
    return source.text if source else ""


MOST_NAMED = 4
"""For more students than this, only the number is shown."""


@blueprint.form("/classes/<class_id>/move")
def move(class_id: str) -> ResponseReturnValue:
    """Choose students and a class, and move them, all or none."""
    school_class = school_class_or_404(class_id)
    others = _other_classes(school_class)
    chosen, to_class = request.form.getlist("student"), request.form.get("to", "")
    form = Form()
    if form.validate_on_submit():
        target = next((one for one in others if one.id == to_class), None)
        if target is None:
            raise ServiceError(ClassErrorCode.NO_CLASS_TO_MOVE_TO)
        names = move_to_class(class_id=class_id, to_class_id=target.id, student_ids=chosen)
        flash(_moved_text(names, isolated(target.name)), "good")
        return redirect(url_for("classes.show", class_id=class_id), 303)
    page = render_template(
        "classes/move.html",
        school_class=school_class,
        students=students_of(class_id=class_id),
        others=others,
        is_own=_is_own(school_class),
        chosen=set(chosen),
        to_class=to_class,
        form=form,
    )
    return page, form.status


def _other_classes(school_class: SchoolClass) -> list[ClassOverview]:
    """List the classes where students can move: for a co-teacher, only those of the same owner."""
    others = [one for one in classes_of(teacher_id=current_teacher_id()) if one.id != school_class.id]
    return [one for one in others if _is_own(school_class) or one.owner_id == school_class.teacher_id]


def _is_own(school_class: SchoolClass) -> bool:
    return school_class.teacher_id == current_teacher_id()


def _moved_text(names: list[str], class_name: str) -> str:
    if len(names) > MOST_NAMED:
        return ngettext(
            "%(num)d student moved to %(school_class)s. The login card still works.",
            "%(num)d students moved to %(school_class)s. Their login cards still work.",
            len(names),
            school_class=class_name,
        )
    return ngettext(
        "%(names)s moved to %(school_class)s. The login card still works.",
        "%(names)s moved to %(school_class)s. Their login cards still work.",
        len(names),
        names=all_of([isolated(name) for name in names]),
        school_class=class_name,
    )


@blueprint.get("/classes/<class_id>/roster.csv")
def roster_table(class_id: str) -> Response:
    school_class = school_class_or_404(class_id)
    content = roster_csv(students_of(class_id=class_id))
    return download(
        content, mimetype="text/csv", name=f"{school_class.name}.csv", subject=f"class:{class_id}", kind="roster"
    )


@blueprint.get("/classes/<class_id>/oneroster.zip")
def oneroster(class_id: str) -> Response:
    school_class = school_class_or_404(class_id)
    version = request.args.get("version", OneRoster.V1_2.value)
    if version not in set(OneRoster):
        raise NotFound
    content = oneroster_archive(
        school_class, students_of(class_id=class_id), OneRoster(version), today=local_day(now())
    )
    name = f"{school_class.name} OneRoster {version}.zip"
    return download(content, mimetype="application/zip", name=name, subject=f"class:{class_id}", kind="OneRoster")
