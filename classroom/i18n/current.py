"""The language of the present request, and its catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import flask_babel
from babel.support import NullTranslations
from flask import current_app, g, has_app_context, has_request_context

from classroom.i18n.catalogs import translations_of
from classroom.i18n.languages import DEFAULT, Language


def current_language() -> Language:
    """Return the language of this page; English outside of requests."""
    if not has_app_context():
        return DEFAULT
    language = g.get("language")
    if language is None:
        if not has_request_context():
            return DEFAULT
        language = g.language = cast("Callable[[], Language]", current_app.extensions["language_chooser"])()
    return cast("Language", language)


@contextmanager
def in_language(language: Language) -> Iterator[None]:
    """Write what follows in another language than that of the page: a login card, a letter."""
    before = current_language()
    g.language = language
    flask_babel.refresh()
    try:
        yield
    finally:
        g.language = before
        flask_babel.refresh()


def translations() -> NullTranslations:
    """Return the catalog of this page."""
    return translations_of(current_language())
