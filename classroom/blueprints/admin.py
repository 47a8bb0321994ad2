"""For administrators: the teachers' accounts, and the state of the server. It opens nobody's classes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Response, current_app, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import BooleanField, SelectField, StringField
from wtforms.validators import DataRequired

from classroom import clock
from classroom.database import database_file, db
from classroom.models import Teacher
from classroom.presenters.admin import admin_page, heirs, teacher_line
from classroom.presenters.words import isolated
from classroom.services.accounts import administration, invitations
from classroom.services.classes.deleting import delete_teacher
from classroom.services.maintenance import backup
from classroom.web import identity, school_sign_in
from classroom.web.areas import Area, Audience
from classroom.web.forms import Form
from classroom.web.join_link import address_for_others, is_for_this_computer, students_address
from classroom.web.passwords import PasswordAgainForm
from classroom.web.refusals import form_again, on_refusal

blueprint = Area("admin", __name__, Audience.ADMINISTRATORS)


DELETE = "delete"


class InviteForm(Form):
    """For whom the invitation is."""

    refused_at = "name"
    name = StringField(
        "For whom?",
        [DataRequired("Please say for whom the invitation is.")],
        description="Only to tell invitations apart: each teacher chooses their own name.",
    )


class ResetForm(Form):
    """What a reset link does."""

    drops_two_factor = BooleanField(
        "Also end the asking for codes", description="For a teacher who has lost the telephone."
    )


class DeleteForm(PasswordAgainForm):
    """What happens with the classes: the id of whoever gets them, or `DELETE`."""

    classes = SelectField(
        "What happens with the classes and decks?",
        [DataRequired("Please choose what happens with the classes and decks.")],
        validate_choice=False,  # who can be given them is decided when it is done
    )

    def offer(self, heirs: dict[str, str]) -> None:
        """Fill in the choices."""
        gifts = {teacher_id: f"Give them to {isolated(name)}" for teacher_id, name in heirs.items()}
        everything = {DELETE: "Delete them, with all students, games and answers"}
        self.classes.choices = {"": "Please choose", **gifts, **everything}


_FRESH_LINK = "fresh_link"
_PIECE = 256 * 1024


@blueprint.get("/admin")
def show() -> ResponseReturnValue:
    """The whole page."""
    return _page(InviteForm(formdata=None), PasswordAgainForm(formdata=None))


@blueprint.post("/admin/invite")
@on_refusal(form_again)
def invite() -> ResponseReturnValue:
    """Make an invitation; its link is on the next page, once."""
    form = InviteForm()
    if form.validate():
        token = invitations.invite(label=form.text("name"))
        return show_link_once(token, f"Invitation for {form.text('name')}", "one week")
    return _page(form, PasswordAgainForm(formdata=None))


@blueprint.get("/admin/link")
def fresh_link() -> ResponseReturnValue:
    """Show the link that was just made. When the page is opened again it is gone."""
    if _FRESH_LINK not in session:
        return redirect(url_for("admin.show"), 303)
    token, title, good_for = session.pop(_FRESH_LINK)
    address = f"{address_for_others(url_for('auth.open_link'))}#{token}"
    return render_template(
        "admin/link.html", address=address, heading=title, good_for=good_for, is_local=is_for_this_computer()
    )


@blueprint.post("/admin/revoke-link")
def revoke_link() -> ResponseReturnValue:
    """Let a link end now."""
    invitations.revoke_link(token_hash=request.form.get("link", ""))
    flash("The link does not work any more.", "good")
    return redirect(url_for("admin.show"), 303)


@blueprint.post("/admin/backup")
@on_refusal(form_again)
def download_backup() -> ResponseReturnValue:
    """Send a copy of the whole database to whoever knows the administrator's password."""
    database = database_file()
    if database is None:
        raise NotFound
    form = PasswordAgainForm()
    if form.validate():
        form.confirm()
        folder = Path(current_app.instance_path)
        return _download(backup.copy_for_download(database=database, folder=folder), folder)
    return _page(InviteForm(formdata=None), form)


def show_link_once(token: str, title: str, good_for: str) -> ResponseReturnValue:
    """Go to the page that shows a link. The token waits in the cookie: it is in no address, and in no log."""
    session[_FRESH_LINK] = [token, title, good_for]
    return redirect(url_for("admin.fresh_link"), 303)


def _page(invite_form: InviteForm, backup_form: PasswordAgainForm) -> ResponseReturnValue:
    page = admin_page(folder=Path(current_app.instance_path), teacher_id=identity.current_teacher_id())
    return render_template(
        "admin/show.html",
        page=page,
        invite_form=invite_form,
        backup_form=backup_form,
        students_address=students_address(),
        sign_in_problem=school_sign_in.INSTALL if school_sign_in.is_missing() else None,
    ), max(invite_form.status, backup_form.status)


def _download(copy: Path, folder: Path) -> Response:
    answer = Response(_pieces(copy, folder), mimetype="application/vnd.sqlite3")
    answer.headers["Content-Length"] = str(copy.stat().st_size)
    answer.headers["Content-Disposition"] = f'attachment; filename="{backup.name_of_copy(clock.now())}"'
    answer.call_on_close(lambda: copy.unlink(missing_ok=True))  # also if nobody stayed to read it
    return answer


def _pieces(copy: Path, folder: Path) -> Iterator[bytes]:
    with copy.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
    copy.unlink(missing_ok=True)
    backup.note_backup(folder=folder)


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
