"""What a student types or taps to sign in."""

from __future__ import annotations

from wtforms import SelectMultipleField, StringField
from wtforms.validators import InputRequired

from classroom.services.accounts.card_secrets import PICTURES, PICTURES_ON_CARD
from classroom.web.forms import Form


class CodeForm(Form):
    """The class code."""

    refused_at = "code"
    code = StringField("Class code", [InputRequired("Please type the class code.")])


class PinForm(Form):
    """The PIN of one student."""

    refused_at = "pin"
    is_complete = True
    pin = StringField("Your PIN", [InputRequired("Please type your PIN.")])

    @property
    def secret(self) -> str:
        """What was typed, without the spaces that the card shows between groups of digits."""
        return "".join(self.text("pin").replace("-", "").split())


class PicturesForm(Form):
    """The pictures of one student, tapped one after the other. The page keeps the earlier ones until there are four."""

    refused_at = "pictures"
    pictures = SelectMultipleField("Your pictures", validate_choice=False)

    @property
    def chosen(self) -> list[str]:
        """The pictures tapped, each once: a finger may slip."""
        tapped = dict.fromkeys(one for one in self.pictures.data or () if one in PICTURES)
        return list(tapped)[:PICTURES_ON_CARD]

    @property
    def is_complete(self) -> bool:
        """Whether there are four."""
        return len(self.chosen) == PICTURES_ON_CARD

    @property
    def secret(self) -> str:
        """The pictures in order, as they were hashed."""
        return " ".join(self.chosen)
