"""The forms of the pages about decks."""

from __future__ import annotations

from flask_wtf.file import FileField, FileRequired
from wtforms import RadioField, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.validators import DataRequired

from classroom.services.decks.content import (
    LARGEST_NUMBERS,
    STEPS,
    TABLES,
    Content,
    SkillChoice,
    WrittenCards,
    visible,
)
from classroom.services.decks.keeping import MAX_TITLE
from classroom.web.forms import Form
from engine.equations import SKILLS

_ANY = "any"
_FORGED = "Please choose one of these."


class DeckForm(Form):
    """What every deck has."""

    refused_at = "title"
    title = StringField(
        "Title",
        [DataRequired("Please give the deck a title.")],
        description=f"For example Doubles and halves. Up to {MAX_TITLE} characters.",
        render_kw={"dir": "auto", "autocomplete": "off"},
    )

    def content(self) -> Content:
        """What was chosen or written; only of a form that validates."""
        raise NotImplementedError


class CardsForm(DeckForm):
    """A deck of cards that a teacher writes."""

    cards = TextAreaField(
        "Cards, one on each line",
        [DataRequired("Please type at least one card.")],
        filters=[lambda typed: visible(typed or "")],
        description="For example 7 + 5, ½ of 24, 6 × ? = 48, double 9 = 18. "
        "After words, type a semicolon and the answer: legs of 6 dogs; 24. "
        "You can also paste two columns from a spreadsheet: equation and answer.",
        # One line stays one line, so that lines can be counted.
        render_kw={"rows": 16, "wrap": "off", "spellcheck": "false", "autocomplete": "off", "dir": "auto"},
    )

    def content(self) -> WrittenCards:
        return WrittenCards(self.text("cards"))


class FileForm(Form):
    """A file of cards."""

    refused_at = "file"
    title = StringField(
        "Title",
        description="Without one the deck is called as the file is.",
        render_kw={"dir": "auto", "autocomplete": "off"},
    )
    file = FileField(
        "File",
        [FileRequired("Please choose a file.")],
        description="A CSV or text file with a question and, if you like, its answer on each line.",
        render_kw={"accept": ".csv,.tsv,.txt,text/csv,text/plain"},
    )


class SkillsForm(DeckForm):
    """A deck of skills from the catalogue."""

    skills = SelectMultipleField("Skills", choices={key: skill.title for key, skill in SKILLS.items()})
    largest = SelectField(
        "Largest number",
        [DataRequired(_FORGED)],
        choices={_ANY: "As the skills have them", **{str(number): f"Up to {number}" for number in LARGEST_NUMBERS}},
        default=_ANY,
        description="No number on a card, nor its answer, is larger.",
    )
    tables = SelectMultipleField(
        "Times tables",
        choices={str(table): str(table) for table in TABLES},
        description="For the skills about times tables and dividing within them. None ticked: all of them.",
    )
    hardest = RadioField(
        "Steps within a skill",
        choices={str(STEPS[0]): "The first, easiest one", str(STEPS[1]): "Up to the second", str(STEPS[2]): "All"},
        default=str(STEPS[-1]),
        description="Some skills have steps: subtracting with regrouping comes to zeros in the third.",
    )

    @classmethod
    def showing(cls, title: str = "", choice: SkillChoice | None = None) -> SkillsForm:
        """The form as it was sent, or, when it is opened, with this choice."""
        choice = choice or SkillChoice(())
        return cls(
            title=title,
            skills=list(choice.skills),
            largest=str(choice.largest or _ANY),
            tables=[str(table) for table in choice.tables],
            hardest=str(choice.hardest),
        )

    def content(self) -> SkillChoice:
        chosen, largest = set(self.skills.data or ()), self.text("largest")
        return SkillChoice(
            skills=tuple(key for key in SKILLS if key in chosen),
            largest=None if largest == _ANY else int(largest),
            tables=tuple(sorted(map(int, self.tables.data or ()))),
            hardest=int(self.text("hardest")),
        )
