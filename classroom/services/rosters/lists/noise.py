"""Find lines between the names of a list that are not students: texts of web pages and emails, roles, teachers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from classroom.services.names import fold_name
from classroom.services.rosters.lists import titles as list_titles
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.headings import words_of
from classroom.services.rosters.words.role_words import ADULT, STUDENT

_OFTEN = 3
_LARGE_SHARE = 0.4
"""The proportion of lines that a text must have to be that of a button rather than a name listed twice."""
_FEW = 0.2
"""If more lines are like "4B", these are pseudonyms. If more have a title, like "Mr. Lee", these are students."""
_COUNT = r"(?: ?\([0-9]+\))?:?"
_COUNTED = re.compile(rf"{_COUNT}$")
_STUDENTS = re.compile(rf"(?:{STUDENT}|people){_COUNT}", re.IGNORECASE)
_ADULTS = re.compile(
    rf"(?:(?:(?:meeting|support|teaching|school|course|class|section|group|site) )?(?:co-?)?{ADULT}|padres|eltern)"
    rf"{_COUNT}",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    rf"(?:s|innen|eltern|kräfte|personal|staff|faculty|pædagoger|pedagoger|assistenter|lærere|lärare|leerkrachten|docenten"
    rf"|assistenten|opettajat|nauczyciele|wychowawcy|insegnanti|aesh|atsem|maîtresses){_COUNT}$|:$",
    re.IGNORECASE,
)
"""All below such a heading are adults."""
_PURPOSE = re.compile(r"(?<=s) (?:[-–—(]|(?:at|for|in|of|on)\b).*")
"""Behind the first word of a title: "Volunteers for the book fair"."""
_BUTTON = re.compile(
    r"(?:more )?actions|acciones|in (?:the|this) (?:meeting|call)(?: \([0-9]+\))?|contributors"
    r"|type a name|whole class|entire class|toda la clase|more options|toolkit|timer|randomi[sz]er"
    r"|ordenar por (?:nombre|apellidos?)"
    r"|(?:add|admit|browse|download|email|export|filter|find|invite|lower|manage|message|mute|print|reset|search|select"
    r"|send|share|show|sort|unmute|view)(?: (?:a|all|by|first|for|last|new))*"
    rf" (?:all|badges|cards|class list|codes|csv|details|everyone|group|hands|invite|message|multiple|names?"
    rf"|passwords?|people|profiles?|reports?|roster|teachers|{STUDENT})"
    r"|person_add(?:_alt)?|more_(?:vert|horiz)|sort_by_alpha|expand_(?:more|less)|arrow_drop_(?:down|up)|chevron_right"
    r"|check_box(?:_outline_blank)?|account_circle|content_copy|drag_indicator",
    re.IGNORECASE,
)
_MENU = re.compile(
    r"stream|classwork|people|grades|announcements|assignments|discussions|modules|quizzes|materials|settings"
    r"|notifications|members|messages|calendar|dashboard|home|courses|groups|updates|gradebook|attendance|analytics|files"
    r"|reports|search|help|log ?out|sign out|all (?:members|students|classes|groups|people)"
    r"|novedades|trabajo de clase|personas|calificaciones|kursübersicht|aufgaben|personen|noten",
    re.IGNORECASE,
)
"""What pages offer above the students."""
_FEWEST_ENTRIES = 2
_OF_A_PAGE = re.compile(r"whole class|entire class|toda la clase", re.IGNORECASE)
"""Above the students on pages that also have these buttons."""
_OF_SUCH_A_PAGE = re.compile(
    r"group|attendance|random|classroom|messages|class story|reports|add (?:a )?student", re.IGNORECASE
)
_STATES = re.compile(
    r"available|away|offline|online|busy|do not disturb|be right back|in a (?:call|meeting)|present|absent|tardy"
    r"|turned in(?: late)?|done late|handed in|assigned|missing|late|draft|graded|returned|excused|not turned in"
    r"|(?:submitted|turned in|handed in)\b.{0,20}[0-9].{0,10}|(?:un)?muted"
    r"|(?:not )?(?:joined|invited|started|submitted|connected)|[0-9]+ (?:item|point|post|star|coin|badge)"
    r"|(?:[0-9]+ )?(?:items|points|posts|stars|coins|badges)",
    re.IGNORECASE,
)
"""What pages say about each student, below the name."""
_REMARK = re.compile(r"\([^()]*\)")
_IN_AN_ENTRY = re.compile(r"(?:^| )[a-z0-9]")
"""A word with a small letter first, or a number, unlike that of a name."""
_UNLIKE_NAMES = re.compile(
    r"[0-9]|(?:^| )(?!(?:de|da|do|dos|das|del|della|van|von|den|der|la|le|el|al|bin|y|i|e)\b)[a-zß-öø-ÿ]"
)
"""A digit, or a word in small letters, and no particle."""
_PICTURE_OF = re.compile(
    r"(?:[^\W\d_]+ ){1,3}(?:for|of|de|von|van|da|di) |(?:avatar|photo|picture|foto) ", re.IGNORECASE
)
"""What pages read aloud for a picture: "Profile picture for Ana King"."""
_USER_NAME = re.compile(r"[a-z][a-z0-9._-]{2,}")
_TITLE_OF_ADULT = r"(?:mr|mrs|ms|mx|miss|dr|frau|herr|sra?|señora?|srta|señorita|mme|madame|monsieur)\.? "
_TITLED = re.compile(
    rf"{_TITLE_OF_ADULT}[^\W\d_][^\W\d]*"
    r"(?P<more>(?:[ -][^\W\d_][\w'’-]*){0,2})",
    re.IGNORECASE,
)
_TITLE_WITHIN = re.compile(rf"^[^()]*[^\W\d_](?:[.!:;]|(?<=[a-z]))\s+(?i:{_TITLE_OF_ADULT})(?=[^\W\d_a-z])")
"""Not in parentheses."""


def lines_without_names(lines: Sequence[str]) -> frozenset[int]:
    """Return the indexes of lines that are not students.

    >>> sorted(lines_without_names(["4B", "AK", "Ana King", "BL", "Bo Lee", "CN", "Cy Ng"]))
    [0, 1, 3, 5]
    >>> sorted(lines_without_names(["Teachers", "Maria Hart", "Students", "Ana King", "Bo Lee"]))
    [0, 1, 2]
    """
    return frozenset().union(
        _buttons(lines),
        _menu(lines),
        _in_each_entry(lines),
        _between_names(lines),
        _states(lines),
        initials_of_pictures(lines),
        texts_of_pictures(lines),
        _class_codes(lines),
        _index_letters(lines),
        _roles(lines),
        _user_names(lines),
        teachers_by_title(lines),
        list_titles.titles(lines),
        list_titles.around_names(lines),
    )


def teachers_by_title(lines: Sequence[str]) -> frozenset[int]:
    """Return the lines with a title and a family name, "Ms. Hart", if few have one; a full name only at an end."""
    titled = {at: match for at, line in enumerate(lines) if (match := _TITLED.fullmatch(line.strip()))}
    filled = [at for at, line in enumerate(lines) if line.strip()]
    if len(filled) > _OFTEN and titled and titled.keys() <= {filled[0], filled[-1]}:  # "Ms. Hart" above her class
        return frozenset(titled)
    found = frozenset(at for at, match in titled.items() if not match["more"])
    return found if len(titled) <= _FEW * len(filled) else frozenset()


def adults_in_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the few lines with a title and a name behind other words: "Call Mrs. Poe". "Poe, Ms. Ana" is a student."""
    found = frozenset(at for at, line in enumerate(lines) if _TITLE_WITHIN.search(line))
    return found if len(found) <= max(1, _FEW * len(lines)) else frozenset()


