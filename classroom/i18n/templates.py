"""Translation functions for templates.

Jinja's own functions wrap and format each text each time. These do it once for each text and language, because pages
have many.
"""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup

from classroom.i18n.catalogs import translated, translations_of
from classroom.i18n.current import current_language
from classroom.i18n.languages import Language
from classroom.i18n.sentences import filled_markup

_CACHE_SIZE = 16_384


def use_in_templates(environment: Environment) -> None:
    """Provide ``_()``, ``pgettext()``, and ``{% trans %}`` to templates. Messages may contain markup."""
    environment.policies["ext.i18n.trimmed"] = True
    environment.add_extension("jinja2.ext.i18n")
    environment.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(_=gettext, gettext=gettext, ngettext=ngettext, pgettext=pgettext, npgettext=npgettext)


def gettext(message: str, /, **values: object) -> Markup:
    """Translate a text; `values` are escaped."""
    return pgettext(None, message, **values)


def pgettext(context: str | None, message: str, /, **values: object) -> Markup:
    if not values:
        return _finished(current_language(), context, message)
    return filled_markup(_marked_up(current_language(), context, message), values)


def ngettext(one: str, many: str, number: int, /, **values: object) -> Markup:
    return npgettext(None, one, many, number, **values)


def npgettext(context: str | None, one: str, many: str, number: int, /, **values: object) -> Markup:
    found = translations_of(current_language())
    text = found.ungettext(one, many, number) if context is None else found.unpgettext(context, one, many, number)
    return filled_markup(Markup(text), {"num": number, **values})  # noqa: S704  texts are ours


@lru_cache(_CACHE_SIZE)
def _finished(language: Language, context: str | None, message: str) -> Markup:
    return _marked_up(language, context, message) % {}


@lru_cache(_CACHE_SIZE)
def _marked_up(language: Language, context: str | None, message: str) -> Markup:
    return Markup(translated(language, context, message))  # noqa: S704  texts are ours
