"""The languages of the app, and two for tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from babel import Locale


@dataclass(frozen=True, eq=False)
class Language:
    """A language that people can choose. There is one object for each, so caches can compare by identity."""

    tag: str
    """The tag in HTML and in the database: "es"."""
    own_name: str
    """Its name in the language itself; never translated."""
    locale: str
    """Babel's locale for dates, numbers, and lists: "es_US"."""

    @cached_property
    def babel_locale(self) -> Locale:
        return Locale.parse(self.locale)

    @property
    def direction(self) -> str:
        """Return the text direction: "ltr" or "rtl"."""
        return self.babel_locale.text_direction


DEFAULT = Language("en", "English", "en_US")
LANGUAGES = (DEFAULT, Language("es", "Español", "es_US"))
"""In display order."""

PSEUDO_LANGUAGES = (Language("en-XA", "[Ëñğļîšħ]", "en_US"), Language("ar-XB", "Mirrored", "ar"))
"""For tests: accented and longer, or mirrored. Only if the app's setting ``PSEUDO_LANGUAGES`` is on."""

_BY_TAG = {language.tag.lower(): language for language in (*LANGUAGES, *PSEUDO_LANGUAGES)}


def language_of_tag(tag: str | None) -> Language | None:
    """Return the language with this tag; None if there is none."""
    return _BY_TAG.get((tag or "").lower())


def matching_language(wanted: Iterable[str], offered: Iterable[Language] = LANGUAGES) -> Language:
    """Return the first requested language that the app has, or English.

    :param wanted: tags in the browser's order of preference.

    >>> matching_language(["fr-CA", "es-MX", "en"]).tag, matching_language([]).tag
    ('es', 'en')
    """
    by_tag = {language.tag.lower(): language for language in offered}
    found = (by_tag.get(tag.lower()) or by_tag.get(tag.lower().split("-")[0]) for tag in wanted)
    return next(filter(None, found), DEFAULT)