def _buttons(lines: Sequence[str]) -> set[int]:
    counts = Counter(lines)
    often = {line for line, count in counts.items() if count >= max(_OFTEN, _LARGE_SHARE * len(lines))}
    often = often if len(often) < len(counts) else set()  # otherwise, everyone is listed several times
    found = {at for at, line in enumerate(lines) if line in often or _BUTTON.fullmatch(line)}
    if any(map(_OF_A_PAGE.fullmatch, lines)):
        found |= {at for at, line in enumerate(lines) if _OF_SUCH_A_PAGE.fullmatch(line)}
    return found


def _menu(lines: Sequence[str]) -> set[int]:
    """Return the entries of a page's menu, if there are several: a class may have one student called Stream."""
    found = {at for at, line in enumerate(lines) if _MENU.fullmatch(_COUNTED.sub("", line))}
    return found if len(found) >= _FEWEST_ENTRIES else set()


def _in_each_entry(lines: Sequence[str]) -> set[int]:
    """Return the lines that recur at one distance, below different names: "Home code", "Grade 4"."""
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        places.setdefault(line, []).append(at)
    single = sum(len(found) == 1 for found in places.values())
    often = [
        found
        for line, found in places.items()
        if _OFTEN <= len(found) <= single
        and (_IN_AN_ENTRY.search(line) or (found[0] > 0 and len({lines[at - 1] for at in found}) == 1))
    ]
    regular = (found for found in often if len({other - one for one, other in pairwise(found)}) == 1)
    return {at for found in regular if found[1] - found[0] > 1 for at in found}


