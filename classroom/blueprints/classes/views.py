"""Views of classes: the list, one class, its name, its code, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import flash, redirect, render_template, request, url_for

from classroom.blueprints.classes.blueprint import blueprint
from classroom.blueprints.classes.forms import ClassNameForm, RosterForm
from classroom.presenters.classes import class_page, class_tile, spoken_code, steps_to_first_game
from classroom.presenters.past_sessions import session_list
from classroom.presenters.words import isolated
from classroom.services import classes, roster
from classroom.web.access import school_class_or_404
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.join_link import join_link

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.get("/classes")
def index() -> ResponseReturnValue:
    """The teacher's classes, or how to begin."""
    return _index_page(ClassNameForm())


@blueprint.post("/classes")
def create() -> ResponseReturnValue:
    """Make a class and go there."""
    form = ClassNameForm()
    if form.validate():
        with form.refusals("name"):
            school_class = classes.create_class(teacher_id=current_teacher_id(), name=form.text("name"))
            return redirect(url_for("classes.show", class_id=school_class.id), 303)
    return _index_page(form)


@blueprint.get("/classes/<class_id>")
def show(class_id: str) -> ResponseReturnValue:
    """One class: the next step, the code, the roster, past sessions."""
    school_class = school_class_or_404(class_id)
    page = class_page(school_class, classes.overview_of(class_id=class_id), roster.students_of(class_id=class_id))
    sessions = session_list(class_id, has_all=request.args.get("sessions") == "all")
    join = join_link(school_class.code)
    return render_template("classes/show.html", page=page, sessions=sessions, join=join, form=RosterForm())


@blueprint.get("/classes/<class_id>/edit")
def edit(class_id: str) -> ResponseReturnValue:
    """The settings of a class."""
    return _edit_page(class_id, ClassNameForm(obj=school_class_or_404(class_id)))


@blueprint.post("/classes/<class_id>/rename")
def rename(class_id: str) -> ResponseReturnValue:
    """Give the class another name."""
    school_class_or_404(class_id)
    form = ClassNameForm()
    if form.validate():
        with form.refusals("name"):
            classes.rename_class(class_id=class_id, name=form.text("name"))
            flash("The class has its new name.", "good")
            return redirect(url_for("classes.show", class_id=class_id), 303)
    return _edit_page(class_id, form)


@blueprint.post("/classes/<class_id>/change-code")
def change_code(class_id: str) -> ResponseReturnValue:
    """Give the class another code: the old one went round."""
    school_class = school_class_or_404(class_id)
    classes.change_code(class_id=class_id)
    flash(
        f"The new class code is {spoken_code(school_class.code)}. The old one opens nothing any more. "
        "Cards printed before show the old code; their PINs still hold.",
        "good",
    )
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.route("/classes/<class_id>/delete", methods=["GET", "POST"])
def delete(class_id: str) -> ResponseReturnValue:
    """Say what would be lost, then delete the class."""
    school_class = school_class_or_404(class_id)
    form = Form()
    if form.validate_on_submit():
        name = school_class.name
        classes.delete_class(class_id=class_id)
        flash(f"{isolated(name)} is deleted, with everything that was in it.", "good")
        return redirect(url_for("classes.index"), 303)
    return render_template(
        "classes/delete.html",
        school_class=school_class,
        overview=classes.overview_of(class_id=class_id),
        answers=classes.count_answers(class_id=class_id),
        form=form,
    )


def _index_page(form: ClassNameForm) -> ResponseReturnValue:
    tiles = [class_tile(overview) for overview in classes.classes_of(teacher_id=current_teacher_id())]
    first_steps = steps_to_first_game(has_class=False)
    return render_template("classes/index.html", tiles=tiles, first_steps=first_steps, form=form), form.status


def _edit_page(class_id: str, form: ClassNameForm) -> ResponseReturnValue:
    school_class = school_class_or_404(class_id)
    return render_template("classes/edit.html", school_class=school_class, form=form), form.status
