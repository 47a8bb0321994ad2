"""People's names: cleaned for storage, folded for comparison."""

from __future__ import annotations

import unicodedata

from classroom.services.errors import NameErrorCode, ServiceError

MAX_NAME = 40
LONGEST_KEY = 160
"""Length of a folded name: case folding makes up to three characters of one, and composing adds none."""
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Soft hyphens and zero-width spaces, which text copied from web pages contains; also removed from roster files."""
# Bidirectional overrides could reorder the text around a name on a teacher's page. Marks that
# right-to-left names really use (U+200E, U+200F, joiners) are kept.
_OVERRIDES = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def storable(text: str) -> str:
    """Return a text that both databases can store: without NUL, and without halves of characters.

    JSON can contain such halves: some programs cut a name in the middle of an emoji.
    """
    return text.replace("\0", "").encode("utf-8", "ignore").decode()


def is_storable(text: str) -> bool:
    """Return whether both databases can store a text as it is."""
    return storable(text) == text


def clean_name(text: str, *, longest: int = MAX_NAME) -> str:
    """Return a name for storage: one line, single spaces, composed letters.

    :raises ServiceError: NAME_EMPTY, NAME_TOO_LONG or NAME_NOT_TEXT.
    """
    name = " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())
    if not name:
        raise ServiceError(NameErrorCode.NAME_EMPTY)
    if len(name) > longest:
        raise ServiceError(NameErrorCode.NAME_TOO_LONG, longest=longest)
    if any(sign in _OVERRIDES or unicodedata.category(sign) in {"Cc", "Cs", "Co", "Cn"} for sign in name):
        raise ServiceError(NameErrorCode.NAME_NOT_TEXT)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise ServiceError(NameErrorCode.NAME_NOT_TEXT)
    return name


def fold_name(name: str) -> str:
    """Return a name for comparison: "Ana" and "ANA " are equal, "Ána" differs. Accepts any text."""
    typed = " ".join(name.translate(_INVISIBLE).replace("\0", "").split())  # PostgreSQL rejects NUL even in a query
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", typed).casefold())
