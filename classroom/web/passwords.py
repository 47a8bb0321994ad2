"""Forms for passwords: choose one, or confirm it before an action that can't be undone."""

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
from classroom.web.identity import current_login, current_teacher_id


class NewPasswordForm(Form):
    """A new password, typed twice: there is no email to recover a mistyped one."""

    refused_at = "password"
    last = ("password", "again")
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
        if field.data != self.password.data:
            raise ValidationError(_("The two passwords don’t match. Type them again."))


class PasswordAgainForm(Form):
    """The signed-in teacher's password, as confirmation of an action."""

    refused_at = "own_password"
    last = ("own_password",)
    own_password = PasswordField(lazy_gettext("Your password"), [DataRequired(lazy_gettext("Enter your password."))])

    def confirm(self) -> None:
        """Check the password.

        :raises ServiceError: like `teachers.confirm_password`.
        """
        teachers.confirm_password(teacher_id=current_teacher_id(), password=self.text("own_password"))

    @property
    def can_confirm(self) -> bool:
        """Return whether the account has a password: one that uses only the school's sign-in service has none."""
        return teachers.has_password(teacher_id=current_teacher_id())


def has_just_signed_in() -> bool:
    """Return whether the signed-in teacher signed in so recently that there is no need to ask for the password."""
    return teachers.is_recent(current_login().created_at)


_CONFIRMED = "confirmed_at"
GOOD_FOR = timedelta(minutes=5)


def note_confirmation() -> None:
    """Record that the teacher confirmed the password just now."""
    session[_CONFIRMED] = [current_teacher_id(), clock.now().timestamp()]


def has_confirmed() -> bool:
    """Return whether the signed-in teacher confirmed the password a short time ago."""
    teacher_id, since = session.get(_CONFIRMED, (None, 0.0))
    is_fresh = clock.now().timestamp() - since < GOOD_FOR.total_seconds()
    return bool(is_fresh and teacher_id == current_teacher_id())
