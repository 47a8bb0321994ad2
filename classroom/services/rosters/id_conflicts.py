"""Detect IDs that passed to another child: the name with an ID is not the student's, or another row has it."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from difflib import SequenceMatcher

from classroom.models import Student
from classroom.services.errors import RosterErrorCode
from classroom.services.names import fold_name
from classroom.services.rosters.matches import IdConflict, Match, Matches, file_key, wrong_row
from classroom.services.rosters.naming import forms_of
from classroom.services.rosters.people import Person, WrongRow

_ALIKE = 0.8
"""Similarity threshold: Anna and Ana count as equal, Bea and Ben don't."""


def without_id_conflicts(
    matches: Iterable[Match], wrong: list[WrongRow], same: Collection[int], people: Iterable[Person]
) -> Matches:
    """Skip rows with the ID of a student with another name, and rows with that student's name.

    :param wrong: rows that are already skipped.
    :param same: the lines that a teacher confirmed to be the same student despite the different name.
    :param people: the whole list. If a student's own name fits another person on it, the row with the ID is someone
        else: "Anna J." is not "Anna Smith" while there is an Anna Jones.
    """
    listed = _names_on(people)
    sure = Matches(wrong=wrong)
    held: dict[str, tuple[Student, int]] = {}
    for match in matches:
        person, student = match.person, match.student
        if student is not None and person.absence is None and _conflicts(match, student, listed):
            is_same = person.line in same
            sure.id_conflicts.append(IdConflict(person.line, forms_of(person)[0], student.id, student.name, is_same))
            if not is_same:
                held |= dict.fromkeys(_keys(student), (student, person.line))
                continue
        sure.found.append(match)
    for match in [one for one in sure.found if not one.is_by_number and not _keeps_name(one)]:
        keys = map(fold_name, (match.person.given, *forms_of(match.person)))
        other = next((held[key] for key in keys if key in held), None)
        if other is not None:
            sure.found.remove(match)
            sure.wrong.append(
                wrong_row(match.person, RosterErrorCode.ID_OF_OTHER_STUDENT, {"name": other[0].name, "line": other[1]})
            )
    return sure


def _conflicts(match: Match, student: Student, listed: Collection[str]) -> bool:
    if has_another_name(match.person, student):
        return True
    return match.is_by_number and not _keeps_name(match) and not _keys(student).isdisjoint(listed)


def _keeps_name(match: Match) -> bool:
    """Return whether the student can keep the current name, or the file's earlier name."""
    return match.student is not None and not _keys(match.student).isdisjoint(_names_on([match.person]))


def _keys(student: Student) -> set[str]:
    return {file_key(student), student.name_key}


def _names_on(people: Iterable[Person]) -> set[str]:
    return {fold_name(form) for person in people for form in forms_of(person)}


def has_another_name(person: Person, student: Student) -> bool:
    """Return whether both first and family name differ from the student's, as far as known.

    Slightly different spellings of first names count as equal if the initials are equal.
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
    """Return the words that tell people apart, without accents, initials, and particles as in "de la Cruz"."""
    words = name.split()
    has_capitals = any(word[0].isupper() for word in words)
    distinguishing = [
        word for word in words[1:] if len(word) > 1 and word[-1] != "." and not (has_capitals and word[0].islower())
    ]
    return [_plain(word) for word in [*words[:1], *distinguishing]]


def _same_initial(person: Person, name: str) -> bool:
    """Return whether the family names may be equal; also if one is unknown."""
    last = name.rsplit(maxsplit=1)[-1] if " " in name else ""
    whole = forms_of(person)[-1].split()[-1] if person.family else ""
    return not last or not whole or _plain(last)[:1] == _plain(whole)[:1]


def _plain(word: str) -> str:
    return "".join(_bare(unicodedata.normalize("NFD", fold_name(word)))) or word


def _bare(text: str) -> Iterator[str]:
    return (sign for sign in text if unicodedata.category(sign)[0] != "M")
