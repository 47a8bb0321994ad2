"""What administrators do with one teacher's account."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.admin.blueprint import blueprint
from classroom.blueprints.admin.forms import DELETE, DeleteForm, ResetForm
from classroom.blueprints.admin.server import show_link_once
from classroom.database import db
from classroom.models import Teacher
from classroom.presenters.admin import heirs, teacher_line
from classroom.presenters.words import isolated
from classroom.services.accounts import administration, invitations
from classroom.services.classes.deleting import delete_teacher
from classroom.web import identity


@blueprint.get("/admin/teachers/<teacher_id>")
def teacher(teacher_id: str) -> ResponseReturnValue:
    """One account, and what can be done with it."""
    _teacher_or_404(teacher_id)
    line = teacher_line(teacher_id=teacher_id, own_id=identity.current_teacher_id())
    return render_template("admin/teacher.html", teacher=line, form=ResetForm(formdata=None))


@blueprint.post("/admin/teachers/<teacher_id>/reset")
def reset(teacher_id: str) -> ResponseReturnValue:
    """Make a link with which the teacher can choose a new password."""
    name = _teacher_or_404(teacher_id).name
    drops = bool(ResetForm().drops_two_factor.data)
    token = invitations.make_reset_link(teacher_id=teacher_id, drops_two_factor=drops)
    return show_link_once(token, f"New password for {name}", "24 hours")


@blueprint.post("/admin/teachers/<teacher_id>/administrator")
def make_administrator(teacher_id: str) -> ResponseReturnValue:
    """Let the teacher run the server too, or no longer."""
    name = isolated(_teacher_or_404(teacher_id).name)
    wanted = request.form.get("wanted") == "yes"
    administration.set_administrator(teacher_id=teacher_id, is_administrator=wanted)
    flash(f"{name} is {'an' if wanted else 'no longer an'} administrator.", "good")
    if teacher_id == identity.current_teacher_id() and not wanted:
        return redirect(url_for("classes.index"), 303)
    return redirect(url_for("admin.teacher", teacher_id=teacher_id), 303)


@blueprint.post("/admin/teachers/<teacher_id>/disable")
def disable(teacher_id: str) -> ResponseReturnValue:
    """Let nobody in to the account any more."""
    name = isolated(_teacher_or_404(teacher_id).name)
    administration.disable(teacher_id=teacher_id, by=identity.current_teacher_id())
    flash(f"{name} is signed out everywhere and cannot sign in. Classes and reports are kept.", "good")
    return redirect(url_for("admin.teacher", teacher_id=teacher_id), 303)


@blueprint.post("/admin/teachers/<teacher_id>/enable")
def enable(teacher_id: str) -> ResponseReturnValue:
    """Let the teacher in again."""
    name = isolated(_teacher_or_404(teacher_id).name)
    administration.enable(teacher_id=teacher_id)
    flash(f"{name} can sign in again.", "good")
    return redirect(url_for("admin.teacher", teacher_id=teacher_id), 303)


@blueprint.form("/admin/teachers/<teacher_id>/delete")
def delete(teacher_id: str) -> ResponseReturnValue:
    """Say what would be lost, ask what happens with the classes and for the password, then delete."""
    name = _teacher_or_404(teacher_id).name
    own_id = identity.current_teacher_id()
    line = teacher_line(teacher_id=teacher_id, own_id=own_id)
    form = DeleteForm()
    form.offer(heirs(of=teacher_id))
    if not line.owns_anything:
        del form.classes
    if form.validate_on_submit():
        form.confirm()
        plan = form.text("classes") if line.owns_anything else DELETE
        delete_teacher(teacher_id=teacher_id, by=own_id, new_owner_id=None if plan == DELETE else plan)
        flash(f"The account of {isolated(name)} is deleted.", "good")
        return redirect(url_for("admin.show"), 303)
    return render_template("admin/delete.html", teacher=line, form=form), form.status


def _teacher_or_404(teacher_id: str) -> Teacher:
    found = db.session.get(Teacher, teacher_id)
    if found is None:
        raise NotFound
    return found
