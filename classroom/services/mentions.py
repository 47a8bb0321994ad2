"""Remove people from stored data: names in teachers' texts, and IDs in lists."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TypeAlias

REPLACED = "…"
"""Replaces a name."""
_NEVER = "(?!)"
"""A pattern that no text matches."""
_EDGES = re.compile(r"^\W+|\W+$")
_FREE_TEXTS = frozenset({"title", "text", "name"})
"""Fields of stored objects that contain teachers' texts."""
_SHORTEST_FIRST_NAME = 3
"""Two letters may be a word."""


def first_names(name: str) -> frozenset[str]:
    """Return the words by which a text may call someone: the first one, and the first one after a comma.

    >>> sorted(first_names("Ana López")), sorted(first_names("López, Ana")), sorted(first_names("Li Wei"))
    (['Ana'], ['Ana', 'López'], [])
    """
    words = (part.split(maxsplit=1)[0] for part in name.split(",") if part.strip())
    return frozenset(word for one in words if len(word := _EDGES.sub("", one)) >= _SHORTEST_FIRST_NAME)


def any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of these names, for any number of texts: to create it takes longer than to search a text."""
    ordered = sorted({name for name in names if name.strip()}, key=len, reverse=True)
    return re.compile("|".join(map(_pattern, ordered)) or _NEVER, flags=re.IGNORECASE)


def without_names(text: str, names: re.Pattern[str]) -> str:
    """Replace each of the names in a text, ignoring case. Names within longer words are kept.

    >>> without_names("Ana and ANA LÓPEZ, not Anabel", any_of(["Ana", "Ana López"]))
    '… and …, not Anabel'
    >>> without_names("王小明很好", any_of(["王小明"]))
    '…很好'
    >>> without_names("No one", any_of([]))
    'No one'
    """
    return names.sub(REPLACED, text)


def _pattern(name: str) -> str:
    # Scripts without capitals mostly write without spaces, so a name may be inside a word.
    before = r"(?<!\w)" if _has_case(name[0]) else ""
    after = r"(?!\w)" if _has_case(name[-1]) else ""
    return f"{before}{re.escape(name)}{after}"


def _has_case(letter: str) -> bool:
    return letter.lower() != letter.upper()


Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def without_people(value: Json, *, names: re.Pattern[str], ids: Collection[str]) -> Json:
    """Return a stored object without these people: IDs removed, and names replaced in teachers' texts.

    >>> without_people({"students": ["a", "b"], "text": "Ask Ana"}, names=any_of(["Ana"]), ids=["a"])
    {'students': ['b'], 'text': 'Ask …'}
    >>> without_people({"a": [1, 0], "b": [1, 1]}, names=any_of([]), ids=["a"])
    {'b': [1, 1]}
    """
    if isinstance(value, dict):
        return {
            key: without_names(kept, names)
            if key in _FREE_TEXTS and isinstance(kept, str)
            else without_people(kept, names=names, ids=ids)
            for key, kept in value.items()
            if key not in ids and not (isinstance(kept, str) and kept in ids)
        }
    if isinstance(value, list):
        return [without_people(one, names=names, ids=ids) for one in value if not (isinstance(one, str) and one in ids)]
    return value
