"""The view in which a teacher says what the columns of a roster are."""

from __future__ import annotations

from dataclasses import replace

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.presenters.classes.import_columns import COLUMN_FIELD, columns_page
from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters import imports
from classroom.services.rosters.choices import Choices, suggest_choices
from classroom.services.rosters.headings import Column
from classroom.services.rosters.sources import Source
from classroom.web.access import roster_import_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.error_messages import error_message
from classroom.web.refusals import Refusal, on_refusal


def _columns_again(refusal: Refusal, import_id: str) -> ResponseReturnValue:
    return _page(import_id, problem=refusal.message)


@blueprint.form("/imports/<import_id>/columns")
@takes_up_to(FILE_BYTES)
@on_refusal(_columns_again)
def import_columns(import_id: str) -> ResponseReturnValue:
    """Show the columns, take the teacher's choice, and go to the preview. Another sheet is shown first."""
    kept = roster_import_or_404(import_id)
    if kept.done_at is not None or (draft := imports.draft_of(import_id=import_id)).source is None:
        return redirect(url_for("classes.import_preview", import_id=import_id), 303)
    if request.method == "POST":
        chosen = replace(draft, choices=_chosen(draft.choices, draft.source), names={})
        imports.change_draft(import_id=import_id, draft=chosen)
        chosen.roster()  # says what is missing
        if chosen.choices.table == draft.choices.table and "again" not in request.form:
            return redirect(url_for("classes.import_preview", import_id=import_id), 303)
        draft = chosen
    missing = None if draft.has_names else error_message(ServiceError(RosterErrorCode.NAMES_MISSING))
    return _page(import_id, problem=missing)


def _page(import_id: str, *, problem: str | None) -> ResponseReturnValue:
    page = columns_page(roster_import_or_404(import_id), imports.draft_of(import_id=import_id))
    return render_template("classes/import_columns.html", page=page, problem=problem)


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
