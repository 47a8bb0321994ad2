"""Who sits with whom: the wishes of a teacher, for all lessons of a class."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField, SelectField
from wtforms.validators import InputRequired

from classroom.blueprints.classes import blueprint
from classroom.models import SeatingRule
from classroom.services.classes.roster import students_of
from classroom.services.open_sessions import open_session_of
from classroom.services.seating.wishes import add_wish, remove_wish, wishes_of
from classroom.web.access import school_class_or_404
from classroom.web.forms import Form


class WishForm(Form):
    """Two students, and whether they should sit together."""

    refused_at = "second"
    first = SelectField("Student", [InputRequired("Choose a student.")])
    wish = RadioField(
        "should sit",
        choices={SeatingRule.APART.value: "apart from", SeatingRule.TOGETHER.value: "together with"},
        default=SeatingRule.APART.value,
    )
    second = SelectField("Other student", [InputRequired("Choose a student.")])


@blueprint.form("/classes/<class_id>/seating")
def seating(class_id: str) -> ResponseReturnValue:
    """Show the wishes of a class, and add one."""
    school_class = school_class_or_404(class_id)
    students = students_of(class_id=class_id)
    form = WishForm()
    form.first.choices = form.second.choices = {one.id: one.name for one in students}
    if not form.is_submitted() and len(students) > 1:
        form.second.data = students[1].id  # the first is chosen on the left
    if form.validate_on_submit():
        pair = form.text("first"), form.text("second")
        add_wish(class_id=class_id, student_ids=pair, wish=SeatingRule(form.text("wish")))
        return redirect(url_for("classes.seating", class_id=class_id), 303)
    names = {one.id: one.name for one in students}
    by_name = list(names)
    kept = [
        (one.id, *(names[who] for who in sorted((one.first_id, one.second_id), key=by_name.index)), one.wish)
        for one in wishes_of(class_id=class_id)
        if one.first_id in names and one.second_id in names
    ]
    session = open_session_of(class_id=class_id)
    page = render_template(
        "classes/seating.html", school_class=school_class, form=form, kept=kept, names=names, session=session
    )
    return page, form.status


@blueprint.post("/classes/<class_id>/seating/remove")
def remove_seating(class_id: str) -> ResponseReturnValue:
    """Forget a wish."""
    school_class_or_404(class_id)
    number = request.form.get("wish", 0, type=int)
    if 0 < number < 2**31:
        remove_wish(class_id=class_id, wish_id=number)
    return redirect(url_for("classes.seating", class_id=class_id), 303)
