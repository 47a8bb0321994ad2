"""Forms about passwords: choose one, or confirm it before an action that cannot be undone."""

from __future__ import annotations

from datetime import timedelta

from flask import session
from wtforms import Field, PasswordField
from wtforms.validators import DataRequired, ValidationError

from classroom import clock
from classroom.i18n import _, lazy_gettext
from classroom.services.accounts import teachers
from classroom.services.accounts.passwords import SHORTEST, check_new_password
from classroom.web.forms import Form, accepted_by
from classroom.web.identity import current_teacher_id


class NewPasswordForm(Form):
    """A new password, typed twice: there is no email to recover a mistyped one."""

    refused_at = "password"
    password = PasswordField(
        lazy_gettext("New password"),
        [DataRequired(lazy_gettext("Choose a password.")), accepted_by(check_new_password)],
        description=lazy_gettext(
            "At least %(shortest)s characters. Three or four words are easy to remember and hard to guess.",
            shortest=SHORTEST,
        ),
    )
    again = PasswordField(
        lazy_gettext("Repeat the new password"), [DataRequired(lazy_gettext("Type the new password again."))]
    )

    def validate_again(self, field: Field) -> None:
        """Compare the two passwords."""
        if field.data != self.password.data:
            raise ValidationError(_("The two passwords don't match. Type them again."))


class PasswordAgainForm(Form):
    """The signed-in teacher's password, to confirm an action."""

    refused_at = "own_password"
    own_password = PasswordField(lazy_gettext("Your password"), [DataRequired(lazy_gettext("Enter your password."))])

    def confirm(self) -> None:
        """Check the password that was typed.

        :raises ServiceError: as `teachers.confirm_password`.
        """
        teachers.confirm_password(teacher_id=current_teacher_id(), password=self.text("own_password"))

    @property
    def can_confirm(self) -> bool:
        """Whether the account has a password. An account that uses only the school's sign-in service has none."""
        return teachers.has_password(teacher_id=current_teacher_id())


_CONFIRMED = "confirmed_at"
GOOD_FOR = timedelta(minutes=5)


def note_confirmation() -> None:
    """Remember that the teacher confirmed with the password just now."""
    session[_CONFIRMED] = [current_teacher_id(), clock.now().timestamp()]


def has_confirmed() -> bool:
    """Whether the signed-in teacher confirmed with the password a short time ago."""
    teacher_id, since = session.get(_CONFIRMED, (None, 0.0))
    is_fresh = clock.now().timestamp() - since < GOOD_FOR.total_seconds()
    return bool(is_fresh and teacher_id == current_teacher_id())
