"""Lists of names as they stand in e-mails and documents: numbered, with bullets, titles, addresses, commas."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise


class Litter(StrEnum):
    """What stands around names and is no part of them."""

    NUMBERS = "numbers"
    BULLETS = "bullets"
    TITLES = "titles"
    ADDRESSES = "addresses"
    REMARKS = "remarks"
    """In brackets, and no name: "(new)"."""
    ENDS = "ends"
    """Commas and the like behind a name."""


_ADDRESS = r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"
_RECIPIENTS = re.compile(rf"(<(?:mailto:)?{_ADDRESS}>)[ \t]*[;,][ \t]*(?=\S)")
"""Between two recipients of an e-mail."""
_LONGEST_LINE = 300
"""Longer ones are no names."""
_TITLE = r"(?:mr|mrs|ms|mx|miss|master|dr)"
_TAKEN_AWAY = {
    Litter.ADDRESSES: re.compile(rf"(?:(?<=[\s,;])|^)<?(?:mailto:)?{_ADDRESS}>?(?=[\s,;]|$)"),
    Litter.REMARKS: re.compile(r"(?<=\S)[ \t]*\((?=[a-z])[^()]{3,}\)(?=[ \t,;]*$)"),
    Litter.BULLETS: re.compile(r"^[ \t]*(?:>[ \t]*)*(?:[-*•·‣▪●○◦–—][ \t]+|(?<=>)|(?<=>[ \t]))"),
    Litter.NUMBERS: re.compile(r"^[ \t]*[(#]?[0-9]{1,3}[ \t]*[.):\]]+[ \t]*(?=[^\W\d_])"),
    Litter.TITLES: re.compile(rf"(?:^[ \t]*|(?<=, )|(?<=,)){_TITLE}(?:\.[ \t]*|[ \t]+)(?=[^\W\d_])", re.IGNORECASE),
}
"""In the order in which they lie around a name."""
_COUNTED = re.compile(r"^[ \t]*[(#]?([0-9]{1,3})(?:[ \t]*[.):\]]+[ \t]*|[ \t]+)(?=[^\W\d_])")
_SUFFIX = re.compile(r",[ \t]*((?:jr|sr)\.?|ii|iii|iv)[ \t]*$", re.IGNORECASE)


def tidied(text: str) -> tuple[str, tuple[Litter, ...]]:
    """A list with only names in it, line by line, and what was taken away.

    >>> tidied("- Dr. Bo Lee,")
    ('Bo Lee', (<Litter.BULLETS: 'bullets'>, <Litter.TITLES: 'titles'>, <Litter.ENDS: 'ends'>))
    """
    lines = _RECIPIENTS.sub(r"\1\n", text).splitlines()
    found: set[Litter] = set()
    lines = [_without(line, (Litter.BULLETS,), found) for line in lines]
    if _is_counted(lines):
        lines = [_COUNTED.sub("", line) for line in lines]
        found.add(Litter.NUMBERS)
    lines = [_without(line, _TAKEN_AWAY, found) for line in lines]
    lines = [_SUFFIX.sub(r" \1", _without_end(line, found)) for line in lines]
    return "\n".join(lines), tuple(litter for litter in Litter if litter in found)


def _without(line: str, litters: Iterable[Litter], found: set[Litter]) -> str:
    if len(line) <= _LONGEST_LINE:
        for litter in litters:
            left = _TAKEN_AWAY[litter].sub("", line)
            if left != line and left.strip():  # a line with nothing else is shown as it is
                found.add(litter)
                line = left
    return line


def _without_end(line: str, found: set[Litter]) -> str:
    line = line.rstrip()
    left = line.rstrip(" \t,;")
    if left == line or not left:
        return line
    found.add(Litter.ENDS)
    return left


def _is_counted(lines: list[str]) -> bool:
    """Whether the lines with a number before them are counted from 1: other numbers may belong to students."""
    numbers = [int(match[1]) for match in map(_COUNTED.match, lines) if match]
    is_rising = all(one < other for one, other in pairwise(numbers))
    return len(numbers) > 1 and is_rising and numbers[0] == 1 and numbers[-1] <= len(lines)