def _between_names(lines: Sequence[str]) -> set[int]:
    """Return what stands at one place between full names at one distance, if most of it is unlike full names.

    Pages have there what differs from student to student: "1 family connected", "Invite family".
    """
    names = [at for at, line in enumerate(lines) if values.is_only_full_name(line) and not _UNLIKE_NAMES.search(line)]
    commas = [at for at in names if "," in lines[at]]
    names = commas if len(commas) * 2 > len(names) else [at for at in names if at not in commas]
    distances = [other - one for one, other in pairwise(names)]
    if distances and distances[0] != distances[-1]:  # a title above
        del distances[0], names[0]
    if len(names) < _OFTEN or len(set(distances)) > 1:
        return set()
    places = [[at + place for at in names if at + place < len(lines)] for place in range(1, distances[0])]
    unlike = [sum(" " not in lines[at] or bool(_UNLIKE_NAMES.search(lines[at])) for at in place) for place in places]
    return {at for place, count in zip(places, unlike, strict=True) if count * 2 > len(place) >= _OFTEN for at in place}


def _states(lines: Sequence[str]) -> set[int]:
    """Return what is below full names in parentheses, and several states of which none is above another: "Away"."""
    found = [at for at, line in enumerate(lines) if _STATES.fullmatch(line)]
    is_each = len(found) > 1 and all(other - one > 1 for one, other in pairwise(found))
    remarks = {at for at, (one, line) in enumerate(pairwise(lines), 1) if " " in one and _REMARK.fullmatch(line)}
    return remarks | (set(found) if is_each else set())


def texts_of_pictures(lines: Sequence[str]) -> set[int]:
    """Return the lines that stand for a picture beside the name: "Profile picture for Ana King"."""
    pairs = list(enumerate(pairwise(lines)))
    above = {at for at, (line, below) in pairs if _is_text_of_picture(line, below)}
    return above | {at + 1 for at, (above_it, line) in pairs if _is_text_of_picture(line, above_it)}


def _is_text_of_picture(line: str, other: str) -> bool:
    name, line = other.partition(" | ")[0], line.rstrip(".")
    return " " in name and line.endswith(f" {name}") and _PICTURE_OF.fullmatch(line.removesuffix(name)) is not None


def initials_of_pictures(lines: Sequence[str]) -> set[int]:
    """Return the initials that stand for a picture above the name."""
    found = {at for at, (one, name) in enumerate(pairwise(lines)) if _are_initials(one, name)}
    return found if len(found) >= _OFTEN else set()


def _are_initials(line: str, name: str) -> bool:
    """Return whether a line has the first letters of two or three words in the next one."""
    if not (1 < len(line) < 4 and line.isalpha() and line.isupper() and values.is_name(name)):
        return False
    initials = [word[0].upper() for word in re.findall(r"[^\W\d_]+", name)]
    return len(initials) > 1 and set(line) <= set(initials)


