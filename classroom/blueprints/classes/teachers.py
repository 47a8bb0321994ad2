"""The forms of the pages about classes."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import BooleanField, StringField
from wtforms.validators import DataRequired

from classroom.blueprints.classes import blueprint
from classroom.presenters.words import isolated
from classroom.services.classes import teachers_of_class
from classroom.web.access import own_class_or_404, school_class_or_404
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import form_again, on_refusal


class TeacherNameForm(Form):
    """The name of another teacher."""

    refused_at = "name"
    name = StringField(
        "Name of the teacher",
        [DataRequired("Please type the teacher’s name.")],
        description="Exactly as it stands at the top of their pages.",
        render_kw={"dir": "auto", "autocomplete": "off"},
    )


class HeirForm(Form):
    """To whom a class is given."""

    refused_at = "new_owner"
    new_owner = StringField(
        "Name of the new owner",
        [DataRequired("Please type the teacher’s name.")],
        render_kw={"dir": "auto", "autocomplete": "off"},
    )
    stays = BooleanField("I go on teaching it too")


@blueprint.get("/classes/<class_id>/teachers")
def teachers(class_id: str) -> ResponseReturnValue:
    """Who teaches the class; its owner can change that, anybody else leave."""
    return _page(class_id)


@blueprint.post("/classes/<class_id>/teachers/add")
@on_refusal(form_again)
def add_teacher(class_id: str) -> ResponseReturnValue:
    """Let another teacher in: first ask, then do it."""
    school_class = own_class_or_404(class_id)
    form = TeacherNameForm()
    if form.validate():
        teacher = teachers_of_class.find_new_teacher(class_id=class_id, name=form.text("name"))
        if "sure" not in request.form:
            asked = {"form": form, "school_class": school_class, "teacher": teacher}
            return render_template("classes/add_teacher.html", **asked)
        teachers_of_class.add_teacher(class_id=class_id, name=form.text("name"))
        flash(f"{isolated(teacher.name)} teaches this class too now.", "good")
        return redirect(url_for("classes.teachers", class_id=class_id), 303)
    return _page(class_id, add=form)


@blueprint.post("/classes/<class_id>/teachers/give")
@on_refusal(form_again)
def give(class_id: str) -> ResponseReturnValue:
    """Give the class to another teacher: first ask, then do it."""
    school_class = own_class_or_404(class_id)
    form = HeirForm()
    if form.validate():
        new_owner = teachers_of_class.find_new_owner(class_id=class_id, name=form.text("new_owner"))
        if "sure" not in request.form:
            form.stays.data = True
            asked = {"form": form, "school_class": school_class, "teacher": new_owner}
            return render_template("classes/give.html", **asked)
        stays = bool(form.stays.data)
        teachers_of_class.transfer_class(class_id=class_id, name=form.text("new_owner"), stays=stays)
        flash(f"The class belongs to {isolated(new_owner.name)} now.", "good")
        return redirect(url_for("classes.show", class_id=class_id) if stays else url_for("classes.index"), 303)
    return _page(class_id, give=form)


@blueprint.form("/classes/<class_id>/teachers/<teacher_id>/remove")
def remove_teacher(class_id: str, teacher_id: str) -> ResponseReturnValue:
    """Ask whether a further teacher is to go, then do it. Who teaches too may leave without the owner."""
    is_me = teacher_id == current_teacher_id()
    school_class = school_class_or_404(class_id) if is_me else own_class_or_404(class_id)
    others = teachers_of_class.co_teachers_of(class_id=class_id)
    teacher = next((one for one in others if one.id == teacher_id), None)
    if teacher is None:
        raise NotFound
    form, name = Form(), teacher.name
    if form.validate_on_submit():
        teachers_of_class.remove_teacher(class_id=class_id, teacher_id=teacher_id)
        flash("You have left the class." if is_me else f"{isolated(name)} teaches this class no longer.", "good")
        return redirect(url_for("classes.index") if is_me else url_for("classes.teachers", class_id=class_id), 303)
    asked = {"form": form, "school_class": school_class, "teacher": teacher, "is_me": is_me}
    return render_template("classes/remove_teacher.html", **asked)


def _page(class_id: str, *, add: TeacherNameForm | None = None, give: HeirForm | None = None) -> ResponseReturnValue:
    school_class = school_class_or_404(class_id)
    add, give = add or TeacherNameForm(formdata=None), give or HeirForm(formdata=None)
    page = render_template(
        "classes/teachers.html",
        school_class=school_class,
        co_teachers=teachers_of_class.co_teachers_of(class_id=class_id),
        me=current_teacher_id(),
        add=add,
        give=give,
    )
    return page, max(add.status, give.status)
