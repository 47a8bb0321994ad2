"""The form of the sign-in page."""

from __future__ import annotations

from wtforms import PasswordField, StringField
from wtforms.validators import DataRequired

from classroom.web.forms import Form


class SignInForm(Form):
    """Name and password of a teacher."""

    name = StringField(
        "Your name", [DataRequired("Please give your name.")], description="As you gave it at the set-up."
    )
    password = PasswordField("Password", [DataRequired("Please give your password.")])
