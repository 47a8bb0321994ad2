"""The forms of signing in, and of one-time links."""

from __future__ import annotations

from wtforms import PasswordField, StringField
from wtforms.validators import DataRequired

from classroom.web.forms import Form
from classroom.web.new_password import NewPasswordForm

_NAME = "As students call you: Ms Okafor. You sign in with it."


class SignInForm(Form):
    """Name and password of a teacher."""

    refused_at = "password"
    name = StringField(
        "Your name", [DataRequired("Please give your name.")], description="As you gave it when you made your account."
    )
    password = PasswordField("Password", [DataRequired("Please give your password.")])


class CodeForm(Form):
    """The code of an authenticator app."""

    refused_at = "code"
    code = StringField(
        "Code", [DataRequired("Please type the code.")], description="Six digits. A new one comes every 30 seconds."
    )


class LinkForm(Form):
    """The code of a one-time link; with JavaScript it is taken from the link."""

    refused_at = "code"
    code = StringField(
        "Code from your link",
        [DataRequired("Please copy the code of your link into this field.")],
        description="It is the part behind the # sign. You may paste the whole link.",
    )


class InvitationForm(NewPasswordForm):
    """The account that an invitation is for."""

    refused_at = "name"
    name = StringField("Your name", [DataRequired("Please give your name.")], description=_NAME)


class SchoolInvitationForm(Form):
    """The same for somebody who signs in by the school's service, and needs no password."""

    refused_at = "name"
    name = StringField("Your name", [DataRequired("Please give your name.")], description=_NAME)
