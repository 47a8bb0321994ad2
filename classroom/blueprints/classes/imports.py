"""Roster imports: columns, preview, import, and undo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.blueprints.classes.roster import RosterForm, flash_import
from classroom.i18n import _
from classroom.presenters.classes.import_columns import COLUMN_FIELD, columns_page
from classroom.presenters.classes.import_rows import file_label
from classroom.presenters.classes.roster_import import done_sentence, import_page, undoing_lines, undone_sentences
from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters import imports, undoing
from classroom.services.rosters.choices import Choices, suggest_choices
from classroom.services.rosters.sheets import Source
from classroom.services.rosters.words.headings import Column
from classroom.web.access import roster_import_or_404, school_class_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.error_messages import error_message
from classroom.web.forms import Form
from classroom.web.refusals import Refusal, on_refusal

NAME_FIELD = "name-"
"""Prefix of the name of a row's field; its key follows."""


@blueprint.get("/imports/<import_id>")
def import_preview(import_id: str) -> ResponseReturnValue:
    kept = roster_import_or_404(import_id)
    if kept.done_at is not None:
        return redirect(_back(undoing.classes_of_import(kept)), 303)
    return _preview(import_id)


def _preview_again(refusal: Refusal, import_id: str) -> ResponseReturnValue:
    return _preview(import_id, problem=refusal.message)


@blueprint.post("/imports/<import_id>")
@takes_up_to(FILE_BYTES)  # a preview has a field for each of up to 2,000 students
@on_refusal(_preview_again)
def save_import(import_id: str) -> ResponseReturnValue:
    """Import what was previewed. If edited names or decisions change anything else, preview again."""
    kept = roster_import_or_404(import_id)
    if kept.done_at is not None:
        return redirect(_back(undoing.classes_of_import(kept)), 303)
    same, chosen = request.form.getlist("same"), request.form.getlist("take")
    seen = imports.type_names(
        import_id=import_id,
        names=_typed_names(),
        seen=request.form.get("seen", ""),
        same=request.form.getlist("same_seen"),
    )
    is_other = "look" in request.form or set(same) != set(request.form.getlist("same_seen"))
    if seen is None or is_other:
        return _preview(import_id, is_changed=True)
    undo = imports.apply_import(import_id=import_id, chosen=chosen, seen=seen, same=same)
    flash_import(done_sentence(undo), import_id)
    return redirect(_back(undo.classes), 303)


@blueprint.post("/imports/<import_id>/discard")
def discard_import(import_id: str) -> ResponseReturnValue:
    """Delete a draft. Pasted text goes back to its field, so that nothing typed is lost."""
    kept = roster_import_or_404(import_id)
    class_id, back = kept.class_id, _back(undoing.classes_of_import(kept))
    text = imports.discard_import(import_id=import_id)
    if not text or class_id is None:
        flash(_("Import canceled. No changes were made, and the file was deleted."))
        return redirect(back, 303)
    school_class = school_class_or_404(class_id)
    form = RosterForm(formdata=None, names=text)
    return render_template("classes/add_students.html", school_class=school_class, form=form, is_canceled=True)


@blueprint.form("/imports/<import_id>/undo")
def undo_import(import_id: str) -> ResponseReturnValue:
    """Show what undoing an import would do, or undo it."""
    kept = roster_import_or_404(import_id)
    form = Form()
    if not form.validate_on_submit():
        preview = undoing.preview_undo(import_id=import_id)
        lines = undoing_lines(preview)
        back = _back(undoing.classes_of_import(kept))
        shown = {"import_id": kept.id, "file_name": file_label(kept.file_name), "lines": lines, "back": back}
        is_empty = preview.is_empty
        return render_template("classes/undo_import.html", **shown, is_empty=is_empty, form=form), form.status
    undone = undoing.undo_import(import_id=import_id)
    for sentence, kind in undone_sentences(undone):
        flash(sentence, kind)
    return redirect(_back(undone.class_ids), 303)


