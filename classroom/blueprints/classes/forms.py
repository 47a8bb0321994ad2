"""The forms of the pages about classes."""

from __future__ import annotations

from wtforms import StringField, TextAreaField
from wtforms.validators import DataRequired

from classroom.web.forms import Form


class ClassNameForm(Form):
    """The name of a class."""

    name = StringField(
        "Name of the class", [DataRequired("Please give the class a name.")], description="For example 7B."
    )


class RosterForm(Form):
    """A pasted list of names."""

    names = TextAreaField(
        "Names, one on each line",
        [DataRequired("Please paste at least one name.")],
        description="Copy a column of your spreadsheet, or type. First name and initial are enough: Ana K.",
        render_kw={"rows": 10, "spellcheck": "false", "autocomplete": "off", "dir": "auto"},
    )
