"""Names of imported students: first name and family initial, with more letters to tell two apart."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from classroom.services.names import MAX_NAME, fold_name
from classroom.services.rosters.people import Person

_BEFORE_LETTERS = "'’‘\"“(-– "  # noqa: RUF001
_LETTERS = 8
"""Maximum number of letters of a family name to use before using all of it."""


def forms_of(person: Person) -> list[str]:
    """Return possible names of a student, shortest first. At least one; too long ones only if there is no other.

    >>> forms_of(Person(1, "Ana", "King")), forms_of(Person(1, "Ana", "King", typed="Annie"))
    (['Ana K.', 'Ana Ki.', 'Ana Kin.', 'Ana King'], ['Annie'])
    """
    if person.typed:
        return [person.typed]
    given, family = _tidy(person.given), _tidy(person.family).lstrip(_BEFORE_LETTERS)
    if not any(sign.isalpha() for sign in family):
        return [given[:MAX_NAME].rstrip()]
    forms = [f"{given} {start}" for start in _starts(family)]
    return [form for form in forms if len(form) <= MAX_NAME] or [given[:MAX_NAME].rstrip()]


def plain_key(name: str) -> str:
    """Return a name's letters and digits: names must differ in these, not only in a period.

    >>> plain_key("Ana K.") == plain_key("ana k"), plain_key("=1") == plain_key("-1")
    (True, False)
    """
    folded = fold_name(name)
    letters = " ".join("".join(sign for sign in word if sign.isalnum() or _goes_on(sign)) for word in folded.split())
    return " ".join(letters.split()) if any(sign.isalpha() for sign in letters) else folded


def display_names(people: Iterable[Person], taken: Iterable[str]) -> Mapping[int, str]:
    """Choose a name for each person, by line, so that all differ in a letter or digit, also from taken names.

    Two equal names both get more letters of the family name. If the full names are equal, more letters would only
    reveal more of the family name, so a number is added.
    """
    used = set(map(plain_key, taken))
    names: dict[int, str] = {}
    forms = {person.line: forms_of(person) for person in people}
    twins = _twins(forms)
    waiting = {line: forms[line] for line in forms if line not in twins}
    for step in count():
        wanted = {line: options[min(step, len(options) - 1)] for line, options in waiting.items()}
        times = Counter(map(plain_key, wanted.values()))
        for line, name in wanted.items():
            if times[plain_key(name)] == 1 and plain_key(name) not in used:
                names[line] = name
                del waiting[line]
        used.update(plain_key(names[line]) for line in wanted if line in names)
        if all(step >= len(options) - 1 for options in waiting.values()):
            break
    for line in (*waiting, *twins):
        key = plain_key(names.get(twins.get(line, line), ""))
        base = next((form for form in forms[line] if plain_key(form) == key), forms[line][0])
        names[line] = next(name for name in _numbered(base) if plain_key(name) not in used)
        used.add(plain_key(names[line]))
    return names


def _twins(forms: Mapping[int, list[str]]) -> dict[int, int]:
    """For each person whose full name occurred before, return the first line with it."""
    first: dict[str, int] = {}
    owners = {line: first.setdefault(plain_key(options[-1]), line) for line, options in forms.items()}
    return {line: owner for line, owner in owners.items() if owner != line}


def _numbered(name: str) -> Iterator[str]:
    """Yield the name, then the name with numbers."""
    yield name
    for number in count(2):
        tail = f" {number}"
        yield name[: MAX_NAME - len(tail)].rstrip() + tail


def _starts(family: str) -> Iterator[str]:
    """Yield the first letter of a family name, then two …, then all; initials get a dot in scripts with capitals."""
    if family.endswith("."):  # already an initial
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
    """Return whether a character belongs to the letter before it."""
    return unicodedata.category(sign)[0] == "M"


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
