"""Groups by shared need: suggested, edited by the teacher, and saved as the groups of the class."""

from __future__ import annotations

from dataclasses import replace

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.reports import blueprint
from classroom.i18n import _
from classroom.presenters.reports.groups import show_groups
from classroom.presenters.reports.needs import focus_skills
from classroom.reports.class_answers import comparable_answers, latest_answers
from classroom.services.classes.roster import students_of
from classroom.services.classes.support import SupportSettings, set_support
from classroom.web.access import school_class_or_404
from classroom.web.refusals import Refusal, on_refusal


def _again(refusal: Refusal, class_id: str) -> ResponseReturnValue:
    return _page(class_id, problem=refusal.message), refusal.status


@blueprint.get("/classes/<class_id>/report/groups")
def groups(class_id: str) -> ResponseReturnValue:
    """Suggest groups, with a form to edit and save them."""
    return _page(class_id)


@blueprint.post("/classes/<class_id>/report/groups")
@on_refusal(_again)
def save_groups(class_id: str) -> ResponseReturnValue:
    """Save the groups as the class's own, which seating and lists use."""
    found = school_class_or_404(class_id)
    settings = {
        one.id: replace(SupportSettings.of(one), group=request.form[f"group-{one.id}"])
        for one in students_of(class_id=found.id)
        if f"group-{one.id}" in request.form
    }
    set_support(class_id=found.id, settings=settings)
    flash(_("Groups saved. Only teachers of this class can see them."), "good")
    return redirect(url_for("reports.groups", class_id=found.id), 303)


def _page(class_id: str, *, problem: str | None = None) -> str:
    found = school_class_or_404(class_id)
    of_class = focus_skills(*latest_answers(found.id)).of_class
    page = show_groups(students_of(class_id=found.id), comparable_answers(found.id), of_class)
    return render_template("reports/groups.html", school_class=found, page=page, problem=problem)
