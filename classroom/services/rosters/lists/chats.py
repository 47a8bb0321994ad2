"""Copies of the chat of a video meeting: the names of those who wrote, each once, without what they wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from classroom.services.rosters.words import values
from classroom.services.text_files import LINE_END

_FEWEST_MESSAGES = 2
_FEWEST_LISTED = 2
_MOST_ABOVE = 3
"""Maximum number of lines above the first message."""
_MOST_LINES_EACH = 4
"""Maximum average number of lines of a message. Other texts have a time here and there."""
_TIME = r"[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2}(?:\.[0-9]{3})?)?(?:[ \u202f\xa0]?[ap]\.?m\.?)?"
_DAY = r"(?:[0-9]{1,4}[-./][0-9]{1,2}(?:[-./][0-9]{2,4})?,?[ \t]+)?"
_NAME = r"(?P<name>[^\W\d_][^:\t\[\]<>]{0,58}?)"
_BEFORE = rf"\[?{_DAY}{_TIME}(?:, [0-9]{{1,4}}[-./][0-9]{{1,2}}[-./][0-9]{{2,4}})?\]?[\t ]*[-–]?[\t ]*"
_BEGINS = (
    re.compile(
        rf"{_BEFORE}From[\t ]+{_NAME}(?:[\t ]+to[\t ]+[^:]{{1,60}}?)?[\t ]*:.*",
        re.IGNORECASE,
    ),
    re.compile(rf"{_BEFORE}{_NAME}:(?:[\t ].*)?", re.IGNORECASE),
    re.compile(rf"\[{_DAY}{_TIME}\][\t ]*{_NAME}[\t ]*", re.IGNORECASE),
    re.compile(rf"From[\t ]+{_NAME}[\t ]+to[\t ]+[^:]{{1,60}}?[\t ]*:?[\t ]*(?:{_TIME})?:?", re.IGNORECASE),
    re.compile(rf"{_NAME}[\t ]{{1,4}}{_TIME}", re.IGNORECASE),
)
"""The first lines of messages in Zoom, Teams, Meet, and messengers."""
_ONLY_TIME = re.compile(rf"{_DAY}{_TIME}(?: ?[–—-] ?{_TIME})?", re.IGNORECASE)


def without_messages(text: str) -> str:
    r"""Return the names in the copy of a chat, one a line; other texts unchanged.

    >>> without_messages("09:01\t From Ana King to Everyone:\n\there\n09:02\t From Bo Lee to Everyone:\n\thi")
    'Ana King\nBo Lee'
    """
    lines = [line.strip() for line in LINE_END.split(text) if line.strip()]
    if not any(":" in line for line in lines):
        return text
    for names in (*(_first_lines(begin, lines) for begin in _BEGINS), _above_times(lines)):
        if _is_chat(names, lines):
            writers = list(dict.fromkeys(names.values()))
            listed = [text for text in _messages(names, lines) if _has_names(text) or _has_name_behind_word(text)]
            return "\n".join(listed if len(listed) > max(len(writers), _FEWEST_LISTED) else writers)
    return text


def _first_lines(begin: re.Pattern[str], lines: Sequence[str]) -> dict[int, str]:
    matches = ((at, begin.fullmatch(line)) for at, line in enumerate(lines) if len(line) <= values.LONGEST_LINE)
    return {at: match["name"].strip() for at, match in matches if match}


def _above_times(lines: Sequence[str]) -> dict[int, str]:
    """Return the lines above those with only a time."""
    return {at: one for at, (one, other) in enumerate(pairwise(lines)) if _ONLY_TIME.fullmatch(other)}


def _is_chat(names: dict[int, str], lines: Sequence[str]) -> bool:
    """Return whether messages follow these names, rather than other names, as in a timetable: "9:00 Red: Ana, Bo"."""
    if len(names) < _FEWEST_MESSAGES or min(names) > _MOST_ABOVE or not all(map(values.is_only_name, names.values())):
        return False
    texts = [text for at, name in names.items() if (text := lines[at].partition(name)[2].partition(":")[2].strip())]
    if sum(map(_has_names, texts)) * 2 > len(texts):
        return False
    return bool(texts) or len(names) < len(lines) <= _MOST_LINES_EACH * len(names)


def _messages(names: dict[int, str], lines: Sequence[str]) -> list[str]:
    """Return the lines that are written, without those who wrote: one may have sent the list."""
    return [
        line.partition(names[at])[2].partition(":")[2].strip() if at in names else line for at, line in enumerate(lines)
    ]


def _has_names(text: str) -> bool:
    """Return whether a text is a full name, or several names."""
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) > 1 and all(word[0].isupper() for word in words) and values.is_name(text)


def _has_name_behind_word(text: str) -> bool:
    """Return whether a further message may name a student: "and Ana King"."""
    return _has_names(text.partition(" ")[2])
