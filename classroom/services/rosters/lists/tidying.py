"""Clean lists of names from emails and documents: numbers, bullets, titles, addresses, commas."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise

from classroom.services.rosters.lists.data_around import (
    MORE_THAN_HALF,
    if_enough,
    keys,
    without_data_around,
    without_days,
    without_marks,
    without_second_script,
    without_shared_remarks,
)
from classroom.services.rosters.lists.noise import adults_in_lines, is_about_adults, teachers_by_title
from classroom.services.rosters.lists.one_line import one_a_line
from classroom.services.rosters.lists.titles import is_closing, is_short_closing, with_titles
from classroom.services.rosters.words.confidential import (
    MONTHS,
    is_address,
    is_confidential,
    is_confidential_line,
    without_504,
    without_confidential,
)
from classroom.services.rosters.words.name_remarks import NICKNAMED
from classroom.services.rosters.words.person_names import is_sentence
from classroom.services.rosters.words.private_data import (
    is_only_private,
    without_label_at_end,
    without_private_data,
)
from classroom.services.rosters.words.role_words import ADULT
from classroom.services.rosters.words.status_words import LEFT
from classroom.services.rosters.words.values import ADDRESS, LONGEST_LINE, is_name, is_pronouns, is_summary
from classroom.services.text_files import LINE_END


class Noise(StrEnum):
    """Text around names that is not part of them."""

    NUMBERS = "numbers"
    BULLETS = "bullets"
    TITLES = "titles"
    ADDRESSES = "addresses"
    REMARKS = "remarks"
    """In parentheses, and not a name: "(new)"."""
    ENDS = "ends"
    """Commas and similar characters after a name."""


_TITLE = r"(?:mr|mrs|ms|mx|miss|master|dr)"
_BULLET = (
    r"(?:_{1,12}(?:[xX]_{0,12})?[ \t]+|[-+*•·‣▪●○◦–—→⇒➔➢➤☐☑☒✓✔✗✘✅❌□■▫▸►❖◆◇\ue000-\uf8ff][ \t]+"
    r"|[*•·▪●○☐☑☒✓✔✗✘□■](?=[^\W\d_])"
    r"|(?:[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]|(?:[0-9]\ufe0f?\u20e3){1,2}|\U0001f51f)[ \t]*)"
)
"""Also numbers in circles and on keys."""
_AFTER_COUNT = r"(?:[.):\]．）、：]+|,(?=[ \t])|[ \t][–—-](?=[ \t])|번|番|号|號)"  # noqa: RUF001
"""Also in Korean, Japanese, and Chinese."""
_ORDINAL = r"(?:st|nd|rd|th)[.):]?[ \t]+(?!(?i:period|grade|block|hour|class)\b)"
_TAKEN_AWAY = {
    Noise.ADDRESSES: re.compile(rf"(?:(?<=[\s,;])|^)<?(?:mailto:)?{ADDRESS}>?(?=[\s,;]|$)"),
    # A remark about someone who is not a student stays: the row is left out later.
    Noise.REMARKS: re.compile(
        rf"(?<=\S)[ \t]*\((?=[a-z]|[0-9]{{1,2}}:[0-9])(?!(?:co-?)?{ADULT}\b|{NICKNAMED} |{LEFT}\b)[^()]{{3,}}\)"
        r"(?=[ \t,;]*$)"
    ),
    Noise.BULLETS: re.compile(rf"^[ \t]*(?:>[ \t]*)*(?:(?:{_BULLET})?\[[ xX]?\][ \t]*|{_BULLET}|(?<=>)|(?<=>[ \t]))"),
    Noise.NUMBERS: re.compile(rf"^[ \t]*[(#]?\d{{1,3}}(?:[ \t]*{_AFTER_COUNT}[ \t]*|{_ORDINAL})(?=[^\W\d_])"),
    Noise.TITLES: re.compile(rf"(?:^[ \t]*|(?<=, )|(?<=,)){_TITLE}(?:\.[ \t]*|[ \t]+)(?=[^\W\d_])", re.IGNORECASE),
}
"""In the order in which they occur around a name."""
_PICTURE = re.compile("[\ufeff \t]*([\u2190-\u2bff\U0001f000-\U0001faff])[\ufe0f\u200b \t]*(?=[^\\W\\d_])")
_PLAIN = re.compile(r"[^\W\d_][\w'’-]*(?: [\w'’.-]+)+")
"""A full name without pictures."""
_BULLETED = re.compile(rf"^([ \t]*)(?:{_BULLET})")
_LEFT_AT_END = re.compile(rf"(?<=[^\W\d_])[ \t]+(?=[a-z])({LEFT})[ \t]*$", re.MULTILINE)
"""Without parentheses: "Bo Lee moved"."""
_LABEL = re.compile(r"^[^\W_]{1,20}(?: [^\W_][\w.ºª°]{0,20}){0,3}:[ \t]+")
_MONTHS = frozenset(map(str.capitalize, MONTHS))
_FEWEST_MONTHS = 2
_DAY_AT_END = re.compile(r"(?<=[^\W\d_])[ \t]*[-–,(]?[ \t]*[0-9]{1,2}(?:st|nd|rd|th|\.)?\)?[ \t]*$")
_INITIALS = re.compile(r"^[^\W\d_]{2}")
_COUNTED = re.compile(
    rf"^[ \t]*(?:[(#]|(?:n[o°º]|nr|num|number)\.?[ \t]*)?(\d{{1,3}})(?:[ \t]*(?:{_AFTER_COUNT}|[–—-])[ \t]*|[ \t]+)"
    r"(?=[^\W\d_]|[0-9]{2,}[ \t]+[^\W\d_])",
    re.IGNORECASE,
)
_READ_ONE = re.compile(r"^[ \t]*[lI|][.):]+(?=[ \t])")
_READ_TWO = re.compile(r"^[ \t]*2[.):]+[ \t]")
"""A scanner reads the number 1 as a letter."""
_LEADING_ID = re.compile(r"^[ \t]*#?[0-9]{2,}(?:[ \t]*[:=–-])?[ \t]+(?=[^\W\d_])")
_LETTERED = re.compile(r"^[ \t]*\(?([a-z]|[ivx]{1,5})[.)][ \t]+(?=[^\W\d_])", re.IGNORECASE)
_DETAILS_AT_END = re.compile(r"(?<=\w)(?: (?:[0-9]{1,9}|\(?[FMXWJGwmdfjgxV]\)?|[0-9]{1,2}[./-]?[A-Za-z]))+[ –-]*$")
"""An ID, a grade, a letter for the sex, or a class, beside a date or a phone number that is removed."""
_NUMBER_AT_END = re.compile(
    r"(?<=[^\W\d_])(?:(?:[ ,;]+(?:id|no|student id)\.?:?)?[ =–-]+[(#]?[0-9]{4,}\)?|: ?[0-9]{1,3} ?%?"
    r"|[ :–-]+(?:[0-9]{1,3} ?%|[0-9]{1,3}(?:[.,][0-9]{1,2})?/[0-9]{1,3}"
    r"|[0-9]{1,2}:[0-9]{2}(?: ?[ap]\.?m\.?)?)|[ \t]*/[ \t]*[0-9]{1,2}|[ \t]*[–-][ \t]*[0-9]{1,2}(?:st|nd|rd|th)"
    r"|[ \t]*[._…]{3,}.*)[ \t]*$",
    re.IGNORECASE,
)
"""An ID, a score, a time, or a line to write on."""
_REMARK = re.compile(
    r"^([^\W\d_][^\s:]*(?: [^\W\d_][^\s:,]*){1,4}?)(?:: +(?:[a-z0-9]|(?!.*[A-ZÀ-Þ][a-zß-ÿ]{2}))[^:\n]+"
    r"| (?:bus #?[0-9]{1,3}|(?:car(?: ?rider)?|walker|after ?care|daycare|bike)s?))[ \t]*$"
)
_EXCLAMATION = re.compile(
    r"(?<=\w)[ \t]+[*(]*(?:[^\W\d_]{2,12}!+|NEW|NUEV[OA]|NEU|NOUVEAU|NOUVELLE|NIEUW)[*)]*$"
    r"|(?<=[a-zß-öø-ÿ])(?<! is)(?<! was)(?<! be)[ \t]+"
    r"(?:absent|abs|tardy|late|sick|out|here|present|excused|paid|new)\.?(?: today| online)?$"
)
"""Behind a name: "NEW!", "absent today"."""
_MARKED_NAME = re.compile(r"([^\W\d_a-zß-öø-ÿ][\w'’.-]*(?: [^\W\d_a-zß-öø-ÿ][\w'’.-]*){0,3}?)[ \t]*[!?]+")
"""A name, and no sentence, with a mark of the teacher's: "Dee!!", "Eli ???"."""
_SUFFIX = re.compile(r",[ \t]*((?:jr|sr)\.?|ii|iii|iv)[ \t]*$", re.IGNORECASE)


