"""Forms about passwords: choosing one, and giving it again before what cannot be undone."""

from __future__ import annotations

from datetime import timedelta

from flask import session
from wtforms import Field, PasswordField
from wtforms.validators import DataRequired, ValidationError

from classroom import clock
from classroom.services.accounts import teachers
from classroom.services.accounts.passwords import SHORTEST, check_new_password
from classroom.web.forms import Form, accepted_by
from classroom.web.identity import current_teacher_id


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


class PasswordAgainForm(Form):
    """The own password, asked for again."""

    refused_at = "own_password"
    own_password = PasswordField("Your own password", [DataRequired("Please give your own password.")])

    def confirm(self) -> None:
        """Check the password that was typed.

        :raises ServiceError: as `teachers.confirm_password`.
        """
        teachers.confirm_password(teacher_id=current_teacher_id(), password=self.text("own_password"))

    @property
    def can_confirm(self) -> bool:
        """Whether the account has a password; one opened by the school's sign-in service alone has none yet."""
        return teachers.has_password(teacher_id=current_teacher_id())


_CONFIRMED = "confirmed_at"
GOOD_FOR = timedelta(minutes=5)


def note_confirmation() -> None:
    """The password was right."""
    session[_CONFIRMED] = [current_teacher_id(), clock.now().timestamp()]


def has_confirmed() -> bool:
    """Whether that was a short time ago, and by whoever is signed in now."""
    teacher_id, since = session.get(_CONFIRMED, (None, 0.0))
    is_fresh = clock.now().timestamp() - since < GOOD_FOR.total_seconds()
    return bool(is_fresh and teacher_id == current_teacher_id())
