"""Text in the reader's language: available languages, the language of a page, and translation functions.

Mark every user-visible text with one of the functions here: see docs/translation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import flask_babel
from babel import Locale
from flask import Flask
from flask_babel.speaklater import LazyString

from classroom.i18n.catalogs import translated
from classroom.i18n.current import current_language, in_language, translations
from classroom.i18n.languages import DEFAULT, LANGUAGES, PSEUDO_LANGUAGES, Language, language_of_tag, matching_language
from classroom.i18n.sentences import filled
from classroom.i18n.templates import use_in_templates

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "PSEUDO_LANGUAGES",
    "Language",
    "_",
    "current_language",
    "current_locale",
    "in_language",
    "language_of_tag",
    "lazy_gettext",
    "lazy_pgettext",
    "matching_language",
    "ngettext",
    "npgettext",
    "pgettext",
    "use_languages",
]


def use_languages(app: Flask, choose: Callable[[], Language]) -> None:
    """Translate pages.

    :param choose: returns the language of the current request. Called once per request, when first needed.
    """
    app.extensions["language_chooser"] = choose
    babel = flask_babel.Babel()
    babel.init_app(app, locale_selector=lambda: current_language().locale)
    babel.domain_instance = _Catalogs()
    use_in_templates(app.jinja_env)
    app.context_processor(lambda: {"language": current_language()})


def current_locale() -> Locale:
    """Return the locale for dates, numbers, and lists on this page."""
    return current_language().babel_locale


def _(message: str, **values: object) -> str:
    """Translate a whole sentence. Placeholders are named: ``_("%(name)s passed.", name=name)``."""
    text = translated(current_language(), None, message)
    return filled(text, values) if values else text


def pgettext(context: str, message: str, **values: object) -> str:
    """Translate a text that has another meaning, or another reader, elsewhere."""
    text = translated(current_language(), context, message)
    return filled(text, values) if values else text


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """Translate a sentence about a number of things, with the placeholder ``%(num)d``."""
    return filled(translations().ungettext(one, many, num), {"num": num, **values})


def npgettext(context: str, one: str, many: str, num: int, **values: object) -> str:
    """Translate a sentence about a number of things, in a context."""
    return filled(translations().unpgettext(context, one, many, num), {"num": num, **values})


def lazy_gettext(message: str, **values: object) -> str:
    """Translate on display: for texts that exist outside of requests (tables in modules, labels of forms).

    The value is not really a `str`: use ``str(...)`` before joining or formatting it.
    """
    return cast("str", LazyString(_, message, **values))


def lazy_pgettext(context: str, message: str, **values: object) -> str:
    """Do the same as `lazy_gettext`, in a context."""
    return cast("str", LazyString(pgettext, context, message, **values))


class _Catalogs(flask_babel.Domain):  # type: ignore[misc]  # Flask-Babel has no types
    """The catalogs used by Flask-Babel's own functions, and so by WTForms."""

    def get_translations(self) -> Any:  # noqa: ANN401  (as its base class)
        return translations()
