"""Add the sample class with one click, and remove it with one click."""

from __future__ import annotations

from flask import flash, redirect, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.i18n import _
from classroom.services.sample.sample_class import add_sample_class, remove_sample_class
from classroom.web.access import own_class_or_404
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import flashed, on_refusal


@blueprint.post("/sample-class")
def add_sample() -> ResponseReturnValue:
    """Add the teacher's sample class, if there is none yet, and go there."""
    school_class = add_sample_class(teacher_id=current_teacher_id(), name=_("Sample class"))
    return redirect(url_for("classes.show", class_id=school_class.id), 303)


@blueprint.post("/classes/<class_id>/remove-sample")
@on_refusal(flashed("classes.show"))
def remove_sample(class_id: str) -> ResponseReturnValue:
    """Delete a sample class without asking: everything in it is simulated and can be added again."""
    own_class_or_404(class_id)
    remove_sample_class(class_id=class_id)
    flash(_("Sample class removed, with everything in it."), "good")
    return redirect(url_for("classes.index"), 303)
