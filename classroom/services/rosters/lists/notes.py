"""Cut off what stands behind a name in a line of a list: no name goes on after a sign that names don't have."""

from __future__ import annotations

import re
from collections.abc import Sequence

from classroom.services.rosters.words import role_words, values
from classroom.services.rosters.words.given_names import begin_second
from classroom.services.rosters.words.headings import topic_of
from classroom.services.rosters.words.name_remarks import NICKNAMED
from classroom.services.rosters.words.person_names import is_sentence
from classroom.services.rosters.words.status_words import has_left

_DASHED = re.compile(r"(?<=[\w.])\s+[-–—|]\s+(\w[^-–—|]{0,40})$")
_PICTURE = r"\u2190-\u2bff\U0001f000-\U0001faff"
_SIGN = re.compile(
    rf"(?<=[\w.)\s])(?:[*=<>{{}}\[\]|~^\\@!?…$€£{_PICTURE}]|\.{{3}}|\((?=[^()]*$)"
    r"|(?<=\s)(?:[-–—/]+(?=\s)|[-=–—]+>)|[+&](?= [a-z]))"
)
"""Also a parenthesis that doesn't end, and a dash or a slash between spaces."""
_EITHER = re.compile(r"(.+?)\s+[-–—]\s+(.+)")
_JOINED = re.compile(rf"[>{_PICTURE}<-]+")
_CODE = re.compile(r"[A-Z]{1,3}|\w*[0-9]\w*")
"""A size, a seat, or a letter, before a name."""
_AROUND = re.compile(r"^\W+|[\W_]+$")


def without_notes(lines: Sequence[str]) -> list[str]:
    """Return lines with only the names; unchanged where either side of a dash may be the student."""
    kept = undecided(lines)
    return [line if at in kept else without_note(line) for at, line in enumerate(lines)]


def undecided(lines: Sequence[str]) -> set[int]:
    """Return the lines in which either side of a dash may be the student: "Line Leader – Ana King".

    Most lines must be so, or a frequent given name must be behind the dash only.
    """
    sides = {at: found for at, line in enumerate(lines) if (found := _sides(line))}
    either = {at for at, found in sides.items() if _may_be_either(*found)}
    last_words = {sides[at][1].split()[-1] for at in either}
    if len(lines) > 1 and len(last_words) * 2 <= len(either):  # "Blue Jays", "Lincoln Elementary"
        return set()
    if len(either) * 2 > len(lines) > 1:
        return set(sides)
    return {at for at in either if begin_second([sides[at]])}


def _may_be_either(one: str, other: str) -> bool:
    """Return whether these are full names of different people, as far as one can tell."""
    words = [one.split(), other.split()]
    are_whole = all(
        len(side) > 1 and len(side[-1]) > 1 and values.is_only_name(text) and text.istitle()
        for side, text in zip(words, (one, other), strict=True)
    )
    is_label = role_words.is_adult(other) or topic_of(words[1][0]) is not None
    return are_whole and set(words[0]).isdisjoint(words[1]) and not is_label


def _sides(line: str) -> tuple[str, str] | None:
    """Return what stands before and behind a dash."""
    match = _EITHER.fullmatch(line) if len(line) <= values.LONGEST_LINE else None
    return (match[1], match[2]) if match else None


def without_note(line: str) -> str:
    """Return a line with only the name; in parentheses, that the student has left, or a nickname.

    >>> [without_note(line) for line in ("Ana King *math aide", "Bo Lee → Ms. Hart", "Cy Ng (bus 4", "Di Poe - moved")]
    ['Ana King', 'Bo Lee', 'Cy Ng', 'Di Poe (moved)']
    """
    if len(line) > values.LONGEST_LINE:
        return line
    found = _SIGN.search(line)
    if found is not None and found[0] in "!?" and is_sentence(line):
        return line  # "Hey Jo! Here’s who is coming to chess on Tuesday:"
    if found is None or not _is_note(line, found):
        found = _DASHED.search(line)
    if found is None:
        return line
    rest = _AROUND.sub("", line[found.start() :])
    if _CODE.fullmatch(line[: found.start()].strip()) and values.is_only_full_name(rest):
        return rest
    is_kept = has_left(rest) or re.match(rf"{NICKNAMED} ", rest, re.IGNORECASE) is not None
    bare = line[: found.start()].rstrip()
    return f"{bare} ({rest})" if is_kept else bare if values.has_letters(bare) else line


def _is_note(line: str, sign: re.Match[str]) -> bool:
    """Return whether a full name stands before a sign, and behind it no picture alone or second student."""
    name, rest = line[: sign.start()].strip(), line[sign.start() :]
    words = name.split()
    is_whole = len(words) > 1 and values.is_only_name(name) and words[0][:1].isupper() and words[-1][:1].isupper()
    other = _JOINED.sub("", rest).strip() if _JOINED.match(rest) else ""
    is_second = values.is_only_name(other) and " " in other and other.istitle() and "." not in other
    return is_whole and not is_second and (re.search(r"\w", rest) is not None or rest.isascii())
