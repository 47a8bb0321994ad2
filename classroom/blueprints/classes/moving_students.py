"""The view that moves students to another class of the teacher."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.models import SchoolClass
from classroom.presenters.words import all_of, count, isolated
from classroom.services.classes.moving_students import move_to_class
from classroom.services.classes.roster import students_of
from classroom.services.classes.school_classes import ClassOverview, classes_of
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.web.access import school_class_or_404
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id

MOST_NAMED = 4
"""Of more students only the number is told."""


@blueprint.form("/classes/<class_id>/move")
def move(class_id: str) -> ResponseReturnValue:
    """Choose students and a class, and move them all or none."""
    school_class = school_class_or_404(class_id)
    others = _other_classes(school_class)
    chosen, to_class = request.form.getlist("student"), request.form.get("to", "")
    form = Form()
    if form.validate_on_submit():
        target = next((one for one in others if one.id == to_class), None)
        if target is None:
            raise ServiceError(ClassErrorCode.NO_CLASS_TO_MOVE_TO)
        names = move_to_class(class_id=class_id, to_class_id=target.id, student_ids=chosen)
        flash(f"{_names_text(names)} moved to {isolated(target.name)}. Cards and PINs stay good.", "good")
        return redirect(url_for("classes.show", class_id=class_id), 303)
    page = render_template(
        "classes/move.html",
        school_class=school_class,
        students=students_of(class_id=class_id),
        others=others,
        is_own=_is_own(school_class),
        chosen=set(chosen),
        to_class=to_class,
        form=form,
    )
    return page, form.status


def _other_classes(school_class: SchoolClass) -> list[ClassOverview]:
    """Where its students may go: who only teaches a class too cannot take them to where its owner has no say."""
    others = [one for one in classes_of(teacher_id=current_teacher_id()) if one.id != school_class.id]
    return [one for one in others if _is_own(school_class) or one.owner_id == school_class.teacher_id]


def _is_own(school_class: SchoolClass) -> bool:
    return school_class.teacher_id == current_teacher_id()


def _names_text(names: list[str]) -> str:
    return all_of([isolated(name) for name in names]) if len(names) <= MOST_NAMED else count(len(names), "student")
