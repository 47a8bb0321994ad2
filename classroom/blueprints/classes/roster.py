"""The views that take a roster: pasted, or as a file. Nothing is saved before its preview."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.blueprints.classes.forms import RosterFileForm, RosterForm
from classroom.services.rosters import imports
from classroom.services.rosters.drafts import MAX_BYTES, Draft, draft_of_file, draft_of_text
from classroom.web.access import roster_import_or_404, school_class_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import form_again, on_refusal

_ROSTER_BYTES = MAX_BYTES + 16 * 1024
"""A file, and what the form has around it."""
_PASTED = "Pasted text"


@blueprint.form("/classes/<class_id>/students")
@takes_up_to(FILE_BYTES)  # whole lists are pasted
def add_students(class_id: str) -> ResponseReturnValue:
    """Take pasted names, in a list or in columns."""
    school_class = school_class_or_404(class_id)
    form = RosterForm(names=_text_of_draft())
    if form.validate_on_submit():
        return _review(draft_of_text(form.text("names"), class_name=school_class.name), _PASTED, class_id)
    return render_template("classes/add_students.html", school_class=school_class, form=form), form.status


@blueprint.post("/classes/<class_id>/import")
@takes_up_to(_ROSTER_BYTES)
@on_refusal(form_again)
def import_file(class_id: str) -> ResponseReturnValue:
    """Take a file for one class."""
    school_class = school_class_or_404(class_id)
    form = RosterFileForm()
    if form.validate_on_submit():
        sent = form.file.data
        return _review(draft_of_file(sent.read(), class_name=school_class.name), sent.filename, class_id)
    names = RosterForm(formdata=None)
    return render_template(
        "classes/add_students.html", school_class=school_class, form=names, file_form=form
    ), form.status


@blueprint.form("/classes/import")
@takes_up_to(_ROSTER_BYTES)
def import_classes() -> ResponseReturnValue:
    """Take a file that makes its own classes."""
    form = RosterFileForm()
    if form.validate_on_submit():
        return _review(draft_of_file(form.file.data.read()), form.file.data.filename, None)
    return render_template("classes/import_classes.html", form=form), form.status


def _review(draft: Draft, file_name: str, class_id: str | None) -> ResponseReturnValue:
    """Keep a draft and go to its columns, or straight to its preview where there is nothing to choose."""
    import_id = imports.plan_import(
        teacher_id=current_teacher_id(), class_id=class_id, file_name=file_name, draft=draft
    )
    page = "classes.import_columns" if draft.needs_columns else "classes.import_preview"
    return redirect(url_for(page, import_id=import_id), 303)


def _text_of_draft() -> str:
    """The text of the draft from which the teacher came back; "" if there is none."""
    import_id = request.args.get("draft")
    if not import_id or roster_import_or_404(import_id).done_at is not None:
        return ""
    source = imports.draft_of(import_id=import_id).source
    return source.text if source else ""
