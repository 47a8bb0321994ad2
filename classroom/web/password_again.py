"""The one field that grave deeds begin with."""

from __future__ import annotations

from wtforms import PasswordField
from wtforms.validators import DataRequired

from classroom.web.forms import Form


class PasswordAgainForm(Form):
    """The own password, asked for again."""

    own_password = PasswordField("Your own password", [DataRequired("Please give your own password.")])
