"""The base class of all forms: cleans text and provides complete error messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flask import g, request
from flask_wtf import FlaskForm
from flask_wtf.i18n import translations
from werkzeug.datastructures import CombinedMultiDict, MultiDict
from wtforms import (
    BooleanField,
    Field,
    FileField,
    HiddenField,
    IntegerField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
)
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from classroom.i18n import lazy_gettext
from classroom.services.errors import ServiceError
from classroom.web.error_messages import error_message
from classroom.web.refusals import Refusal

_CHOICE_MISSING = lazy_gettext("Choose one of the options on this page.")
_CHOICES = "'%(value)s' is not a valid choice for this field."
_MESSAGES = {
    "This field is required.": lazy_gettext("This field is required."),
    "Not a valid choice.": _CHOICE_MISSING,
    "Invalid Choice: could not coerce.": _CHOICE_MISSING,
    "Not a valid integer value.": lazy_gettext("Enter a whole number."),
    "Not a valid decimal value.": lazy_gettext("Enter a number."),
}
"""WTForms' messages in this app's words."""
_SINGLE = (BooleanField, FileField, IntegerField, RadioField, SelectField, StringField)
_SEVERAL = (HiddenField, RadioField, SelectMultipleField)
"""Subclasses of these that are not one control."""
_SENT = object()
"""Stands for what the request sent."""


class _Messages:
    """Translate WTForms' messages with this app's catalogs, or else with its own."""

    def gettext(self, message: str) -> str:
        return str(_MESSAGES[message] if message in _MESSAGES else translations.gettext(message))

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Translate a message with a plural."""
        return str(_CHOICE_MISSING if one == _CHOICES else translations.ngettext(one, many, number))


class Form(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form that strips white space and NUL characters from text.

    It also shows why a service rejected it (`classroom.web.refusals.form_again`): at the error code's field, or at
    `refused_at`, or above all fields.
    """

    refused_at: str | None = None
    """The field for errors of fields that this form doesn't have."""
    last: tuple[str, ...] = ()
    """A base class's fields that its pages show below the others."""
    refusal: Refusal | None = None
    focuses_field: bool = False
    """Whether the first wrong field gets the focus. If not, the list of errors does (``macros/forms.html``)."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # Flask-WTF has no types
        """Reads and cleans the text of every field, and translates messages."""

        def bind_field(self, form: BaseForm, unbound_field: UnboundField[Field], options: dict[str, Any]) -> Field:
            """Add the filter to the field's own filters."""
            filters = [*unbound_field.kwargs.get("filters", []), _clean]
            return unbound_field.bind(form=form, **{**options, "filters": filters})

        def wrap_formdata(self, form: BaseForm, formdata: Any) -> Any:  # noqa: ANN401  (as WTForms has it)
            """Return what was sent as a form: texts for all fields, and files for fields of files.

            Flask-WTF would also give a field a file in place of its text, or any value from JSON.
            """
            if formdata is not _SENT:
                return formdata
            if request.method != "POST" or not (request.form or request.files):
                return None
            wanted = {field.name for field in form if isinstance(field, FileField)}
            files = [(name, file) for name, file in request.files.items(multi=True) if name in wanted]
            return CombinedMultiDict([MultiDict(files), request.form])

        def get_translations(self, form: BaseForm) -> _Messages:
            del form
            return _Messages()

    def __init__(self, formdata: Any = _SENT, **values: Any) -> None:  # noqa: ANN401  (as WTForms has it)
        super().__init__(formdata=formdata, **values)

    def __iter__(self) -> Iterator[Field]:
        """Iterate over the fields in the order of the page."""
        return iter(sorted(super().__iter__(), key=lambda field: field.name in self.last))

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401  (as WTForms has it)
        """Validate the form, or show the service's error if one rejected it."""
        refusal: Refusal | None = g.get("refusal")
        if refusal is not None and g.accepted_form is type(self):
            self.refuse(refusal)
            return False
        is_valid: bool = super().validate(extra_validators)
        if is_valid:
            g.accepted_form = type(self)
        else:
            self._focus_first_wrong()
        return is_valid

    @property
    def status(self) -> int:
        """Return the HTTP status of the page that shows this form: 200 if it has no errors."""
        if self.refusal is not None:
            return self.refusal.status
        return 422 if self.errors else 200

    @property
    def message(self) -> str | None:
        """Return why a service rejected the form, for a page without its fields."""
        return self.refusal.message if self.refusal is not None else None

    def text(self, field: str) -> str:
        """Return a field's text or choice; "" if it is empty."""
        return self[field].data or ""

    def refuse(self, refusal: Refusal) -> None:
        """Show why a service rejected the form."""
        self.refusal = refusal
        place = next((self[name] for name in (refusal.field, self.refused_at) if name in self), None)
        if place is None:
            self.form_errors: list[str] = [*self.form_errors, refusal.message]
        else:
            place.errors = [*place.errors, refusal.message]
        self._focus_first_wrong()

    def _focus_first_wrong(self) -> None:
        """Focus the first wrong field when the page opens, unless it is a group of choices, or hidden."""
        wrong = next((field for field in self if field.errors), None)
        if wrong is not None and isinstance(wrong, _SINGLE) and not isinstance(wrong, _SEVERAL):
            wrong.render_kw = {**(wrong.render_kw or {}), "autofocus": True}
            self.focuses_field = True


def accepted_by(check: Callable[[str], object]) -> Callable[[Form, Field], None]:
    """Return a validator that lets a service check the text of a field."""

    def validate(form: Form, field: Field) -> None:
        del form
        try:
            check(field.data or "")
        except ServiceError as error:
            raise ValidationError(error_message(error)) from error

    return validate


def _clean(value: object) -> object:
    return value.replace("\0", "").strip() if isinstance(value, str) else value
