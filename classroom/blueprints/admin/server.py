"""The page of the server: its teachers, open links, storage, backup and versions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Response, current_app, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom import clock
from classroom.blueprints.admin.blueprint import blueprint
from classroom.blueprints.admin.forms import InviteForm
from classroom.database import database_file
from classroom.presenters.admin import admin_page
from classroom.services.accounts import invitations
from classroom.services.maintenance import backup
from classroom.web import identity, school_sign_in
from classroom.web.join_link import address_for_others, is_for_this_computer, students_address
from classroom.web.password_again import PasswordAgainForm
from classroom.web.refusals import form_again, on_refusal

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
