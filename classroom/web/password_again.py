"""The password asked for again, before what cannot be undone: whoever asks is the teacher, not a child at the desk."""

from __future__ import annotations

from wtforms import PasswordField
from wtforms.validators import DataRequired

from classroom.services.accounts import teachers
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id


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