def tidied(text: str) -> tuple[str, tuple[Noise, ...]]:
    """Return a list with only names, line by line, and what was removed.

    >>> tidied("- Dr. Bo Lee,")
    ('Bo Lee', (<Noise.BULLETS: 'bullets'>, <Noise.TITLES: 'titles'>, <Noise.ENDS: 'ends'>))
    """
    text = _LEFT_AT_END.sub(r" (\1)", text)
    text = text if LINE_END.search(text.strip()) else _LABEL.sub("", text.strip())
    found: set[Noise] = set()
    written = one_a_line(text)
    lines = without_504([without_confidential(_begin_of_private_sentence(line)) for line in written])
    if lines != written:
        found.add(Noise.REMARKS)
    lines = _with_marked_titles(_without_details(_without_months(_without_private(lines, found))))
    lines = without_days(lines)
    lines = without_second_script([_without(line, (Noise.BULLETS,), found) for line in _without_pictures(lines)])
    numbered = lines
    if (uncounted := without_counts(lines)) != lines:
        lines = uncounted
        if all(_LEADING_ID.match(line) and "\t" not in line for line in lines if line.strip()):
            lines = [_LEADING_ID.sub("", line) for line in lines]
    else:
        lines = [line if "\t" in line or is_summary(line.strip()) else _LEADING_ID.sub("", line) for line in lines]
    if _is_lettered(lines):
        lines = [_LETTERED.sub("", line) for line in lines]
    lines = without_data_around(lines)
    if lines != numbered:
        found.add(Noise.NUMBERS)
    lines = without_initials(lines)
    if (bare := without_shared_remarks(_without_remarks(lines))) != lines:
        lines = bare
        found.add(Noise.REMARKS)
    teachers = teachers_by_title(lines) | adults_in_lines(lines)
    lines = [line if at in teachers else _without(line, _TAKEN_AWAY, found) for at, line in enumerate(lines)]
    lines = _without_data(lines, found)
    is_comma_of_closing = sum(line.rstrip().endswith(",") for line in lines) == 1
    lines = [
        line if is_comma_of_closing and is_short_closing(line) else _SUFFIX.sub(r" \1", _without_end(line, found))
        for line in lines
    ]
    return "\n".join(lines), tuple(noise for noise in Noise if noise in found)


