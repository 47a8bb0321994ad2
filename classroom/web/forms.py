"""The base of all forms: text is cleaned, and fields say what is wrong in whole sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import g
from flask_wtf import FlaskForm
from wtforms import Field
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from classroom.services.errors import ServiceError
from classroom.web.error_messages import error_message
from classroom.web.refusals import Refusal


class Form(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form whose text fields come without white space around and NUL signs in them.

    It also shows what was rejected after it had been accepted (`classroom.web.refusals.form_again`): at the field of
    the error code, else at `refused_at`, else above all fields.
    """

    refused_at: str | None = None
    """The field for reasons that are about no field of this form."""
    refusal: Refusal | None = None

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # Flask-WTF has no types
        """Bind every field with the filter."""

        def bind_field(self, form: BaseForm, unbound_field: UnboundField[Field], options: dict[str, Any]) -> Field:
            """Add the filter to the field's own."""
            filters = [*unbound_field.kwargs.get("filters", []), _clean]
            return unbound_field.bind(form=form, **{**options, "filters": filters})

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401  (as WTForms has it)
        """Check what was sent; once it was rejected, say so instead."""
        refusal: Refusal | None = g.get("refusal")
        if refusal is not None and g.accepted_form is type(self):
            self.refuse(refusal)
            return False
        is_valid: bool = super().validate(extra_validators)
        if is_valid:
            g.accepted_form = type(self)
        return is_valid

    @property
    def status(self) -> int:
        """With what to answer the page that shows this form: 200 as long as nothing is wrong with it."""
        if self.refusal is not None:
            return self.refusal.status
        return 422 if self.errors else 200

    @property
    def message(self) -> str | None:
        """What was rejected, for a page without fields of this form."""
        return self.refusal.message if self.refusal is not None else None

    def text(self, field: str) -> str:
        """What was typed or chosen in a field; "" if nothing was."""
        return self[field].data or ""

    def refuse(self, refusal: Refusal) -> None:
        """Say what was rejected."""
        self.refusal = refusal
        place = next((self[name] for name in (refusal.field, self.refused_at) if name in self), None)
        if place is None:
            self.form_errors: list[str] = [*self.form_errors, refusal.message]
        else:
            place.errors = [*place.errors, refusal.message]


def accepted_by(check: Callable[[str], object]) -> Callable[[Form, Field], None]:
    """Give a validator that lets a service check what was typed in a field."""

    def validate(form: Form, field: Field) -> None:
        del form
        try:
            check(field.data or "")
        except ServiceError as error:
            raise ValidationError(error_message(error)) from error

    return validate


def _clean(value: object) -> object:
    return value.replace("\0", "").strip() if isinstance(value, str) else value
