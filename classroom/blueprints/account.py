"""A teacher's account: password, sign-ins, two-step verification, and the school's sign-in services."""

from __future__ import annotations

from flask import flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import PasswordField, StringField
from wtforms.validators import DataRequired

from classroom.i18n import LANGUAGES, _, lazy_gettext
from classroom.presenters.account import shown_account, shown_key
from classroom.services.accounts import connections, logins, teachers, two_factor
from classroom.services.accounts.two_factor import key_of, new_seed
from classroom.web import identity
from classroom.web.areas import Area, Audience
from classroom.web.forms import Form
from classroom.web.passwords import (
    NewPasswordForm,
    PasswordAgainForm,
    has_confirmed,
    has_just_signed_in,
    note_confirmation,
)
from classroom.web.school_sign_in import Purpose, service_or_404
from classroom.web.server_key import server_key

blueprint = Area("account", __name__, Audience.TEACHERS)


class ChangePasswordForm(NewPasswordForm):
    refused_at = "old"
    old = PasswordField(lazy_gettext("Current password"), [DataRequired(lazy_gettext("Enter your current password."))])


class FirstCodeForm(Form):
    refused_at = "code"
    code = StringField(
        lazy_gettext("Code from the app"),
        [DataRequired(lazy_gettext("Enter the code that the app shows."))],
        description=lazy_gettext("Six digits. A new code appears every 30 seconds."),
    )


class FirstCodeAndPasswordForm(FirstCodeForm, PasswordAgainForm):
    """The same with the password, which proves that no one else uses an unlocked computer."""

    refused_at = PasswordAgainForm.refused_at


_SEED = "two_factor_seed"


@blueprint.form("/account")
def show() -> ResponseReturnValue:
    """Show the account page and change the password, which signs the teacher out everywhere else."""
    login = identity.current_login()
    account = shown_account(login)
    form = ChangePasswordForm() if account.has_password else NewPasswordForm()
    if form.validate_on_submit():
        identity.sign_in(_new_password(form))
        flash(_("Password changed. You are signed out on all other devices."), "good")
        return redirect(url_for("account.show"), 303)
    return render_template("account/show.html", form=form, account=account, languages=LANGUAGES), form.status


def _new_password(form: NewPasswordForm) -> str:
    login = identity.current_login()
    teacher_id = identity.current_teacher_id()
    if isinstance(form, ChangePasswordForm):
        return teachers.change_password(teacher_id=teacher_id, old=form.text("old"), new=form.text("password"))
    return teachers.choose_first_password(
        teacher_id=teacher_id, new=form.text("password"), signed_in_at=login.created_at
    )


@blueprint.post("/account/sign-out-elsewhere")
def sign_out_elsewhere() -> ResponseReturnValue:
    """End all other sign-ins of the teacher."""
    logins.end_other_logins(login=identity.current_login())
    flash(_("You are signed out everywhere else."), "good")
    return redirect(url_for("account.show"), 303)


@blueprint.form("/account/codes")
def two_factor_on() -> ResponseReturnValue:
    """Show a new key for an authenticator app, and turn on two-step verification after a first correct code.

    Someone else could lock the teacher out, so the password is asked for, except after a fresh sign-in.
    """
    teacher_id = identity.current_teacher_id()
    if two_factor.is_on(teacher_id=teacher_id):
        return redirect(url_for("account.two_factor_off"), 303)
    # The key's seed waits in the cookie, so that a posted form can only contain a code.
    seed = session.get(_SEED, "")
    key = key_of(seed, server_key=server_key())
    if not key:
        seed = session[_SEED] = new_seed(server_key=server_key())
        key = key_of(seed, server_key=server_key()) or ""
    form = FirstCodeForm() if has_just_signed_in() else FirstCodeAndPasswordForm()
    if form.validate_on_submit():
        if isinstance(form, FirstCodeAndPasswordForm):
            form.confirm()
        two_factor.turn_on(teacher_id=teacher_id, seed=seed, code=form.text("code"), server_key=server_key())
        session.pop(_SEED)
        flash(_("Two-step verification is on. You sign in with your password and a code."), "good")
        return redirect(url_for("account.show"), 303)
    name = identity.person_name() or ""
    shown = shown_key(key, name=name)
    is_administrator = identity.current_identity().is_administrator
    page = render_template(
        "account/two_factor_on.html", form=form, key=shown, is_administrator=is_administrator, name=name
    )
    return page, form.status


@blueprint.form("/account/codes/off")
def two_factor_off() -> ResponseReturnValue:
    """Turn off two-step verification after asking for the password."""
    form = PasswordAgainForm()
    if form.validate_on_submit():
        form.confirm()
        two_factor.turn_off(teacher_id=identity.current_teacher_id())
        flash(_("Two-step verification is off. You sign in with your password only."), "good")
        return redirect(url_for("account.show"), 303)
    return render_template("account/two_factor_off.html", form=form), form.status


@blueprint.form("/account/connect")
def connect() -> ResponseReturnValue:
    """Ask for the password, then show the link to the school's sign-in service."""
    service_or_404(Purpose.CONNECT, None)
    form = PasswordAgainForm()
    if form.validate_on_submit():
        form.confirm()
        note_confirmation()
        return redirect(url_for("account.connect"), 303)
    return render_template("account/connect.html", form=form, is_confirmed=has_confirmed()), form.status


@blueprint.post("/account/disconnect")
def disconnect() -> ResponseReturnValue:
    """Disconnect the account from the school's sign-in service."""
    connections.disconnect(teacher_id=identity.current_teacher_id())
    flash(_("Account disconnected. Sign in with your name and password from now on."), "good")
    return redirect(url_for("account.show"), 303)
