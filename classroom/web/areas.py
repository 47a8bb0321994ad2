"""Register views: an area sets the audience of its pages, and marks set what is special about a view.

Marks go below the route's decorator: `public`, `automatic`, `body_limits.takes_up_to`, and `refusals.on_refusal`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, current_app

from classroom.web.error_messages import Reader
from classroom.web.refusals import View, form_again, on_refusal

_Marked = TypeVar("_Marked", bound=View)

_PUBLIC = "is_public"
_AUTOMATIC = "is_automatic"


class Audience(StrEnum):
    """Who can open the pages of an area."""

    EVERYONE = "everyone"
    TEACHERS = "teachers"
    ADMINISTRATORS = "administrators"
    STUDENTS = "students"


class Area(Blueprint):
    """A blueprint for one audience.

    :param reader: who reads its messages, if the audience doesn't determine it.
    """

    def __init__(self, name: str, import_name: str, audience: Audience, *, reader: Reader | None = None) -> None:
        super().__init__(name, import_name)
        self.audience = audience
        self.reader = reader or (Reader.STUDENT if audience is Audience.STUDENTS else Reader.TEACHER)

    def form(self, rule: str) -> Callable[[View], View]:
        """Register a page with a form: GET shows it, POST submits it, and a rejected form is shown again."""

        def register(view: View) -> View:
            registered: View = self.route(rule, methods=["GET", "POST"])(on_refusal(form_again)(view))
            return registered

        return register


def public(view: _Marked) -> _Marked:
    """Let anyone open a view of an area with another audience."""
    setattr(view, _PUBLIC, True)
    return view


def automatic(view: _Marked) -> _Marked:
    """Mark a view that pages request by themselves, so requests don't count as user activity."""
    setattr(view, _AUTOMATIC, True)
    return view


def audience_of(endpoint: str) -> Audience | None:
    """Return who can open a view; None if it has no audience, so no one can."""
    if endpoint == "static" or getattr(current_app.view_functions.get(endpoint), _PUBLIC, False):
        return Audience.EVERYONE
    area = current_app.blueprints.get(endpoint.partition(".")[0])
    return area.audience if isinstance(area, Area) else None


def is_automatic(endpoint: str | None) -> bool:
    """Return whether pages request this view by themselves."""
    return getattr(current_app.view_functions.get(endpoint or ""), _AUTOMATIC, False)
