"""Administration: teacher accounts and the state of the server, without access to classes."""

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
from classroom.i18n import _, lazy_gettext
from classroom.models import AuditAction, LinkKind, Teacher
from classroom.presenters.admin import admin_page, possible_owners, teacher_line
from classroom.presenters.words import isolated
from classroom.services import audit_log
from classroom.services.accounts import administration, invitations, roster_ids
from classroom.services.classes.deleting import delete_teacher
from classroom.services.maintenance import backup
from classroom.web import identity, school_sign_in
from classroom.web.areas import Area, Audience
from classroom.web.district_rosters import roster_service_or_404
from classroom.web.forms import Form
from classroom.web.join_link import address_for_others, is_for_this_computer, students_address
from classroom.web.passwords import PasswordAgainForm
from classroom.web.refusals import form_again, on_refusal

blueprint = Area("admin", __name__, Audience.ADMINISTRATORS)


DELETE = "delete"


class InviteForm(Form):
    refused_at = "name"
    name = StringField(
        lazy_gettext("Name of the teacher"),
        [DataRequired(lazy_gettext("Enter the name of the teacher you invite."))],
        description=lazy_gettext("Helps you tell links apart. The teacher can choose another name later."),
    )


class ResetForm(Form):
    """Options of a password reset link."""

    drops_two_factor = BooleanField(
        lazy_gettext("Also turn off two-step verification"),
        description=lazy_gettext("For a teacher who lost their phone."),
    )


class RosterIdForm(Form):
    """The teacher's ID in the district's roster service."""

    refused_at = "roster_id"
    roster_id = StringField(
        lazy_gettext("ID in the roster service"),
        description=lazy_gettext(
            "The teacher’s sourcedId. An account with this ID can get the names in that teacher’s classes."
        ),
    )


class DeleteForm(PasswordAgainForm):
    """Who gets the classes and decks: a teacher's ID, or `DELETE`."""

    classes = SelectField(
        lazy_gettext("Who gets this teacher’s classes and decks?"),
        [DataRequired(lazy_gettext("Choose who gets the classes and decks."))],
        validate_choice=False,  # checked when the account is deleted
    )

    def offer(self, possible_owners: dict[str, str]) -> None:
        gifts = {teacher_id: isolated(name) for teacher_id, name in possible_owners.items()}
        everything = {DELETE: _("No one: delete them with all students, games, and answers")}
        self.classes.choices = {"": _("Choose…"), **gifts, **everything}


_FRESH_LINK = "fresh_link"
_PIECE = 256 * 1024


@blueprint.get("/admin")
def show() -> ResponseReturnValue:
    return _page(InviteForm(formdata=None), PasswordAgainForm(formdata=None))


@blueprint.post("/admin/invite")
@on_refusal(form_again)
def invite() -> ResponseReturnValue:
    """Create an invitation link, and show it once."""
    form = InviteForm()
    if form.validate():
        token = invitations.invite(label=form.text("name"))
        return _show_link_once(token, LinkKind.INVITATION, form.text("name"))
    return _page(form, PasswordAgainForm(formdata=None))


@blueprint.get("/admin/link")
def fresh_link() -> ResponseReturnValue:
    """Show the link that was just created. Opened again, the page no longer has it."""
    if _FRESH_LINK not in session:
        return redirect(url_for("admin.show"), 303)
    token, kind, name = session.pop(_FRESH_LINK)
    address = f"{address_for_others(url_for('auth.open_link'))}#{token}"
    is_invitation = kind == LinkKind.INVITATION
    return render_template(
        "admin/link.html", address=address, is_invitation=is_invitation, name=name, is_local=is_for_this_computer()
    )


@blueprint.post("/admin/revoke-link")
def revoke_link() -> ResponseReturnValue:
    if invitations.revoke_link(token_hash=request.form.get("link", "")):
        flash(_("Link revoked. It no longer works."), "good")
    else:
        flash(
            _("This link was already used, revoked, or expired. If it was used, that teacher can sign in."),
            "info",
        )
    return redirect(url_for("admin.show"), 303)


@blueprint.post("/admin/backup")
@on_refusal(form_again)
def download_backup() -> ResponseReturnValue:
    """Send a copy of the whole database after asking for the administrator's password."""
    database = database_file()
    if database is None:
        raise NotFound
    form = PasswordAgainForm()
    if form.validate():
        form.confirm()
        audit_log.note(AuditAction.BACKUP_SAVED)
        folder = Path(current_app.instance_path)
        return _download(backup.copy_for_download(database=database, folder=folder), folder)
    return _page(InviteForm(formdata=None), form)


def _show_link_once(token: str, kind: LinkKind, name: str) -> ResponseReturnValue:
    """Redirect to the page that shows a link. The token is in the cookie, so it appears in no address and no log."""
    session[_FRESH_LINK] = [token, kind, name]
    return redirect(url_for("admin.fresh_link"), 303)


def _page(invite_form: InviteForm, backup_form: PasswordAgainForm) -> ResponseReturnValue:
    page = admin_page(folder=Path(current_app.instance_path), teacher_id=identity.current_teacher_id())
    return render_template(
        "admin/show.html",
        page=page,
        invite_form=invite_form,
        backup_form=backup_form,
        students_address=students_address(),
        is_sign_in_missing=school_sign_in.is_missing(),
        install_command=school_sign_in.INSTALL_COMMAND,
    ), max(invite_form.status, backup_form.status)


