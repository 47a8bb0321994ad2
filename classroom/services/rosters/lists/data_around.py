"""Remove data before and behind the full names of a list: numbers, codes, dates, amounts, tags, addresses of pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from classroom.services.rosters.words import values
from classroom.services.rosters.words.confidential import is_month
from classroom.services.rosters.words.person_names import PARTICLES

_SURE = re.compile(
    r"[$€£][0-9].*|#[^\W\d_].*|(?:https?:|www\.).*|[\[({][^\W_]*[0-9]+[\])}]|[0-9]{1,2}/[0-9]{1,2}(?:/[0-9]{2,4})?[,;]?"
    r"|[0-9]{1,2}(?:-[0-9]{1,2}){2}"
)
"""No part of a title or a pseudonym."""
_SIGNS = re.compile(r"[!-/:-@\[-`{-~–—•·✓✔✗✘☐☑]+|[#@\[{].*")
_UNITS = frozenset("min mins minutes pts points stars star am pm cards books pages".split())
_MOST_WORDS = 4


def without_data_around(lines: Sequence[str]) -> list[str]:
    """Return lines with only the names: without data of any kind if most lines have it, else without what is sure.

    Numbers that tell students apart stay.

    >>> without_data_around(["3A Ana King Mar 4", "3A Bo Lee Dec 30"]), without_data_around(["Red Fox 1", "Red Fox 2"])
    (['Ana King', 'Bo Lee'], ['Red Fox 1', 'Red Fox 2'])
    """
    filled = sum(1 for line in lines if line.strip())
    for is_data in (_is_data, _is_sure):
        bare = [_name_within(line, is_data) for line in lines]
        changed = sum(one != line for one, line in zip(bare, lines, strict=True))
        is_enough = changed > 0 if is_data is _is_sure else changed > max(1, filled / 2)
        if is_enough and len(set(bare)) == len(set(lines)):
            return bare
    return list(lines)


def _name_within(line: str, is_data: Callable[[str], bool]) -> str:
    """Return the full name among the words of a line; the line if there is none."""
    if len(line) > values.LONGEST_LINE or "\t" in line or ";" in line or values.is_summary(line.strip()):
        return line
    words = line.split()
    at, end = 0, len(words)
    while at < end and is_data(words[at]):
        at += 1
    while at < end and (
        is_data(words[end - 1])
        or (end < len(words) and is_month(words[end - 1]))
        or (words[end - 1] in _UNITS and words[end - 2][:1].isdecimal())
    ):
        end -= 1
    name = " ".join(words[at:end])
    is_changed = at > 0 or end < len(words)
    fewest = 1 if end == len(words) else 2  # "Student 12"
    return name if is_changed and _is_name(words[at:end], fewest) and values.is_only_name(name) else line


def _is_name(words: Sequence[str], fewest: int) -> bool:
    is_small = any(word[0].islower() and word not in PARTICLES for word in words)
    return fewest <= len(words) <= _MOST_WORDS and not is_small


def _is_data(word: str) -> bool:
    return any(map(str.isdigit, word)) or _SIGNS.fullmatch(word) is not None or _is_sure(word)


def _is_sure(word: str) -> bool:
    return _SURE.fullmatch(word) is not None
