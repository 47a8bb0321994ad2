"""What tables are formed by: levels, groups, and rules about who sits with whom."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField, SelectField
from wtforms.validators import InputRequired

from classroom.blueprints.classes import blueprint
from classroom.models import SeatingRuleKind
from classroom.presenters.classes.labels import label_form, level_lines, read_labels, read_level
from classroom.services.classes.labels import groups_of, set_labels, set_levels, suggested_levels
from classroom.services.classes.roster import students_of
from classroom.services.open_sessions import open_session_of
from classroom.services.seating.rules import add_rule, remove_rule, rules_of
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


class RuleForm(Form):
    """Two students, and whether they should sit together."""

    refused_at = "second"
    first = SelectField("Student", [InputRequired("Choose a student.")])
    kind = RadioField(
        "should sit",
        choices={SeatingRuleKind.APART.value: "apart from", SeatingRuleKind.TOGETHER.value: "together with"},
        default=SeatingRuleKind.APART.value,
    )
    second = SelectField("Other student", [InputRequired("Choose a student.")])


@blueprint.form("/classes/<class_id>/seating")
def seating(class_id: str) -> ResponseReturnValue:
    """Show the rules of a class, and add one."""
    school_class = school_class_or_404(class_id)
    students = students_of(class_id=class_id)
    form = RuleForm()
    form.first.choices = form.second.choices = {one.id: one.name for one in students}
    if not form.is_submitted() and len(students) > 1:
        form.second.data = students[1].id  # the first is chosen on the left
    if form.validate_on_submit():
        pair = form.text("first"), form.text("second")
        add_rule(class_id=class_id, student_ids=pair, kind=SeatingRuleKind(form.text("kind")))
        return redirect(url_for("classes.seating", class_id=class_id), 303)
    names = {one.id: one.name for one in students}
    by_name = list(names)
    kept = [
        (one.id, *(names[who] for who in sorted((one.first_id, one.second_id), key=by_name.index)), one.kind)
        for one in rules_of(class_id=class_id)
        if one.first_id in names and one.second_id in names
    ]
    session = open_session_of(class_id=class_id)
    page = render_template(
        "classes/seating.html", school_class=school_class, form=form, kept=kept, names=names, session=session
    )
    return page, form.status


@blueprint.post("/classes/<class_id>/seating/remove")
def remove_seating(class_id: str) -> ResponseReturnValue:
    """Forget a rule."""
    school_class_or_404(class_id)
    number = request.form.get("rule", 0, type=int)
    if 0 < number < 2**31:
        remove_rule(class_id=class_id, rule_id=number)
    return redirect(url_for("classes.seating", class_id=class_id), 303)
