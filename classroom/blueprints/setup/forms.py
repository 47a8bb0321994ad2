"""The form of the set-up page."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import DataRequired

from classroom.services.names import clean_name
from classroom.web.forms import accepted_by
from classroom.web.new_password import NewPasswordForm


class SetupForm(NewPasswordForm):
    """The token from the console, and the first teacher's account."""

    refused_at = "token"
    token = StringField(
        "Token",
        [DataRequired("Please type the token from the window where the program was started.")],
        description="It stands in the window where the program was started. Upper and lower case, spaces and hyphens "
        "do not matter.",
    )
    name = StringField(
        "Your name",
        [DataRequired("Please give your name."), accepted_by(clean_name)],
        description="As students call you: Ms Okafor. You sign in with it.",
    )
