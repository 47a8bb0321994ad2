"""Remove what lists note around each name: numbers, codes, dates, marks of attendance, the sex, the grade, the room."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from classroom.services.rosters.words import values
from classroom.services.rosters.words.confidential import is_month
from classroom.services.rosters.words.person_names import small_words
from classroom.services.rosters.words.private_data import SCORES_AT_END
from classroom.services.rosters.words.role_words import ADULT, STUDENT
from classroom.services.rosters.words.status_words import LEFT

_SEVERAL = re.compile(r"(?<=\w)(?: +[PATLEUXpx✓✔✗✘☑☐•.-]){2,} *$")
_ONE = re.compile(r"(?<=[\w.])[ \t]+(?:[-–—:][ \t]*)?\(?([A-Z✓✔✗✘☑☐])\)?[ \t]*$")
_ONE_BEFORE = re.compile(r"[ \t]*([A-Zx])[ \t]+(?=[^\W\d_])")
_ATTENDANCE_BEFORE = frozenset("PATLUXx")
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
_LATIN = r"[A-ZÀ-ɏ][\w'’.-]*(?: [A-ZÀ-ɏ][\w'’.-]*)+"
_LETTER = r"[^\W\d_A-Za-zÀ-ɏ\u1e00-\u1eff]"
_OTHER = rf"{_LETTER}+(?: {_LETTER}+)*"
"""Letters that are not Latin."""
_TWO_SCRIPTS = re.compile(
    rf"(?P<count>[ \t]*(?:[0-9]{{1,3}}(?:[.)] *| +))?)"
    rf"(?:{_OTHER}[ ,/–-]+(?P<behind>{_LATIN})|(?P<before>{_LATIN})(?: ?[,/(–-])? ?{_OTHER}\)?)"
)
_CODE = re.compile("[A-Z]{2,4}")
"""No nickname: of a language, or the like."""
MORE_THAN_HALF = 0.51
_MOST = 0.75
"""The proportion of lines that must have a mark."""
_GRADE = re.compile(
    r"(?<=[\w.)])[ \t]*[-–—,;|/(]+[ \t]*(?:(?:grade|gr|year|yr|klasse|kl|grado|curso|clase|class|room|rm|hr|homeroom"
    r"|period)\.?[ \t]?#?[0-9]{1,3}[A-Za-z]?|[0-9]{1,2}(?:st|nd|rd|th) grade|kindergarten)\)?[ \t]*$",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"[$€£][0-9].*|#[^\W\d_].*|(?:https?:|www\.).*|[\[({][^\W_]*[0-9]+[\])}]|[0-9]{1,2}/[0-9]{1,2}(?:/[0-9]{2,4})?[,;]?"
    r"|[0-9]{1,2}(?:-[0-9]{1,2}){2}"
)
"""No part of a title or a pseudonym."""
_SIGNS = re.compile(r"[!-/:-@\[-`{-~–—•·✓✔✗✘☐☑]+|[#@\[{].*")
_CELLS = re.compile(r"[\t;]|,(?=[^\W\d_])")
"""Between the cells of a table, and so no part of a word of data."""
_DAY = re.compile(r"[0-9]{1,2}(?:st|nd|rd|th|º)?[.,:]?")
_OF = frozenset({"of", "de"})
_UNITS = frozenset("min mins minutes pts points stars star am pm cards books pages".split())
_MOST_WORDS = 4


def without_marks(lines: Sequence[str]) -> list[str]:
    """Return lines without marks behind names, if most lines have them, and without grades and rooms.

    >>> without_marks(["Ana King P", "Bo Lee A", "Cy Ng P"]), without_marks(["Ana King - Gr. 4", "Bo Lee"])
    (['Ana King', 'Bo Lee', 'Cy Ng'], ['Ana King', 'Bo Lee'])
    """
    bare = [_whole_name_before(_GRADE, line) for line in lines]
    bare = if_enough(bare, [_ROLE.sub("", line) for line in bare], share=_MOST)
    bare = if_enough(bare, [_whole_name_before(SCORES_AT_END, line) for line in bare])
    if (left := if_enough(bare, [_SEVERAL.sub("", line) for line in bare], share=_MOST)) != bare:
        return left
    sizes = [_whole_name_before(values.SIZE_AT_END, line) for line in bare]
    kinds = {line.removeprefix(name).strip() for line, name in zip(bare, sizes, strict=True)} - {""}
    if len(kinds) > 1 or any(len(kind) > 1 for kind in kinds):  # not one initial behind all
        bare = if_enough(bare, sizes, share=_MOST)
    bare = _without_marks_before(bare)
    single = [found if (found := _ONE.search(line)) and _is_whole(line[: found.start()]) else None for line in bare]
    counts = Counter(found[1] for found in single if found)
    if not _are_marks(counts):
        return bare
    left = [line[: match.start()] if match else line for line, match in zip(bare, single, strict=True)]
    return if_enough(bare, left, share=_MOST)


def _without_marks_before(lines: Sequence[str]) -> list[str]:
    """Return lines without the marks of attendance before full names, if most are the same: "X Ana King"."""
    found = [found if (found := _ONE_BEFORE.match(line)) and _is_whole(line[found.end() :]) else None for line in lines]
    counts = Counter(match[1] for match in found if match)
    most = max(counts.values(), default=0)
    if most * 2 < counts.total() or not counts.keys() <= _ATTENDANCE_BEFORE:
        return list(lines)
    left = [line[match.end() :] if match else line for line, match in zip(lines, found, strict=True)]
    return if_enough(lines, left, share=_MOST)


def if_enough(lines: Sequence[str], bare: list[str], *, share: float = 0) -> list[str]:
    """Return bare lines if several lines, and a share of them, had what is removed, and names still differ."""
    changed = sum(one != line for one, line in zip(bare, lines, strict=True))
    is_enough = changed > 1 and changed >= share * sum(1 for line in lines if line.strip())
    return bare if is_enough and len(set(bare)) == len(set(lines)) else list(lines)


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
    codes = {remark for remark in counts if _CODE.fullmatch(remark)}
    shared |= codes if sum(counts[code] for code in codes) * 2 > counts.total() else set()
    shared = {*counts} if sum(counts[remark] for remark in shared) * 2 > counts.total() else shared
    bare = [match[1] if match and match[2] in shared else line for match, line in zip(found, lines, strict=True)]
    changed = [one for one, line in zip(bare, lines, strict=True) if one != line]
    return bare if len(set(changed)) == len(changed) else list(lines)


def without_second_script(lines: Sequence[str]) -> list[str]:
    """Return lines with only the full names in Latin letters, if most have them in other letters beside, too.

    >>> without_second_script(["김민준 Minjun Kim", "Wang Min (王敏)", "Bo Lee"])
    ['Minjun Kim', 'Wang Min', 'Bo Lee']
    """
    found = [_TWO_SCRIPTS.fullmatch(line) for line in lines]
    bare = [
        f"{match['count']}{match['behind'] or match['before']}" if match else line
        for match, line in zip(found, lines, strict=True)
    ]
    return if_enough(lines, bare, share=MORE_THAN_HALF)


def _are_marks(counts: Counter[str]) -> bool:
    """Return whether letters are those of attendance, most for being present, or for the sex, and no initials."""
    present = sum(counts[mark] for mark in _PRESENT)
    return (counts.keys() <= _ATTENDANCE and present * 2 >= counts.total()) or frozenset(counts) in _SEXES


def _whole_name_before(data: re.Pattern[str], line: str) -> str:
    left = data.sub("", line) if len(line) <= values.LONGEST_LINE else line
    return left if _is_whole(left) else line


def _is_whole(name: str) -> bool:
    return "\t" not in name and values.is_full_name(name.strip())


def without_days(lines: Sequence[str]) -> list[str]:
    """Return lines without the days before names, if most lines have one.

    >>> without_days(["Jan 4 - Ana King", "9 March - Bo Lee", "4 de mayo Cy Ng"])
    ['Ana King', 'Bo Lee', 'Cy Ng']
    """
    return if_enough(lines, [_name_behind_day(line) for line in lines], share=MORE_THAN_HALF)


def _name_behind_day(line: str) -> str:
    if len(line) > values.LONGEST_LINE or "\t" in line:
        return line
    words = line.split()
    length = _length_of_day(words[:3])
    rest = " ".join(words[length:]).lstrip("-–—:,. ")
    return rest if length and values.is_only_name(rest) else line


def without_data_around(lines: Sequence[str]) -> list[str]:
    """Return lines with only the names: without data of any kind if most lines have it, else without what is sure.

    Numbers that tell students apart stay.

    >>> without_data_around(["3A Ana King Mar 4", "3A Bo Lee Dec 30"]), without_data_around(["Red Fox 1", "Red Fox 2"])
    (['Ana King', 'Bo Lee'], ['Red Fox 1', 'Red Fox 2'])
    """
    bare = [_name_within(line, _is_data) for line in lines]
    if (left := if_enough(lines, bare, share=MORE_THAN_HALF)) != lines:
        return left
    bare = [_name_within(line, _is_sure) for line in lines]
    return bare if len(set(bare)) == len(set(lines)) else list(lines)


def _name_within(line: str, is_data: Callable[[str], bool]) -> str:
    """Return the full name among the words of a line; the line if there is none."""
    if len(line) > values.LONGEST_LINE or _CELLS.search(line) or values.is_summary(line.strip()):
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


def _length_of_day(words: Sequence[str]) -> int:
    """Return with how many words a day begins: "Jan 4", "4 January", "4 de enero"; 0 for none."""
    kinds = ["D" if _DAY.fullmatch(word) else "M" if is_month(word) else "o" if word in _OF else "" for word in words]
    return 2 if kinds[:2] in (["D", "M"], ["M", "D"]) else 3 if kinds == ["D", "o", "M"] else 0


def _is_name(words: Sequence[str], fewest: int) -> bool:
    return fewest <= len(words) <= _MOST_WORDS and not small_words(words)


def _is_data(word: str) -> bool:
    return any(map(str.isdigit, word)) or _SIGNS.fullmatch(word) is not None or _is_sure(word)


def _is_sure(word: str) -> bool:
    return _SURE.fullmatch(word) is not None
