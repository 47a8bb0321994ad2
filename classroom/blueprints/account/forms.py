"""The form of the account page."""

from __future__ import annotations

from wtforms import PasswordField
from wtforms.validators import DataRequired

from classroom.web.new_password import NewPasswordForm


class ChangePasswordForm(NewPasswordForm):
    """The old password and a new one."""

    old = PasswordField("Your password until now", [DataRequired("Please give your password until now.")])