def _without_private(lines: list[str], found: set[Noise]) -> list[str]:
    """Remove addresses, dates, and phone numbers, with the labels before them; lines with nothing else become empty."""
    left = list(map(_line_without_private, lines))
    noted = {at for at, line in enumerate(lines) if is_confidential_line(line) or is_pronouns(line.strip())}
    noted |= keys(lines)
    addresses = {at for at, line in enumerate(lines) if is_address(line.strip())}
    private = {at for at, line in enumerate(lines) if at in addresses or is_only_private(line)} - noted
    details = {at for at in private if "@" not in lines[at]} - addresses
    details = private if _are_details(private, lines) else details
    left = ["" if at in details | noted else line for at, line in enumerate(left)]
    for line, bare in zip(lines, left, strict=True):
        if bare != line:
            found.add(Noise.ADDRESSES if "@" in line else Noise.NUMBERS)
    return left


def _begin_of_private_sentence(line: str) -> str:
    """Return the first word, with a colon, of a sentence about health or the like that begins with no full name."""
    first, second, *_ = [*line.split(), "", ""]
    is_private = is_confidential(line) or without_private_data(line) != line or is_about_adults(line)
    is_whole = first[:1].isupper() and second[:1].isupper() and not adults_in_lines([line])
    return f"{first}:" if len(line) <= LONGEST_LINE and is_private and not is_whole and is_sentence(line) else line