def _class_codes(lines: Sequence[str]) -> set[int]:
    found = {at for at, line in enumerate(lines) if values.CLASS_CODE.fullmatch(line)}
    others = [line for at, line in enumerate(lines) if at not in found]
    are_titles = (
        0 in found and not any(at + 1 in found for at in found) and all(re.search("[ ,]", line) for line in others)
    )
    return found if are_titles or len(found) <= _FEW * len(lines) else set()


def _index_letters(lines: Sequence[str]) -> set[int]:
    """Return the letters of the alphabet above the names that begin with them."""
    found = {at for at, line in enumerate(lines) if len(line) == 1 and line.isalpha()}
    is_index = all(_is_initial(lines[at], lines[at + 1 : at + 2]) for at in found)
    return found if len(found) > 1 and is_index else set()


def _is_initial(letter: str, names: Sequence[str]) -> bool:
    """Return whether a name, if there is one, has this as its first letter, or that of its last word."""
    words = [word for name in names for word in name.split()]
    return bool(words) and letter.upper() in {words[0][0].upper(), words[-1][0].upper()}


def _roles(lines: Sequence[str]) -> set[int]:
    """Return the lines that only name a role, and the adults: below "Teachers", or each above "Teacher"."""
    menu = _menu(lines)
    students = [at for at, line in enumerate(lines) if _STUDENTS.fullmatch(line)]
    students = [at for at in students if at not in menu] or students  # "People" in a menu above "Classmates"
    adults = [at for at, line in enumerate(lines) if _ADULTS.fullmatch(line) or are_adults(line)]
    found = {*students, *adults}
    if len(students) == 1:  # a heading above all students
        (begin,) = students
        for at in adults:
            found |= set(range(at, begin)) if at < begin - 1 else _called(at, lines)
    elif len(students) > 1:  # below each name
        for before, at in pairwise([-1, *sorted(found)]):
            if at in adults:
                found |= set(range(before + 1, at))
    elif (
        first := next((at for at in adults if are_adults(lines[at]) and (at or not lines[0].isalpha())), None)
    ) is not None:
        found |= set(range(first, len(lines)))
    else:
        for at in adults if len(adults) <= max(1, _FEW * len(lines)) else []:
            found |= _called(at, lines)
    return found


def adults_in_sections(lines: Sequence[str], sections: Collection[int]) -> set[int]:
    """Return the rows of a table below a row that only says "Teachers", up to one that only says "Students".

    :param sections: the rows with a single cell.
    """
    found: set[int] = set()
    is_adult = False
    for at, line in enumerate(lines):
        if at in sections and are_adults(line):
            is_adult = True
        elif at in sections and _STUDENTS.fullmatch(line):
            is_adult = False
        if is_adult:
            found.add(at)
    return found


def are_adults(heading: str) -> bool:
    """Return whether a title names several adults: "Teachers", "Parents of 4B"."""
    heading = _PURPOSE.sub("", heading)
    return _ADULTS.fullmatch(heading) is not None and _PLURAL.search(heading) is not None


def is_about_adults(sentence: str) -> bool:
    """Return whether a sentence names adults, and no students: "Our chaperones are …"."""
    words = sentence.rstrip(".!?").split()
    return any(map(are_adults, words)) and vocabulary.STUDENT.isdisjoint(words_of(sentence))


def _called(at: int, lines: Sequence[str]) -> set[int]:
    """Return the lines of the adults that a role names: all below "Teachers"; one for "Teacher", mostly above it."""
    if not at:
        return set()
    if are_adults(lines[at]):
        return set(range(at, len(lines)))
    return {at, at + 1} if at == len(lines) - 2 else {at - 1, at}


def _user_names(lines: Sequence[str]) -> set[int]:
    """Return the names for signing in, below the names of which they are made: "aking" below "Ana King"."""
    found = {at for at, (name, one) in enumerate(pairwise(lines), start=1) if _is_user_name(one, name)}
    return found if len(found) > 1 else set()


def _is_user_name(line: str, name: str) -> bool:
    parts = [re.sub(r"[^a-z]", "", fold_name(part)) for part in name.split()]
    is_made_of_name = any(len(part) > 1 and part in line for part in parts)
    return len(parts) > 1 and is_made_of_name and _USER_NAME.fullmatch(line) is not None
