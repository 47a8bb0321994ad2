"""Settings for single students: levels, groups, support, and seating rules."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField, SelectField
from wtforms.validators import InputRequired

from classroom.blueprints.classes import blueprint
from classroom.i18n import _, lazy_gettext
from classroom.models import SeatingRuleKind
from classroom.presenters.classes.support import level_lines, read_level, read_levels, read_support, support_form
from classroom.services.classes.roster import students_of
from classroom.services.classes.support import groups_of, set_grades, set_levels, set_support, suggested_levels
from classroom.services.open_sessions import open_session_of
from classroom.services.seating.rules import add_rule, remove_rule, rules_of
from classroom.web.access import school_class_or_404
from classroom.web.forms import Form
from engine.equations import GRADES


@blueprint.form("/classes/<class_id>/levels")
def levels(class_id: str) -> ResponseReturnValue:
    """Show the level of every student, and save the chosen levels."""
    school_class = school_class_or_404(class_id)
    students = students_of(class_id=class_id)
    form = Form()
    if form.validate_on_submit() and request.form.get("scope") == "class":
        level = read_level(request.form.get("newcomer", ""))
        set_grades(class_id=class_id, has_other_grades="other_grades" in request.form, newcomer_level=level)
        flash(_("Settings saved. They apply to cards dealt from now on."), "good")
        return redirect(url_for("classes.levels", class_id=class_id), 303)
    if form.validate_on_submit():
        ids = [one.id for one in students]
        is_for_all = request.form.get("scope") == "everyone"
        chosen = (
            dict.fromkeys(ids, read_level(request.form.get("everyone", "")))
            if is_for_all
            else read_levels(request.form, students)
        )
        set_levels(class_id=class_id, levels=chosen)
        flash(_("Levels saved. They apply to cards dealt from now on."), "good")
        return redirect(url_for("classes.levels", class_id=class_id), 303)
    lines = level_lines(students, suggested_levels(student_ids=[one.id for one in students]), request.form)
    page = render_template("classes/levels.html", school_class=school_class, form=form, lines=lines, grades=GRADES)
    return page, form.status


@blueprint.form("/classes/<class_id>/support")
def support(class_id: str) -> ResponseReturnValue:
    """Show group, support, and language of every student in one table, and save changes."""
    school_class = school_class_or_404(class_id)
    students = students_of(class_id=class_id)
    form = Form()
    if form.validate_on_submit():
        set_support(class_id=class_id, settings=read_support(request.form, students))
        flash(_("Settings saved. Large text and read-aloud start when a student next opens a page."), "good")
        return redirect(url_for("classes.support", class_id=class_id), 303)
    shown = support_form(students, groups_of(class_id=class_id), request.form if form.refusal else None)
    return render_template("classes/support.html", school_class=school_class, form=form, support=shown), form.status


class RuleForm(Form):
    """Two students, and whether to keep them together or apart."""

    refused_at = "second"
    first = SelectField(
        lazy_gettext("Student"), [InputRequired(lazy_gettext("Choose a student."))], render_kw={"dir": "auto"}
    )
    kind = RadioField(
        lazy_gettext("Rule"),
        choices=lambda: {
            SeatingRuleKind.APART.value: _("Keep apart from"),
            SeatingRuleKind.TOGETHER.value: _("Keep together with"),
        },
        default=SeatingRuleKind.APART.value,
    )
    second = SelectField(
        lazy_gettext("Other student"), [InputRequired(lazy_gettext("Choose a student."))], render_kw={"dir": "auto"}
    )


@blueprint.form("/classes/<class_id>/seating")
def seating(class_id: str) -> ResponseReturnValue:
    """Show the rules of a class, and add one."""
    school_class = school_class_or_404(class_id)
    students = students_of(class_id=class_id)
    form = RuleForm()
    form.first.choices = form.second.choices = {one.id: one.name for one in students}
    if not form.is_submitted() and len(students) > 1:
        form.second.data = students[1].id  # the first one is selected on the left
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
    school_class_or_404(class_id)
    number = request.form.get("rule", 0, type=int)
    if 0 < number < 2**31:
        remove_rule(class_id=class_id, rule_id=number)
    return redirect(url_for("classes.seating", class_id=class_id), 303)
