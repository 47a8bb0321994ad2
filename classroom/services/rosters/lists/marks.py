"""Remove what lists note behind each name: letters of attendance or for the sex, and the grade or the room."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from classroom.services.rosters.words.private_data import SCORES_AT_END
from classroom.services.rosters.words.role_words import ADULT, STUDENT
from classroom.services.rosters.words.status_words import LEFT
from classroom.services.rosters.words.values import LONGEST_LINE, is_full_name

_SEVERAL = re.compile(r"(?<=\w)(?: +[PATLEUXpx✓✔✗✘☑☐•.-]){2,} *$")
_ONE = re.compile(r"(?<=[\w.])[ \t]+(?:[-–—:][ \t]*)?\(?([A-Z✓✔✗✘☑☐])\)?[ \t]*$")
_ATTENDANCE = frozenset("PATLEU✓✔✗✘☑☐")
_PRESENT = frozenset("P✓✔☑")
_SEXES = frozenset(map(frozenset, ("FM", "WM", "VM", "KM", "JM", "HM", "BG")))
"""Female and male, also in Spanish, German, and Dutch; boys and girls."""
_SEX = (
    r"(?:males?|females?|boy|girl|erkek|k[iıİ]z|niñ[oa]|masculino|femenino|feminino|hombre|mujer|männlich|weiblich|garçon"
    r"|fille|menin[oa]|kvinna|flicka|pojke)"
)
_ROLE = re.compile(rf"(?<=[^\W\d_])[ \t]+(?:{STUDENT}|{_SEX})[ \t]*$", re.IGNORECASE)
_MARK_AT_END = re.compile(r"\w ?([*†‡^]{1,3})[ \t]*$")
_KEY = re.compile(r"[ \t]*([*†‡^]{1,3})[ \t]*[^\W_]")
_IN_PARENTHESES = re.compile(
    rf"([^\W\d_][^\s()]*(?: [^\W\d_][^\s()]*)+) \((?!(?i:{LEFT}|(?:co-?)?{ADULT})\b)([^()]+)\)[ \t]*"
)
"""A remark behind a full name, but no role, or that the student has left."""
_MOST = 0.75
"""The proportion of lines that must have a mark."""
_FEWEST = 3
_GRADE = re.compile(
    r"(?<=[\w.)])[ \t]*[-–—,;|/(]+[ \t]*(?:(?:grade|gr|year|yr|klasse|kl|grado|curso|clase|class|room|rm|hr|homeroom"
    r"|period)\.?[ \t]?#?[0-9]{1,3}[A-Za-z]?|[0-9]{1,2}(?:st|nd|rd|th) grade|kindergarten)\)?[ \t]*$",
    re.IGNORECASE,
)


def without_marks(lines: Sequence[str]) -> list[str]:
    """Return lines without marks behind names, if most lines have them, and without grades and rooms.

    >>> without_marks(["Ana King P", "Bo Lee A", "Cy Ng P"]), without_marks(["Ana King - Gr. 4", "Bo Lee"])
    (['Ana King', 'Bo Lee', 'Cy Ng'], ['Ana King', 'Bo Lee'])
    """
    least = _MOST * sum(1 for line in lines if line.strip())
    bare = _without_numbers(_without_roles([_without_grade(line) for line in lines], least))
    several = [_SEVERAL.search(line) for line in bare]
    if sum(found is not None for found in several) >= least:
        return _cut(bare, several)
    single = [found if (found := _ONE.search(line)) and _is_whole(line[: found.start()]) else None for line in bare]
    counts = Counter(found[1] for found in single if found)
    if counts.total() < max(_FEWEST, least) or not _are_marks(counts):
        return bare
    return _cut(bare, single)


def keys(lines: Sequence[str]) -> set[int]:
    """Return the lines below the names that say what the marks behind some of these mean: "* new to our school"."""
    marks = {match[1] for line in lines if (match := _MARK_AT_END.search(line))}
    found = {at for at, line in enumerate(lines) if (key := _KEY.match(line)) and key[1] in marks}
    return found if len(found) <= len(marks) else set()


def without_shared_remarks(lines: Sequence[str]) -> list[str]:
    """Remove what several full names have in parentheses behind them: no nickname, but perhaps the teacher's name."""
    found = [_IN_PARENTHESES.fullmatch(line) for line in lines]
    counts = Counter(match[2] for match in found if match)
    shared = {remark for remark, count in counts.items() if count > 1}
    shared = {*counts} if sum(counts[remark] for remark in shared) * 2 > counts.total() else shared
    bare = [match[1] if match and match[2] in shared else line for match, line in zip(found, lines, strict=True)]
    changed = [one for one, line in zip(bare, lines, strict=True) if one != line]
    return bare if len(set(changed)) == len(changed) else list(lines)


def _cut(lines: Sequence[str], found: Sequence[re.Match[str] | None]) -> list[str]:
    """Return lines without what was found at their ends."""
    return [line[: match.start()] if match else line for line, match in zip(lines, found, strict=True)]


def _are_marks(counts: Counter[str]) -> bool:
    """Return whether letters are those of attendance, most for being present, or for the sex, and no initials."""
    present = sum(counts[mark] for mark in _PRESENT)
    return (counts.keys() <= _ATTENDANCE and present * 2 >= counts.total()) or frozenset(counts) in _SEXES


def _without_numbers(lines: list[str]) -> list[str]:
    """Return lines without the numbers behind whole names, if several have more than one."""
    left = [SCORES_AT_END.sub("", line) if len(line) <= LONGEST_LINE else line for line in lines]
    changed = [one for one, line in zip(left, lines, strict=True) if one != line]
    return left if len(changed) > 1 and len(set(changed)) == len(changed) and all(map(_is_whole, changed)) else lines


def _without_roles(lines: list[str], least: float) -> list[str]:
    """Return lines without the role of a student or a word for the sex, if most lines end with it."""
    found = [_ROLE.search(line) for line in lines]
    if sum(match is not None for match in found) < max(_FEWEST, least):
        return lines
    return _cut(lines, found)


def _without_grade(line: str) -> str:
    left = _GRADE.sub("", line) if len(line) <= LONGEST_LINE else line
    return left if _is_whole(left) else line


def _is_whole(name: str) -> bool:
    return "\t" not in name and is_full_name(name.strip())
