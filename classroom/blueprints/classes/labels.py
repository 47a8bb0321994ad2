"""The view of a class's private groups, and of who gets more time, reading aloud or larger type."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.presenters.classes.labels import label_form, read_labels
from classroom.services.classes.labels import groups_of, set_labels
from classroom.services.classes.roster import students_of
from classroom.web.access import school_class_or_404
from classroom.web.forms import Form


@blueprint.form("/classes/<class_id>/support")
def labels(class_id: str) -> ResponseReturnValue:
    """Show the labels of every student in one table, and keep what was changed."""
    school_class = school_class_or_404(class_id)
    students = students_of(class_id=class_id)
    form = Form()
    if form.validate_on_submit():
        set_labels(class_id=class_id, labels=read_labels(request.form, [one.id for one in students]))
        flash("Saved. Larger type and reading aloud begin when a student next opens or reloads the page.", "good")
        return redirect(url_for("classes.labels", class_id=class_id), 303)
    shown = label_form(students, groups_of(class_id=class_id), request.form if form.refusal else None)
    return render_template("classes/labels.html", school_class=school_class, form=form, labels=shown), form.status
