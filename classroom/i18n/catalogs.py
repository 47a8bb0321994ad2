"""Message catalogs: located, compiled, and cached for the life of the process."""

from __future__ import annotations

import io
from functools import cache, lru_cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from classroom.i18n.languages import DEFAULT, Language
from classroom.i18n.pseudo import Accented, Mirrored

_FOLDER = Path(__file__).parent.parent / "translations"
_PSEUDO = {"en-XA": Accented, "ar-XB": Mirrored}
_CACHE_SIZE = 16_384


@cache
def translations_of(language: Language) -> NullTranslations:
    """Load the catalog of a language. English texts are in the code."""
    if language.tag in _PSEUDO:
        return _PSEUDO[language.tag]()
    if language == DEFAULT:
        return NullTranslations()
    compiled = compiled_catalog(language)
    # Without an up-to-date compiled catalog, each start of the app compiles it in memory.
    if compiled.exists() and compiled.stat().st_mtime >= source_catalog(language).stat().st_mtime:
        return Translations(io.BytesIO(compiled.read_bytes()))
    return Translations(io.BytesIO(_compile(language)))


@lru_cache(_CACHE_SIZE)
def translated(language: Language, context: str | None, message: str) -> str:
    """Return a message in a language, with its placeholders.

    :param context: None for a message without one.
    """
    found = translations_of(language)
    text: str = found.ugettext(message) if context is None else found.upgettext(context, message)
    return text


def source_catalog(language: Language) -> Path:
    """Return the file that translators edit."""
    return _FOLDER / language.tag / "LC_MESSAGES" / "messages.po"


def compiled_catalog(language: Language) -> Path:
    """Return the file that the app reads."""
    return source_catalog(language).with_suffix(".mo")


def _compile(language: Language) -> bytes:
    with source_catalog(language).open("rb") as source:
        catalog = read_po(source, locale=language.locale)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    return compiled.getvalue()
