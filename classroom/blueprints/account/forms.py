"""The forms of the account page."""

from __future__ import annotations

from wtforms import PasswordField, StringField
from wtforms.validators import DataRequired

from classroom.web.forms import Form
from classroom.web.new_password import NewPasswordForm


class ChangePasswordForm(NewPasswordForm):
    """The old password and a new one."""

    refused_at = "old"
    old = PasswordField("Your password until now", [DataRequired("Please give your password until now.")])


class FirstCodeForm(Form):
    """The first code of an authenticator app."""

    refused_at = "code"
    code = StringField(
        "Code that the app shows",
        [DataRequired("Please type the code that the app shows.")],
        description="Six digits. A new one comes every 30 seconds.",
    )
