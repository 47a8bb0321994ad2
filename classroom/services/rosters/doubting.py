"""Whether a number may have gone from one child to another: the names at it have nothing in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from classroom.models import Student
from classroom.services.names import fold_name
from classroom.services.rosters.naming import forms_of
from classroom.services.rosters.people import Person

_ALIKE = 0.8
"""Anna and Ana are as alike, Bea and Ben are not."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A row with the number of a student who has another name. It is left out until a teacher says who it is."""

    line: int
    name: str
    """The shortest that the row could be called by."""
    student_id: str
    student_name: str
    is_same: bool
    """Whether a teacher has said so."""


def has_another_name(person: Person, student: Student) -> bool:
    """Whether neither first nor family name is that of the student, as far as it is known.

    First names that are written a little differently are the same, as long as the initials do not differ.
    """
    return not any(_has_name(person, name) for name in (student.name, student.name_in_file) if name)


def _has_name(person: Person, name: str) -> bool:
    listed, known = _words(f"{person.given} {person.family}"), _words(name)
    if set(listed) & set(known):
        return True
    if not _same_initial(person, name):
        return False
    first, other = _words(person.given)[0], known[0]
    is_longer = first.startswith(other) or other.startswith(first)
    return is_longer or SequenceMatcher(None, first, other).ratio() >= _ALIKE


def _words(name: str) -> list[str]:
    """The words that tell people apart, without accents: no initials, and not the small ones of "de la Cruz"."""
    words = name.split()
    has_capitals = any(word[0].isupper() for word in words)
    telling = [
        word for word in words[1:] if len(word) > 1 and word[-1] != "." and not (has_capitals and word[0].islower())
    ]
    return [_plain(word) for word in [*words[:1], *telling]]


def _same_initial(person: Person, name: str) -> bool:
    """Whether the family names can be the same; also if one is not known."""
    last = name.rsplit(maxsplit=1)[-1] if " " in name else ""
    whole = forms_of(person)[-1].split()[-1] if person.family else ""
    return not last or not whole or _plain(last)[:1] == _plain(whole)[:1]


def _plain(word: str) -> str:
    return "".join(_bare(unicodedata.normalize("NFD", fold_name(word)))) or word


def _bare(text: str) -> Iterator[str]:
    return (sign for sign in text if unicodedata.category(sign)[0] != "M")
