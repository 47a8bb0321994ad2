"""The view in which a teacher says what the columns of a roster are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import redirect, render_template, request, url_for

from classroom.blueprints.classes.blueprint import blueprint
from classroom.presenters.classes.import_columns import COLUMN_FIELD, columns_page
from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters import imports
from classroom.services.rosters.choices import Choices, suggest_choices
from classroom.services.rosters.headings import Column
from classroom.web.access import roster_import_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.error_messages import error_message

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from classroom.services.rosters.sources import Source


@blueprint.route("/imports/<import_id>/columns", methods=["GET", "POST"])
@takes_up_to(FILE_BYTES)
def import_columns(import_id: str) -> ResponseReturnValue:
    """Show the columns, take the teacher's choice, and go to the preview. Another sheet is shown first."""
    kept = roster_import_or_404(import_id)
    if kept.done_at is not None or (draft := imports.draft_of(import_id=import_id)).source is None:
        return redirect(url_for("classes.import_preview", import_id=import_id), 303)
    refusal = None
    before = draft.choices
    if request.method == "POST":
        draft = replace(draft, choices=_chosen(before, draft.source), names={})
        imports.change_draft(import_id=import_id, draft=draft)
        is_same_table = draft.choices.table == before.table
        try:
            draft.roster()
        except ServiceError as error:
            refusal = error
        if is_same_table and refusal is None and "again" not in request.form:
            return redirect(url_for("classes.import_preview", import_id=import_id), 303)
    elif not draft.has_names:
        refusal = ServiceError(RosterErrorCode.NAMES_MISSING)
    page = columns_page(kept, draft)
    problem = error_message(refusal) if refusal else None
    is_error = refusal is not None and request.method == "POST"
    return render_template("classes/import_columns.html", page=page, problem=problem), 422 if is_error else 200


def _chosen(before: Choices, source: Source) -> Choices:
    """The posted choices; in another sheet, or with other headings, columns are suggested anew."""
    reading = _number("reading", before.reading, len(source.readings))
    sheets = source.readings[reading].sheets
    sheet = _number("sheet", before.sheet, len(sheets))
    heading = _number("heading", before.heading, len(sheets[sheet].rows), least=-1) if sheet == before.sheet else None
    if (reading, sheet, heading) != before.table:
        return suggest_choices(source, reading=reading, sheet=sheet, heading=heading)
    columns = tuple(_column(at, column) for at, column in enumerate(before.columns))
    return replace(before, columns=columns, split=request.form.get("split", before.split))


def _number(field: str, before: int, end: int, *, least: int = 0) -> int:
    """A posted index from `least` to below `end`, or the one before."""
    posted = request.form.get(field, type=int)
    return posted if posted is not None and least <= posted < end else before


def _column(at: int, before: Column) -> Column:
    posted = request.form.get(f"{COLUMN_FIELD}{at}")
    return Column(posted) if posted in set(Column) else before
