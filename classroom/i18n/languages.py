"""The languages of the app, and the two that exist only for tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from babel import Locale


@dataclass(frozen=True)
class Language:
    """A language that people can choose."""

    tag: str
    """As in HTML and in the database: "es"."""
    own_name: str
    """What its readers call it; never translated."""
    locale: str
    """How Babel formats dates, numbers and lists: "es_US"."""

    @cached_property
    def babel_locale(self) -> Locale:
        """The formats of the language."""
        return Locale.parse(self.locale)

    @property
    def direction(self) -> str:
        """Where lines begin: "ltr" or "rtl"."""
        return self.babel_locale.text_direction


DEFAULT = Language("en", "English", "en_US")
LANGUAGES = (DEFAULT, Language("es", "Español", "es_US"))
"""In the order in which they are offered."""

PSEUDO_LANGUAGES = (Language("en-XA", "[Ëñğļîšħ]", "en_US"), Language("ar-XB", "Mirrored", "ar"))
"""For tests: accented and longer; mirrored. Only where ``PSEUDO_LANGUAGES`` is set in the app's configuration."""

_BY_TAG = {language.tag.lower(): language for language in (*LANGUAGES, *PSEUDO_LANGUAGES)}


def language_of_tag(tag: str | None) -> Language | None:
    """Find a language by its tag; None if there is no such language."""
    return _BY_TAG.get((tag or "").lower())


def matching_language(wanted: Iterable[str], offered: Iterable[Language] = LANGUAGES) -> Language:
    """Find the first language that a browser asks for and the app has; without one, English.

    :param wanted: tags in the order in which the browser prefers them.

    >>> matching_language(["fr-CA", "es-MX", "en"]).tag, matching_language([]).tag
    ('es', 'en')
    """
    by_tag = {language.tag.lower(): language for language in offered}
    found = (by_tag.get(tag.lower()) or by_tag.get(tag.lower().split("-")[0]) for tag in wanted)
    return next(filter(None, found), DEFAULT)