def _download(copy: Path, folder: Path) -> Response:
    answer = Response(_pieces(copy, folder), mimetype="application/vnd.sqlite3")
    answer.headers["Content-Length"] = str(copy.stat().st_size)
    answer.headers["Content-Disposition"] = f'attachment; filename="{backup.name_of_copy(clock.now())}"'
    answer.call_on_close(lambda: copy.unlink(missing_ok=True))  # even if the browser disconnected early
    return answer


def _pieces(copy: Path, folder: Path) -> Iterator[bytes]:
    with copy.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
    copy.unlink(missing_ok=True)
    backup.note_backup(folder=folder)


@blueprint.get("/admin/teachers/<teacher_id>")
def teacher(teacher_id: str) -> ResponseReturnValue:
    _teacher_or_404(teacher_id)
    return _teacher_page(teacher_id, RosterIdForm(formdata=None))


def _teacher_page(teacher_id: str, roster_form: RosterIdForm) -> ResponseReturnValue:
    line = teacher_line(teacher_id=teacher_id, own_id=identity.current_teacher_id())
    if not roster_form.is_submitted():
        roster_form.roster_id.data = line.roster_id
    form = ResetForm(formdata=None)
    return render_template("admin/teacher.html", teacher=line, form=form, roster_form=roster_form), roster_form.status


@blueprint.post("/admin/teachers/<teacher_id>/roster-id")
@on_refusal(form_again)
def set_roster_id(teacher_id: str) -> ResponseReturnValue:
    _teacher_or_404(teacher_id)
    roster_service_or_404()
    form = RosterIdForm()
    if form.validate():
        roster_ids.set_roster_id(teacher_id=teacher_id, roster_id=form.text("roster_id"))
        flash(_("ID saved."), "good")
        return redirect(url_for("admin.teacher", teacher_id=teacher_id), 303)
    return _teacher_page(teacher_id, form)


@blueprint.post("/admin/teachers/<teacher_id>/reset")
def reset(teacher_id: str) -> ResponseReturnValue:
    """Create a password reset link, and show it once."""
    name = _teacher_or_404(teacher_id).name
    drops = bool(ResetForm().drops_two_factor.data)
    token = invitations.make_reset_link(teacher_id=teacher_id, drops_two_factor=drops)
    return _show_link_once(token, LinkKind.RESET, name)


@blueprint.post("/admin/teachers/<teacher_id>/administrator")
def make_administrator(teacher_id: str) -> ResponseReturnValue:
    """Give the teacher the administrator role, or remove it."""
    name = isolated(_teacher_or_404(teacher_id).name)
    wanted = request.form.get("wanted") == "yes"
    administration.set_administrator(teacher_id=teacher_id, is_administrator=wanted)
    if wanted:
        flash(_("%(name)s is now an administrator.", name=name), "good")
    else:
        flash(_("%(name)s is no longer an administrator.", name=name), "good")
    if teacher_id == identity.current_teacher_id() and not wanted:
        return redirect(url_for("classes.index"), 303)
    return redirect(url_for("admin.teacher", teacher_id=teacher_id), 303)


@blueprint.post("/admin/teachers/<teacher_id>/disable")
def disable(teacher_id: str) -> ResponseReturnValue:
    name = isolated(_teacher_or_404(teacher_id).name)
    administration.disable(teacher_id=teacher_id, by=identity.current_teacher_id())
    flash(_("Account of %(name)s deactivated. Classes and reports are kept.", name=name), "good")
    return redirect(url_for("admin.teacher", teacher_id=teacher_id), 303)


@blueprint.post("/admin/teachers/<teacher_id>/enable")
def enable(teacher_id: str) -> ResponseReturnValue:
    """Activate the account again."""
    name = isolated(_teacher_or_404(teacher_id).name)
    administration.enable(teacher_id=teacher_id)
    flash(_("Account activated. %(name)s can sign in again.", name=name), "good")
    return redirect(url_for("admin.teacher", teacher_id=teacher_id), 303)


@blueprint.form("/admin/teachers/<teacher_id>/delete")
def delete(teacher_id: str) -> ResponseReturnValue:
    """Delete the account, after asking who gets its classes and for the administrator's password."""
    name = _teacher_or_404(teacher_id).name
    own_id = identity.current_teacher_id()
    line = teacher_line(teacher_id=teacher_id, own_id=own_id)
    form = DeleteForm()
    form.offer(possible_owners(of=teacher_id))
    if not line.owns_anything:
        del form.classes
    if form.validate_on_submit():
        form.confirm()
        plan = form.text("classes") if line.owns_anything else DELETE
        delete_teacher(teacher_id=teacher_id, by=own_id, new_owner_id=None if plan == DELETE else plan)
        flash(_("Account of %(name)s deleted.", name=isolated(name)), "good")
        return redirect(url_for("admin.show"), 303)
    return render_template("admin/delete.html", teacher=line, form=form), form.status


def _teacher_or_404(teacher_id: str) -> Teacher:
    found = db.session.get(Teacher, teacher_id)
    if found is None:
        raise NotFound
    return found
