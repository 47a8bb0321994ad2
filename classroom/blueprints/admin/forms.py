"""The forms of the pages for administrators."""

from __future__ import annotations

from wtforms import BooleanField, SelectField, StringField
from wtforms.validators import DataRequired

from classroom.presenters.words import isolated
from classroom.web.forms import Form
from classroom.web.password_again import PasswordAgainForm

DELETE = "delete"


class InviteForm(Form):
    """For whom the invitation is."""

    name = StringField(
        "For whom?",
        [DataRequired("Please say for whom the invitation is.")],
        description="Only to tell invitations apart: each teacher chooses their own name.",
    )


class ResetForm(Form):
    """What a reset link does."""

    drops_two_factor = BooleanField(
        "Also end the asking for codes", description="For a teacher who has lost the telephone."
    )


class DeleteForm(PasswordAgainForm):
    """What happens with the classes: the id of whoever gets them, or `DELETE`."""

    classes = SelectField(
        "What happens with the classes and decks?",
        [DataRequired("Please choose what happens with the classes and decks.")],
        validate_choice=False,  # who can be given them is decided when it is done
    )

    def offer(self, heirs: dict[str, str]) -> None:
        """Fill in the choices."""
        gifts = {teacher_id: f"Give them to {isolated(name)}" for teacher_id, name in heirs.items()}
        everything = {DELETE: "Delete them, with all students, games and answers"}
        self.classes.choices = {"": "Please choose", **gifts, **everything}
