"""The form of a student's page."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import DataRequired

from classroom.web.forms import Form


class StudentNameForm(Form):
    """The name of a student."""

    refused_at = "name"
    name = StringField("Name", [DataRequired("Please give a name.")], render_kw={"dir": "auto", "autocomplete": "off"})
