"""The view that sets at which grade each student practices."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.presenters.classes.levels import level_lines, read_level
from classroom.services.classes.levels import set_levels, suggested_levels
from classroom.services.classes.roster import students_of
from classroom.web.access import school_class_or_404
from classroom.web.forms import Form
from engine.equations import GRADES


@blueprint.form("/classes/<class_id>/levels")
def levels(class_id: str) -> ResponseReturnValue:
    """Show the level of every student, and set those that were chosen."""
    school_class = school_class_or_404(class_id)
    students = students_of(class_id=class_id)
    form = Form()
    if form.validate_on_submit():
        is_for_all = request.form.get("scope") == "everybody"
        sent = {one.id: request.form.get("everybody" if is_for_all else one.id) for one in students}
        chosen = {student_id: read_level(text) for student_id, text in sent.items() if text is not None}
        set_levels(class_id=class_id, levels=chosen)
        flash("The levels are saved. They count for cards dealt from now on.", "good")
        return redirect(url_for("classes.levels", class_id=class_id), 303)
    lines = level_lines(students, suggested_levels(student_ids=[one.id for one in students]), request.form)
    page = render_template("classes/levels.html", school_class=school_class, form=form, lines=lines, grades=GRADES)
    return page, form.status
