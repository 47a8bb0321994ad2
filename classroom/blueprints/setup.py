"""First run: create the first account."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field, StringField
from wtforms.validators import DataRequired, ValidationError

from classroom.i18n import lazy_gettext
from classroom.services.accounts import teachers
from classroom.services.errors import ServiceError
from classroom.services.names import clean_name
from classroom.web import identity
from classroom.web.areas import Area, Audience
from classroom.web.device import this_device
from classroom.web.forms import accepted_by
from classroom.web.passwords import NewPasswordForm
from classroom.web.refusals import Refusal

blueprint = Area("setup", __name__, Audience.EVERYONE)


class SetupForm(NewPasswordForm):
    """The setup token from the terminal, and the first teacher's account."""

    refused_at = "token"
    token = StringField(
        lazy_gettext("Setup token"),
        [DataRequired(lazy_gettext("Enter the setup token. The window where you started the program shows it."))],
        description=lazy_gettext(
            "The window where you started the program shows it. Capital letters, spaces, and hyphens don’t matter."
        ),
    )
    name = StringField(
        lazy_gettext("Your name"),
        [DataRequired(lazy_gettext("Enter your name.")), accepted_by(clean_name)],
        description=lazy_gettext("The name students call you, like Ms. Okafor. You also sign in with it."),
    )

    def validate_token(self, field: Field) -> None:
        """Check the token, also if other fields are wrong: no one should choose a password in vain."""
        try:
            teachers.check_setup_token(folder=_folder(), token=field.data, device=this_device())
        except ServiceError as error:
            self.refusal = Refusal(error)
            raise ValidationError(self.refusal.message) from error


@blueprint.form("/setup")
def show() -> ResponseReturnValue:
    """Create the first account for someone who can read the terminal, and sign them in. Works only once."""
    if teachers.has_teacher():
        return redirect(url_for("auth.sign_in"), 303)
    form = SetupForm()
    if form.validate_on_submit():
        login = teachers.set_up(
            folder=_folder(),
            token=form.text("token"),
            name=form.text("name"),
            password=form.text("password"),
            device=this_device(),
        )
        identity.sign_in(login)
        return redirect(url_for("classes.index"), 303)
    return render_template("setup/show.html", form=form), form.status


def _folder() -> Path:
    return Path(current_app.instance_path)
