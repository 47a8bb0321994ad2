"""The two things that a student types."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import InputRequired

from classroom.web.forms import Form


class CodeForm(Form):
    """The class code."""

    code = StringField("Class code", [InputRequired("Please type the class code.")])


class PinForm(Form):
    """The PIN of one student."""

    pin = StringField("Your PIN", [InputRequired("Please type your PIN.")])
