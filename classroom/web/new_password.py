"""The two fields of a new password."""

from __future__ import annotations

from wtforms import Field, PasswordField
from wtforms.validators import DataRequired, ValidationError

from classroom.services.accounts.passwords import SHORTEST, check_new_password
from classroom.web.forms import Form, accepted_by


class NewPasswordForm(Form):
    """A form with a new password, typed twice: nobody can send a forgotten one by email."""

    refused_at = "password"
    password = PasswordField(
        "New password",
        [DataRequired("Please choose a password."), accepted_by(check_new_password)],
        description=f"At least {SHORTEST} characters. Three or four words are easy to remember and hard to guess.",
    )
    again = PasswordField("The same password again", [DataRequired("Please type the password again.")])

    def validate_again(self, field: Field) -> None:
        """Find typing mistakes."""
        if field.data != self.password.data:
            raise ValidationError("The two passwords are not the same. Please type them again.")
