"""The first run: the one account that everything else begins with."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField
from wtforms.validators import DataRequired

from classroom.services.accounts import teachers
from classroom.services.names import clean_name
from classroom.web import identity
from classroom.web.areas import Area, Audience
from classroom.web.device import this_device
from classroom.web.forms import accepted_by
from classroom.web.passwords import NewPasswordForm

blueprint = Area("setup", __name__, Audience.EVERYONE)


class SetupForm(NewPasswordForm):
    """The token from the console, and the first teacher's account."""

    refused_at = "token"
    token = StringField(
        "Token",
        [DataRequired("Please type the token from the window where the program was started.")],
        description="It stands in the window where the program was started. Upper and lower case, spaces and hyphens "
        "do not matter.",
    )
    name = StringField(
        "Your name",
        [DataRequired("Please give your name."), accepted_by(clean_name)],
        description="As students call you: Ms Okafor. You sign in with it.",
    )


@blueprint.form("/setup")
def show() -> ResponseReturnValue:
    """Make the first account for whoever can read the console, and sign in; never again after that."""
    if teachers.has_teacher():
        return redirect(url_for("auth.sign_in"), 303)
    form = SetupForm()
    if form.validate_on_submit():
        login = teachers.set_up(
            folder=Path(current_app.instance_path),
            token=form.text("token"),
            name=form.text("name"),
            password=form.text("password"),
            device=this_device(),
        )
        identity.sign_in(login)
        return redirect(url_for("classes.index"), 303)
    return render_template("setup/show.html", form=form), form.status