def _preview(import_id: str, *, is_changed: bool = False, problem: str | None = None) -> ResponseReturnValue:
    """Render the preview, or the columns if a preview is not possible without them."""
    same = request.form.getlist("same")
    chosen = request.form.getlist("take") if request.method == "POST" else None
    try:
        plan = imports.plan_of(import_id=import_id, same=same)
    except ServiceError as error:
        if error.code is not RosterErrorCode.NAMES_MISSING:
            raise
        return redirect(url_for("classes.import_columns", import_id=import_id), 303)
    draft = imports.draft_of(import_id=import_id)
    return render_template(
        "classes/import.html",
        page=import_page(plan, draft, error_message=error_message, chosen=chosen),
        problem=problem,
        is_changed=is_changed,
        nothing_ticked="look" in request.form and not same,
    )


def _typed_names() -> dict[str, str]:
    """Return the names in the fields of the preview, by row."""
    fields = (
        (name.removeprefix(NAME_FIELD), value) for name, value in request.form.items() if name.startswith(NAME_FIELD)
    )
    return {key: " ".join(value.replace("\0", "").split()) for key, value in fields}


def _back(class_ids: Iterable[str]) -> str:
    """Return the page of the import's only class, or the list of classes."""
    ids = [one for one in class_ids if one]
    return url_for("classes.show", class_id=ids[0]) if len(ids) == 1 else url_for("classes.index")


def _columns_again(refusal: Refusal, import_id: str) -> ResponseReturnValue:
    return _page(import_id, problem=refusal.message)


@blueprint.form("/imports/<import_id>/columns")
@takes_up_to(FILE_BYTES)
@on_refusal(_columns_again)
def import_columns(import_id: str) -> ResponseReturnValue:
    """Show the columns, save the teacher's choice, and go to the preview. A different sheet is shown first."""
    kept = roster_import_or_404(import_id)
    if kept.done_at is not None or (draft := imports.draft_of(import_id=import_id)).source is None:
        return redirect(url_for("classes.import_preview", import_id=import_id), 303)
    if request.method == "POST":
        chosen = replace(draft, choices=_chosen(draft.choices, draft.source), names={})
        imports.change_draft(import_id=import_id, draft=chosen)
        chosen.roster()  # the page says what is missing
        if chosen.choices.table == draft.choices.table and "again" not in request.form:
            return redirect(url_for("classes.import_preview", import_id=import_id), 303)
        draft = chosen
    missing = None if draft.has_names else error_message(ServiceError(RosterErrorCode.NAMES_MISSING))
    return _page(import_id, problem=missing)


def _page(import_id: str, *, problem: str | None) -> ResponseReturnValue:
    page = columns_page(roster_import_or_404(import_id), imports.draft_of(import_id=import_id))
    return render_template("classes/import_columns.html", page=page, problem=problem)


def _chosen(before: Choices, source: Source) -> Choices:
    """Return the posted choices. For a different sheet or headings, suggest columns again."""
    reading = _number("reading", before.reading, len(source.readings))
    sheets = source.readings[reading].sheets
    sheet = _number("sheet", before.sheet, len(sheets))
    heading = _number("heading", before.heading, len(sheets[sheet].rows), least=-1) if sheet == before.sheet else None
    if (reading, sheet, heading) != before.table:
        return suggest_choices(source, reading=reading, sheet=sheet, heading=heading)
    columns = tuple(_column(at, column) for at, column in enumerate(before.columns))
    return replace(before, columns=columns, split=request.form.get("split", before.split))


def _number(field: str, before: int, end: int, *, least: int = 0) -> int:
    """Return a posted index from `least` to below `end`, or the previous one."""
    posted = request.form.get(field, type=int)
    return posted if posted is not None and least <= posted < end else before


def _column(at: int, before: Column) -> Column:
    posted = request.form.get(f"{COLUMN_FIELD}{at}")
    return Column(posted) if posted in set(Column) else before
