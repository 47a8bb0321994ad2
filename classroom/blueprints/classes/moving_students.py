"""The view that moves students to another class of the teacher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import flash, redirect, render_template, request, url_for

from classroom.blueprints.classes.blueprint import blueprint
from classroom.presenters.words import all_of, count, isolated
from classroom.services.classes.moving_students import move_to_class
from classroom.services.classes.roster import students_of
from classroom.services.classes.school_classes import classes_of
from classroom.services.problems import ProblemError
from classroom.web.access import school_class_or_404
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.sentences import sentence_of

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from classroom.models import SchoolClass
    from classroom.services.classes.school_classes import ClassOverview

MOST_NAMED = 4
"""Of more students only the number is told."""


@blueprint.route("/classes/<class_id>/move", methods=["GET", "POST"])
def move(class_id: str) -> ResponseReturnValue:
    """Choose students and a class, and move them all or none."""
    school_class = school_class_or_404(class_id)
    others = _other_classes(school_class)
    chosen, to_class = request.form.getlist("student"), request.form.get("to", "")
    form, problem = Form(), None
    if form.validate_on_submit():
        target = next((one for one in others if one.id == to_class), None)
        try:
            if target is not None:
                names = move_to_class(class_id=class_id, to_class_id=target.id, student_ids=chosen)
                flash(f"{_names_text(names)} moved to {isolated(target.name)}. Cards and PINs stay good.", "good")
                return redirect(url_for("classes.show", class_id=class_id), 303)
            problem = "Choose the class they move to."
        except ProblemError as error:
            problem = sentence_of(error)
    page = render_template(
        "classes/move.html",
        school_class=school_class,
        students=students_of(class_id=class_id),
        others=others,
        is_own=_is_own(school_class),
        chosen=set(chosen),
        to_class=to_class,
        form=form,
        problem=problem,
    )
    return page, 422 if problem else form.status


def _other_classes(school_class: SchoolClass) -> list[ClassOverview]:
    """Where its students may go: who only teaches a class too cannot take them to where its owner has no say."""
    others = [one for one in classes_of(teacher_id=current_teacher_id()) if one.id != school_class.id]
    return [one for one in others if _is_own(school_class) or one.owner_id == school_class.teacher_id]


def _is_own(school_class: SchoolClass) -> bool:
    return school_class.teacher_id == current_teacher_id()


def _names_text(names: list[str]) -> str:
    return all_of([isolated(name) for name in names]) if len(names) <= MOST_NAMED else count(len(names), "student")
