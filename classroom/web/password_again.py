"""Asking for the password before what cannot be undone, and remembering for a while that it was given."""

from __future__ import annotations

from datetime import timedelta

from flask import session
from wtforms import PasswordField
from wtforms.validators import DataRequired

from classroom import clock
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
