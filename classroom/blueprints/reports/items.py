"""A class's equations with unexpected difficulty, and what to do about them."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from classroom.blueprints.reports import blueprint
from classroom.presenters.reports.items import show_items, texts_of
from classroom.reports.spans import DateRange
from classroom.reports.wrong_answers import common_answers
from classroom.services.decks.keeping import decks_with
from classroom.services.learning.evidence import odd_items_of
from classroom.web.access import school_class_or_404
from classroom.web.identity import current_teacher_id


@blueprint.get("/classes/<class_id>/report/equations")
def equations(class_id: str) -> ResponseReturnValue:
    """Show the equations with unexpected difficulty, from all answers so far."""
    found = school_class_or_404(class_id)
    items = odd_items_of(class_id=found.id)
    common = common_answers(DateRange(found.id))
    decks = decks_with(teacher_id=current_teacher_id(), texts=texts_of(items.odd, common))
    page = show_items(items, common, decks)
    return render_template("reports/equations.html", school_class=found, page=page)