def _without_pictures(lines: list[str]) -> list[str]:
    """Remove the pictures before most names, if they recur, below a title. Others tell pseudonyms apart."""
    pictures = [match[1] if (match := _PICTURE.match(line)) else "" for line in lines]
    bare = [_PICTURE.sub("", line) for line in lines]
    counts = Counter(filter(None, pictures))
    shared = {picture for picture, count in counts.items() if count > 1}
    are_names = bool(shared) and all(_PLAIN.fullmatch(bare[at]) for at, line in enumerate(lines) if line.strip())
    if not are_names and sum(counts[picture] for picture in shared) * 2 <= len(list(filter(None, lines))):
        return lines
    able = {at for at, name in enumerate(bare) if pictures[at] in shared or (pictures[at] and _PLAIN.fullmatch(name))}
    left = [bare[at] if at in able else line for at, line in enumerate(lines)]
    return with_titles(left, [at for at in range(min(able)) if lines[at].strip()])


def _without_months(lines: list[str]) -> list[str]:
    """Mark months above the names of those born in them as titles, and remove the days behind these names."""
    months = {at for at, line in enumerate(lines) if line.strip() in _MONTHS}
    names = [line.strip() for line in lines if line.strip() not in {"", *_MONTHS}]
    if not _FEWEST_MONTHS <= len(months) <= len(names) or not all(" " in name for name in names):
        return lines
    return with_titles([line if len(line) > LONGEST_LINE else _DAY_AT_END.sub("", line) for line in lines], months)


def _are_details(private: set[int], lines: list[str]) -> bool:
    """Return whether private lines belong to the names above them. One among other names may stand for a student."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return 1 < len(private) < len(filled) <= 3 * len(private) and filled[0] not in private


def _line_without_private(line: str) -> str:
    bare = without_private_data(line)
    return line if bare == line else without_label_at_end(_name_before(_DETAILS_AT_END, bare))


def _without_details(lines: list[str]) -> list[str]:
    """Mark what is indented below names with bullets as sentences, which are no names."""
    bulleted = {at: match for at, line in enumerate(lines) if (match := _BULLETED.match(line))}
    if any(line.strip() and at not in bulleted for at, line in enumerate(lines)):
        return lines
    indents = {at: len(match[1].expandtabs()) for at, match in bulleted.items()}
    least = min(indents.values(), default=0)
    details = {at for at, match in bulleted.items() if indents[at] > least and lines[at][match.end() :][:1].islower()}
    is_few = details and 0 not in details and len(details) * 2 <= len(lines)
    return with_titles(lines, details) if is_few else lines


def _with_marked_titles(lines: list[str]) -> list[str]:
    """Add a colon to the names of groups, if each stands above names with bullets, or with numbers from 1."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    marks = [_mark_of(lines[at]) for at in filled]
    titles = [at for at, mark in zip(filled, marks, strict=True) if mark is None]
    starts = [index for index, mark in enumerate(marks) if mark is None]
    if starts[:2] == [0, 1]:  # a title above that of the first group
        del starts[0]
    parts = [marks[start + 1 : end] for start, end in pairwise([*starts, len(marks)])]
    is_grouped = len(starts) > 1 and starts[0] < 2 and all(len(part) > 1 and part[0] in {0, 1} for part in parts)
    if not is_grouped or any(part[0] == 1 and part != list(range(1, len(part) + 1)) for part in parts):
        return lines
    return with_titles(lines, titles)


