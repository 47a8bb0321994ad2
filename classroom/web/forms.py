"""The base of all forms: text is cleaned, and fields say what is wrong in whole sentences."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flask_wtf import FlaskForm
from wtforms.validators import ValidationError

from classroom.services.errors import ServiceError
from classroom.web.error_messages import error_message, error_status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from wtforms import Field
    from wtforms.fields.core import UnboundField
    from wtforms.form import BaseForm


class Form(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form whose text fields come without white space around and NUL signs in them."""

    _refused_with: int | None = None

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # Flask-WTF has no types
        """Bind every field with the filter."""

        def bind_field(self, form: BaseForm, unbound_field: UnboundField[Field], options: dict[str, Any]) -> Field:
            """Add the filter to the field's own."""
            filters = [*unbound_field.kwargs.get("filters", []), _clean]
            return unbound_field.bind(form=form, **{**options, "filters": filters})

    @property
    def status(self) -> int:
        """With what to answer the page that shows this form: 200 as long as nothing is wrong with it."""
        return self._refused_with or (422 if self.errors else 200)

    def text(self, field: str) -> str:
        """What was typed or chosen in a field; "" if nothing was."""
        return self[field].data or ""

    def refusals(self, field: str) -> Refusals:
        """Let a service work in a ``with`` block: the block is left at what it refuses, which is said in the form."""
        return Refusals(self, field)

    def refuse(self, error: ServiceError, field: str) -> None:
        """Say what was refused: at the field that the problem is called after (``name_taken``), else at ``field``."""
        problem = error.code.value
        place = next(self[name] for name in (problem, problem.partition("_")[0], field) if name in self)
        place.errors = [*place.errors, error_message(error)]
        self._refused_with = error_status(error)


@contextmanager
def as_fault() -> Iterator[None]:
    """Let a validator of a field say what a service refuses."""
    try:
        yield
    except ServiceError as error:
        raise ValidationError(error_message(error)) from error


class Refusals:
    """The ``with`` block of `Form.refusals`."""

    def __init__(self, form: Form, field: str) -> None:
        self._form = form
        self._field = field

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, ServiceError):
            return False
        self._form.refuse(error, self._field)
        return True


def _clean(value: object) -> object:
    return value.replace("\0", "").strip() if isinstance(value, str) else value
