"""The current request's language and catalog."""

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
"""The real object: every text needs the language, and the proxy costs three times as much as the rest of the lookup."""


def current_language() -> Language:
    """Return the language of this page; English outside of requests."""
    try:
        language: Language | None = _globals_now().language  # type: ignore[attr-defined]
    except (AttributeError, RuntimeError):  # not chosen yet, or outside of the app
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
    """Switch to another language than the page's within the block, for example for a login card."""
    before = g.get("language")  # don't determine the outer one, which may need an unavailable database
    g.language = language
    flask_babel.refresh()
    try:
        yield
    finally:
        g.language = before
        flask_babel.refresh()


def translations() -> NullTranslations:
    return translations_of(current_language())