def _mark_of(line: str) -> int | None:
    """Return the number before a name, 0 for a bullet, and None for neither."""
    if _TAKEN_AWAY[Noise.BULLETS].match(line):
        return 0
    counted = _COUNTED.match(line)
    return int(counted[1]) if counted else None


def without_counts(lines: list[str]) -> list[str]:
    """Return lines without the numbers before them, if these count from 1 and don't tell students apart."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if lines and _READ_ONE.match(lines[first]) and any(_READ_TWO.match(line) for line in lines):
        lines = [*lines[:first], _READ_ONE.sub("1.", lines[first]), *lines[first + 1 :]]
    if not _is_counted(lines):
        return lines
    left = [line if is_summary(line.strip()) else _COUNTED.sub("", line) for line in lines]
    names = [name for name, line in zip(left, lines, strict=True) if name != line]
    return left if len(set(names)) * 2 > len(names) else lines


def without_initials(lines: list[str]) -> list[str]:
    """Return lines without the initials of a picture that are joined to most names: "AKAna King"."""
    bare = [_INITIALS.sub("", line) if _begins_with_initials(line) else line for line in lines]
    return if_enough(lines, bare, share=0.5)


def _begins_with_initials(line: str) -> bool:
    words = line[2:].split()
    return len(words) > 1 and line[:2] == words[0][0] + words[-1][0] and words[0][1:2].islower()


def _without(line: str, noises: Iterable[Noise], found: set[Noise]) -> str:
    if len(line) <= LONGEST_LINE:
        for noise in noises:
            left = _TAKEN_AWAY[noise].sub("", line)
            if left != line and left.strip():  # show a line without a name as it is
                found.add(noise)
                line = left
    return line


def _without_end(line: str, found: set[Noise]) -> str:
    line = line.rstrip()
    left = (line if is_closing(line) else _EXCLAMATION.sub("", line)).rstrip(" \t,;*☆★✅❌✔✓✗-–—")
    left = marked[1] if (marked := _MARKED_NAME.fullmatch(left)) else left
    if left == line or not left:
        return line
    found.add(Noise.ENDS)
    return left


def _without_remarks(lines: list[str]) -> list[str]:
    """Remove remarks in small letters behind full names, if most lines have one: "Ana King: sits in front"."""
    return if_enough(lines, [_REMARK.sub(r"\1", line) for line in lines], share=MORE_THAN_HALF)


def _without_data(lines: list[str], found: set[Noise]) -> list[str]:
    """Remove marks and numbers unless they tell pseudonyms apart: Red Fox 1001, Red Fox 1002."""
    unmarked = without_marks(lines)
    bare = [_name_before(_NUMBER_AT_END, line) for line in unmarked]
    bare = [name if " " in name.strip() else line for name, line in zip(bare, unmarked, strict=True)]
    left = bare if len(set(bare)) == len(set(unmarked)) else unmarked
    if left != lines:
        found.add(Noise.NUMBERS)
    return left


def _name_before(data: re.Pattern[str], line: str) -> str:
    """Return the name before the data at the end of a line; the whole line if it is long, or may have columns."""
    if len(line) > LONGEST_LINE or any(sign in line for sign in '\t;"'):
        return line
    left = data.sub("", line)
    return left if is_name(left.strip()) else line


def _is_lettered(lines: list[str]) -> bool:
    """Return whether all lines are lettered in order: a) b) c), or i. ii. iii."""
    marks = [match[1].lower() if match else "" for match in map(_LETTERED.match, filter(str.strip, lines))]
    orders = ("abcdefghijklmnopqrstuvwxyz", "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv".split())
    return len(marks) > 2 and any(marks == list(order[: len(marks)]) for order in orders)


def _is_counted(lines: list[str]) -> bool:
    """Return whether the numbers before the lines count from 1. Other numbers may be students' IDs."""
    counted = (_COUNTED.match(line) for line in lines if not is_summary(line.strip()))
    numbers = [int(match[1]) for match in counted if match]
    is_rising = all(one < other for one, other in pairwise(numbers))
    return len(numbers) > 1 and is_rising and numbers[0] == 1 and numbers[-1] <= len(lines)
