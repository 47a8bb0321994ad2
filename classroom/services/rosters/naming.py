"""How students of a file are called here: first name and family initial, more letters where two are alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from classroom.services.names import MAX_NAME, fold_name
from classroom.services.rosters.people import Person

_LETTERS = 8
"""So many letters of a family name are tried before all of it."""


def forms_of(person: Person) -> list[str]:
    """The names a student can have here, the shortest first; at least one, none too long where that is possible.

    >>> forms_of(Person(1, "Ana", "King"))
    ['Ana K.', 'Ana Ki.', 'Ana Kin.', 'Ana King']
    """
    given, family = _tidy(person.given), _tidy(person.family)
    if not any(sign.isalpha() for sign in family):
        return [given]
    forms = [f"{given} {start}" for start in _starts(family)]
    return [form for form in forms if len(form) <= MAX_NAME] or [given]


def display_names(people: Iterable[Person], taken: Iterable[str]) -> Mapping[int, str]:
    """A name for each person, by line, none of them folded like another or like one that is taken.

    Where two would be called alike, both get more letters of their family names; where these do not help, a number.
    """
    used = set(taken)
    names: dict[int, str] = {}
    waiting = {person.line: forms_of(person) for person in people}
    for step in count():
        wanted = {line: forms[min(step, len(forms) - 1)] for line, forms in waiting.items()}
        times: dict[str, int] = {}
        for name in wanted.values():
            times[fold_name(name)] = times.get(fold_name(name), 0) + 1
        for line, name in wanted.items():
            key = fold_name(name)
            if times[key] == 1 and key not in used:
                names[line] = name
                del waiting[line]
        used.update(fold_name(names[line]) for line in wanted if line in names)
        if all(step >= len(forms) - 1 for forms in waiting.values()):
            break
    numbered: dict[str, Iterator[str]] = {}
    for line, forms in waiting.items():
        further = numbered.setdefault(forms[-1], _numbered(forms[-1]))
        names[line] = next(name for name in further if fold_name(name) not in used)
        used.add(fold_name(names[line]))
    return names


def _numbered(name: str) -> Iterator[str]:
    """The name itself, then with numbers."""
    yield name
    for number in count(2):
        tail = f" {number}"
        yield name[: MAX_NAME - len(tail)].rstrip() + tail


def _starts(family: str) -> Iterator[str]:
    """A family name's first letter, its first two …, all of it; initials get a dot where the script has capitals."""
    if family.endswith("."):  # an initial already
        yield family
        return
    ends = [at for at in range(1, len(family) + 1) if at == len(family) or not _goes_on(family[at])]
    for end in ends if len(ends) <= _LETTERS else [*ends[:_LETTERS], ends[-1]]:
        start = family[:end]
        is_whole = end == len(family) and len(ends) > 1
        if not start.endswith((" ", "-", "'", "’")):
            has_capitals = start[0].lower() != start[0].upper()
            yield f"{start}." if has_capitals and not is_whole else start


def _goes_on(sign: str) -> bool:
    """Whether a sign belongs to the letter before it."""
    return unicodedata.category(sign)[0] == "M"


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
