"""The forms of the pages about classes."""

from __future__ import annotations

from flask_wtf.file import FileField, FileRequired
from wtforms import BooleanField, StringField, TextAreaField
from wtforms.validators import DataRequired

from classroom.web.forms import Form


class ClassNameForm(Form):
    """The name of a class."""

    name = StringField(
        "Name of the class", [DataRequired("Please give the class a name.")], description="For example 7B."
    )


class TeacherNameForm(Form):
    """The name of another teacher."""

    name = StringField(
        "Name of the teacher",
        [DataRequired("Please type the teacher’s name.")],
        description="Exactly as it stands at the top of their pages.",
        render_kw={"dir": "auto", "autocomplete": "off"},
    )


class HeirForm(Form):
    """To whom a class is given."""

    new_owner = StringField(
        "Name of the new owner",
        [DataRequired("Please type the teacher’s name.")],
        render_kw={"dir": "auto", "autocomplete": "off"},
    )
    stays = BooleanField("I go on teaching it too")


class RosterFileForm(Form):
    """A file with a roster."""

    file = FileField("File", [FileRequired("Please choose a file.")])


class RosterForm(Form):
    """A pasted roster."""

    names = TextAreaField(
        "Names, one on each line",
        [DataRequired("Please paste at least one name.")],
        description="Paste a list, or columns from a spreadsheet. You review the names before they are saved.",
        render_kw={"rows": 7, "spellcheck": "false", "autocomplete": "off", "dir": "auto"},
    )
