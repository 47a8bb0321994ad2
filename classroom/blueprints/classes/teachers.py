"""The teachers of a class: add and remove co-teachers, and transfer the class."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import BooleanField, StringField
from wtforms.validators import DataRequired

from classroom.blueprints.classes import blueprint
from classroom.clock import local_day
from classroom.i18n import _, lazy_gettext
from classroom.presenters.moments import day_text
from classroom.presenters.words import isolated
from classroom.services.classes import teachers_of_class
from classroom.web.access import own_class_or_404, school_class_or_404
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import form_again, on_refusal


class TeacherNameForm(Form):
    refused_at = "name"
    name = StringField(
        lazy_gettext("Name of the teacher"),
        [DataRequired(lazy_gettext("Type the teacher’s name."))],
        description=lazy_gettext("Exactly as it appears at the top of their pages."),
        render_kw={"dir": "auto", "autocomplete": "off"},
    )


class NewOwnerForm(Form):
    refused_at = "new_owner"
    new_owner = StringField(
        lazy_gettext("Name of the new owner"),
        [DataRequired(lazy_gettext("Type the teacher’s name."))],
        render_kw={"dir": "auto", "autocomplete": "off"},
    )
    stays = BooleanField(lazy_gettext("Keep me as a co-teacher"))


@blueprint.get("/classes/<class_id>/teachers")
def teachers(class_id: str) -> ResponseReturnValue:
    """Show the teachers of a class. The owner can change them, and co-teachers can leave."""
    return _page(class_id)


@blueprint.post("/classes/<class_id>/teachers/add")
@on_refusal(form_again)
def add_teacher(class_id: str) -> ResponseReturnValue:
    """Ask for confirmation, then add a co-teacher."""
    school_class = own_class_or_404(class_id)
    form = TeacherNameForm()
    if form.validate():
        teacher = teachers_of_class.find_new_teacher(class_id=class_id, name=form.text("name"))
        if "sure" not in request.form:
            asked = {"form": form, "school_class": school_class, "teacher": teacher}
            return render_template("classes/add_teacher.html", **asked)
        teachers_of_class.add_teacher(class_id=class_id, name=form.text("name"))
        flash(_("%(name)s is now a co-teacher of this class.", name=isolated(teacher.name)), "good")
        return redirect(url_for("classes.teachers", class_id=class_id), 303)
    return _page(class_id, add=form)


@blueprint.post("/classes/<class_id>/teachers/give")
@on_refusal(form_again)
def give(class_id: str) -> ResponseReturnValue:
    """Ask for confirmation, then transfer the class."""
    school_class = own_class_or_404(class_id)
    form = NewOwnerForm()
    if form.validate():
        new_owner = teachers_of_class.find_new_owner(class_id=class_id, name=form.text("new_owner"))
        if "sure" not in request.form:
            form.stays.data = True
            asked = {"form": form, "school_class": school_class, "teacher": new_owner}
            return render_template("classes/give.html", **asked)
        stays = bool(form.stays.data)
        teachers_of_class.transfer_class(class_id=class_id, name=form.text("new_owner"), stays=stays)
        flash(_("%(name)s is now the class owner.", name=isolated(new_owner.name)), "good")
        return redirect(url_for("classes.show", class_id=class_id) if stays else url_for("classes.index"), 303)
    return _page(class_id, give=form)


@blueprint.form("/classes/<class_id>/teachers/<teacher_id>/remove")
def remove_teacher(class_id: str, teacher_id: str) -> ResponseReturnValue:
    """Ask for confirmation, then remove a co-teacher. Co-teachers may leave by themselves."""
    is_me = teacher_id == current_teacher_id()
    school_class = school_class_or_404(class_id) if is_me else own_class_or_404(class_id)
    others = teachers_of_class.co_teachers_of(class_id=class_id)
    teacher = next((one for one in others if one.id == teacher_id), None)
    if teacher is None:
        raise NotFound
    form, name = Form(), teacher.name
    if form.validate_on_submit():
        teachers_of_class.remove_teacher(class_id=class_id, teacher_id=teacher_id)
        removed = _("%(name)s is no longer a co-teacher of this class.", name=isolated(name))
        flash(_("You left the class.") if is_me else removed, "good")
        return redirect(url_for("classes.index") if is_me else url_for("classes.teachers", class_id=class_id), 303)
    asked = {"form": form, "school_class": school_class, "teacher": teacher, "is_me": is_me}
    return render_template("classes/remove_teacher.html", **asked)


def _page(
    class_id: str, *, add: TeacherNameForm | None = None, give: NewOwnerForm | None = None
) -> ResponseReturnValue:
    school_class = school_class_or_404(class_id)
    add, give = add or TeacherNameForm(formdata=None), give or NewOwnerForm(formdata=None)
    page = render_template(
        "classes/teachers.html",
        school_class=school_class,
        co_teachers=teachers_of_class.co_teachers_of(class_id=class_id),
        since={one.teacher_id: day_text(local_day(one.added_at)) for one in school_class.co_teachers},
        me=current_teacher_id(),
        add=add,
        give=give,
    )
    return page, max(add.status, give.status)
