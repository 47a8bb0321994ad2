"""The language of the current request, and its catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import flask_babel
from babel.support import NullTranslations
from flask import current_app, g, has_request_context

from classroom.i18n.catalogs import translations_of
from classroom.i18n.languages import DEFAULT, Language

_globals_now: Callable[[], object] = g._get_current_object  # noqa: SLF001  (how werkzeug names the way past its proxy)
"""Each text asks for the language, and the proxy costs three times as much as the rest of the question."""


def current_language() -> Language:
    """Return the language of this page; English outside of requests."""
    try:
        language: Language | None = _globals_now().language  # type: ignore[attr-defined]
    except (AttributeError, RuntimeError):  # not chosen yet; outside of the app
        language = None
    return language or _choose()


def _choose() -> Language:
    if not has_request_context():
        return DEFAULT
    language = cast("Callable[[], Language]", current_app.extensions["language_chooser"])()
    g.language = language
    return language


@contextmanager
def in_language(language: Language) -> Iterator[None]:
    """Write what follows in another language than that of the page: a login card, a letter."""
    before = g.get("language")  # not looked up: that may need a database which is away
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
