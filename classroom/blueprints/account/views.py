"""The views of a teacher's own account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, flash, redirect, render_template, url_for

from classroom.blueprints.account.forms import ChangePasswordForm
from classroom.services import accounts
from classroom.web import identity

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

blueprint = Blueprint("account", __name__)


@blueprint.route("/account", methods=["GET", "POST"])
def show() -> ResponseReturnValue:
    """The account page, where the password is changed. Only this browser stays signed in then."""
    form = ChangePasswordForm()
    if form.validate_on_submit():
        with form.refusals("old"):
            login = accounts.change_password(
                teacher_id=identity.current_teacher_id(), old=form.text("old"), new=form.text("password")
            )
            identity.sign_in(login)
            flash("Your password is changed. Wherever else you were signed in, you are signed out.", "good")
            return redirect(url_for("account.show"), 303)
    return render_template("account/show.html", form=form), form.status
