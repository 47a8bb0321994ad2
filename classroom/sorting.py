"""How names stand in a list: accents and capitals count only between names that are else the same."""

from __future__ import annotations

import unicodedata
from operator import attrgetter

LONGEST_SORT_KEY = 160
_LONGEST_BARE = 119
"""Which leaves room for a tab and a name of 40 signs."""
_LETTERS = str.maketrans("øłħŧŋıəđðɖɗɓƙƴ", "olhtnieddddbky") | str.maketrans({"æ": "ae", "œ": "oe", "þ": "th"})
"""Those that Unicode does not take apart."""
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bb\u02bc", "'"))
_PLAIN = _LETTERS | _APOSTROPHES

by_name = attrgetter("sort_key")
"""For `sorted`, of students or of rows with their ``sort_key``. Not for the database to do: each sorts text in its own
way, by the language it was set up in, and Python everywhere alike."""


def sort_key(name: str) -> str:
    """Return what a name is sorted by: its letters without accents and capitals, then the name itself.

    >>> sorted(["Zoë", "Łucja", "Anna", "Ána", "Ana"], key=sort_key)
    ['Ana', 'Ána', 'Anna', 'Łucja', 'Zoë']
    """
    bare = "".join(_bare(sign) for sign in unicodedata.normalize("NFC", name.casefold()))
    return f"{unicodedata.normalize('NFC', bare)[:_LONGEST_BARE]}\t{name}"


def _bare(sign: str) -> str:
    if sign == "\N{CYRILLIC SMALL LETTER SHORT I}":  # a letter of its own, unlike the others that carry marks
        return sign
    parts = unicodedata.normalize("NFD", sign).translate(_PLAIN)
    return "".join(part for part in parts if not _is_left_out(part))


def _is_left_out(part: str) -> bool:
    """Accents; and signs that show nothing, such as the direction of writing. Marks of other scripts are letters."""
    return "\u0300" <= part <= "\u036f" or unicodedata.category(part) == "Cf"
