"""Join names that a document writes on two lines: "KING," above "Ana", or labels with a name and a room."""

from __future__ import annotations

import re
from collections.abc import Sequence

from classroom.services.rosters.words.values import LONGEST_LINE
from classroom.services.text_files import LINE_END

_FEWEST = 2
_SHORTEST = 4
"""Fewer capitals above a whole name are its initials."""
_WORD = re.compile(r"[^\W\d_][^\W\d_'’.-]*(?:[ -][^\W\d_][^\W\d_'’.-]*){0,2},?")
"""A part of a name, and nothing else."""
_COUNTED = re.compile(r"[ \t]*[0-9]{1,3}[.)][ \t]+\S")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-\n(?=[a-zß-öø-ÿ])")
"""At the end of a line, within a name."""
_INDENTED = re.compile(r"[ \t]{2,}[^\W\d_]")


def with_whole_names(text: str) -> str:
    r"""Return a text with a line for each name; other texts are unchanged.

    >>> with_whole_names("KING,\nAna\nLEE,\nBo"), with_whole_names("Ana\nKING\nBo\nLEE")
    ('KING, Ana\nLEE, Bo', 'Ana KING\nBo LEE')
    """
    lines = LINE_END.split(text)
    if "\t" in text or any(len(line) > LONGEST_LINE for line in lines):
        return text
    joined = _HYPHEN.sub("", "\n".join(lines)).split("\n")
    return "\n".join(_with_continued(_in_pairs(_in_labels(joined))))


def _in_pairs(lines: Sequence[str]) -> list[str]:
    """Join each two lines if every first one ends with a comma, or every first or second one is in capitals."""
    filled = [line.strip() for line in lines if line.strip()]
    first, second = filled[::2], filled[1::2]
    if len(first) < _FEWEST or len(first) != len(second) or not all(map(_WORD.fullmatch, filled)):
        return list(lines)
    have_commas = all(line.endswith(",") for line in first) and not any(line.endswith(",") for line in second)
    capitals = [[len(line) > 1 and line.isupper() for line in some] for some in (first, second)]
    are_capitals = any(all(one) and not any(other) for one, other in (capitals, capitals[::-1]))
    have_initials = any(len(one) < _SHORTEST and " " in other for one, other in zip(first, second, strict=True))
    if not (have_commas or (are_capitals and not have_initials)):
        return list(lines)
    return [f"{one} {other}" for one, other in zip(first, second, strict=True)]


def _in_labels(lines: Sequence[str]) -> list[str]:
    """Join the first two lines of labels between empty lines, if what is below has a digit in each."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line.strip())
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    are_labels = len(blocks) >= _FEWEST and all(
        len(block) > _FEWEST
        and all(_WORD.fullmatch(line) and " " not in line for line in block[:2])
        and all(any(map(str.isdigit, line)) for line in block[2:])
        for block in blocks
    )
    return [f"{block[0]} {block[1]}" for block in blocks] if are_labels else list(lines)


def _with_continued(lines: Sequence[str]) -> list[str]:
    """Join indented lines to the numbered ones above, if all others are numbered."""
    filled = [line for line in lines if line.strip()]
    counted = [_COUNTED.match(line) is not None for line in filled]
    more = [line for line, is_counted in zip(filled, counted, strict=True) if not is_counted]
    if not more or not counted[0] or len(more) * 2 > len(filled) or not all(map(_INDENTED.match, more)):
        return list(lines)
    joined: list[str] = []
    for line, is_counted in zip(filled, counted, strict=True):
        if is_counted:
            joined.append(line.rstrip())
        else:
            joined[-1] += line.strip() if joined[-1].endswith("-") else f" {line.strip()}"
    return joined
