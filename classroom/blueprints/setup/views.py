"""The view of the first run."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.setup.forms import SetupForm
from classroom.services.accounts import teachers
from classroom.web import identity
from classroom.web.areas import Area, Audience
from classroom.web.device import this_device

blueprint = Area("setup", __name__, Audience.EVERYONE)


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
