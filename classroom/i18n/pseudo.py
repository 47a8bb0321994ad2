"""Pseudo-languages for tests, made from English: they reveal untranslated, truncated, or wrongly directed text."""

from __future__ import annotations

import re
import textwrap

from babel.support import NullTranslations

_ACCENTS = str.maketrans(
    "abcdefghijklmnoprstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ", "åƀçðéƒĝĥîĵķļɱñöþŕšţûṽŵýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽ"
)
_KEPT = re.compile(r"(%\(\w+\)[a-z]|%%|</?\w[^>]*>|&\w+;)")
"""What a translation must not change: placeholders, tags, entities."""
_GROWTH = 0.4
"""How much longer translations may be; the accented language uses this length."""


class _Pseudo(NullTranslations):
    """Translations without a catalog."""

    def pseudo(self, text: str) -> str:
        raise NotImplementedError

    def ugettext(self, message: str) -> str:
        return self.pseudo(message)

    def ungettext(self, singular: str, plural: str, num: int) -> str:
        return self.pseudo(singular if num == 1 else plural)

    def upgettext(self, context: str, message: str) -> str:  # noqa: ARG002  (as its base class)
        return self.pseudo(message)

    def unpgettext(self, context: str, singular: str, plural: str, num: int) -> str:  # noqa: ARG002
        return self.ungettext(singular, plural, num)


class Accented(_Pseudo):
    """English with accents, in brackets, and longer."""

    def pseudo(self, text: str) -> str:
        """Return the text in this language.

        >>> Accented().pseudo("Hello <b>%(name)s</b>")
        '⟦Ĥéļļö <b>%(name)s</b> ~~⟧'
        """
        parts = _KEPT.split(text)
        letters = sum(len(part) for part in parts[::2])
        accented = [part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts)]
        return f"⟦{''.join(accented)} {_padding(max(1, round(letters * _GROWTH)))}⟧"


def _padding(length: int) -> str:
    """Return padding of a length, in words, so that lines can break."""
    return textwrap.fill("~" * length, 6).replace("\n", " ")


class Mirrored(_Pseudo):
    """English written from right to left."""

    def pseudo(self, text: str) -> str:
        """Return the text in this language: each piece between U+202E and U+202C."""
        parts = _KEPT.split(text)
        return "".join(
            part if index % 2 or not part.strip() else f"\N{RIGHT-TO-LEFT OVERRIDE}{part}\N{POP DIRECTIONAL FORMATTING}"
            for index, part in enumerate(parts)
        )
