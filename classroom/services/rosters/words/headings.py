"""Interpret the headings of roster columns, in the words of school systems and of five languages.

A heading is cut into words: ``[Students]First_Name``, ``student.firstName`` and ``FIRST NAME`` are all "first name".
The words together determine the person (student, teacher, parent, school) and the value (name part, ID, grade).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from classroom.services.rosters.words import values, vocabulary


class Column(StrEnum):
    """The role of a column in a roster."""

    IGNORED = "ignored"
    NAME = "name"
    """Full name, given name first."""
    NAME_FAMILY_FIRST = "name_family_first"
    """Full name, family name first."""
    GIVEN = "given"
    PREFERRED = "preferred"
    """The preferred first name. It replaces the given name if the cell is not empty."""
    MIDDLE = "middle"
    FAMILY = "family"
    SOURCE_ID = "source_id"
    GROUP = "group"
    LEVEL = "level"
    CLASS = "class"
    ROLE = "role"
    """Identifies rows that are not students."""
    STATUS = "status"
    """Identifies students who have left the class."""


NAME_COLUMNS = frozenset({Column.NAME, Column.NAME_FAMILY_FIRST, Column.GIVEN, Column.PREFERRED})
"""A roster needs one of these."""


class Topic(StrEnum):
    """Topics of headings other than roles."""

    BARE_NAME = "bare_name"
    """"Name", "Nom", "Nombre": the full name, or the part that no other column has."""
    TEACHER = "teacher"
    """The class's teacher: can split the rows into classes."""
    PRIVATE = "private"
    """Addresses, birth dates, and similar data: never stored."""
    OTHER = "other"
    """Known, but not needed."""
    RESULT = "result"
    """Scores and other results: never of use."""
    MONEY = "money"
    """Prices and what is bought: a table without headings of names is about no students."""


WHOLE_NAMES = frozenset({Column.NAME, Column.NAME_FAMILY_FIRST, Topic.BARE_NAME})
"""What a column of full names may be about."""
STUDENT_NAMES = NAME_COLUMNS | {Topic.BARE_NAME}
"""What a column may be about whose names are enough to know the students."""
ANY_NAMES = STUDENT_NAMES | {Column.FAMILY}
"""What a column with any part of students' names may be about."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a heading."""

    about: Column | Topic
    rank: int = 0
    """Of two columns with the same role, the lower rank wins."""
    may_count: bool = False
    """Whether the numbers below may be row numbers."""
    is_code: bool = False
    """Whether the heading says "code": beside a code for parents, a student's code is one for signing in."""
    may_be_whole: bool = False
    """Whether the word for a first name also means the full name, as "Meno" and "Jméno" do."""
    is_title: bool = False
    """Whether the heading has words that are not about schools, as the title of a task does: "Group poster"."""
    has_day: bool = False
    """Whether the cells are the days on which students left."""
    is_note: bool = False
    """Whether the cells are remarks of any kind."""


_FURTHER = frozenset("2345")
"""Behind a part of the name that has several columns: "Prénom 1", "Prénom 2"."""
OF_OTHERS = 9
"""The rank of full names whose heading has an unknown word: these may be the parents'."""
OF_ANYONE = 2
"""The rank of names below "Name": beside "Child", these may be the parents'."""
OF_COUNTRY = 6
"""The rank of numbers that databases and countries give."""
IN_USE = 2
"""The rank of family names in use, which are often left empty."""
_BESIDE_NO_NAME = vocabulary.ID | vocabulary.PLACE | vocabulary.CLASS | vocabulary.GROUP | vocabulary.GRADE
_BESIDE_NO_GRADE = (vocabulary.PLACE | vocabulary.CLASS) - {"course", "enrollment"}
_LONG_NUMBER = re.compile(r"\b(?!(?:19|20)[0-9]{2}\b)[0-9]{4,}")
"""An ID, rather than a year."""
_LONGEST = 200
"""Maximum length of a heading."""
_MOST_WORDS = 12
_CACHED = 4096
"""Cells of the first rows are compared in many ways."""
_JOINED = {
    word: meaning
    for meaning, words in {
        "last first name": "lastnamefirstname lfm nev neve hovaten фио піб",
        "last name": "ln hovatenđem hođem",
        "first name": "fn",
        "middle name": "mn",
        "student id": "mahocsinh",
        "student no": "studentno",
        "familymembers": "family1 family2 family3 family4",
        "tutor1": "tutora1 tutor2 tutora2",
        "apellido paterno": "appaterno",
        "apellido materno": "apmaterno",
        "fullname": "氏名",
    }.items()
    for word in words.split()
}
_KNOWN = frozenset({"type"}).union(*(words for words in vars(vocabulary).values() if isinstance(words, frozenset)))
_SHORTEST_PART = 4
"""Of a compound."""
_VOWELS = "аеиоуыэюяьієαειουωη"
"""At the ends of words in Slavic languages and Greek."""
_STEMS = {word.rstrip(_VOWELS): word for word in sorted(_KNOWN) if len(word.rstrip(_VOWELS)) >= _SHORTEST_PART}
_ARTICLE = re.compile("^(?:ו?ה|ו|و?ال)(?=.{2})")  # noqa: RUF001  Hebrew
"""Joined to a noun in Hebrew and Arabic, as is the word for "and"."""
_SHORTENED = {
    re.sub("[aeiou]", "", word): word
    for word in ("name", "student", "teacher", "group", "grade", "level", "section", "period", "homeroom", "counselor")
}
"""Headings of narrow columns: "Rdg Grp"."""
_SMALL_LETTER_BEFORE_CAPITAL = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")
_SPLIT_WORD = re.compile(
    r"\b(?:n o|e mail|ap [pm]aterno|home room|fore name|sur name|long name|"
    r"ho va ten đem|ho đem|ho va ten|ma hoc sinh|ім я|[flm] name|w d|family (?:members|contact|[1-9])|child of"
    r"|(?:roll|home) group"
    r"|org defined id|α μ"  # noqa: RUF001
    r"|(?:primer|segundo) tutor|tutora? (?:a )?[12]|tutor legal|next of kin|par guard|da mae|do pai)\b"
)
_ENDING = re.compile(r"\((?:s|e|a|o|es|en|in)\)| \([0-9]{1,3}\)$", re.IGNORECASE)
"""Also the number of students: "Students (24)"."""
_BRACKETS = re.compile(r"\[[^\[\]]{0,40}\]")
"""Prefixes and suffixes: the table of a field, or whether it is required."""
_HYPHENED = re.compile(r"([^\W\d_]+)-([^\W\d_]+)")
"""One word with a hyphen: "Familien-Name"."""
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_NUMBER_SIGN = str.maketrans({"#": " no ", "№": " no ", "°": "o", "º": "o", "ª": "a"})


@lru_cache(maxsize=_CACHED)
def words_of(heading: str) -> tuple[str, ...]:
    """Split a heading into normalized words: no accents, case, punctuation, or alternatives as in "Apellido(s)".

    >>> words_of("[Students]First_Name"), words_of("student.lastName"), words_of("Prénom de l'élève")
    (('first', 'name'), ('student', 'last', 'name'), ('prenom', 'de', 'l', 'eleve'))
    """
    if len(heading) > _LONGEST:
        return ()
    text = _ENDING.sub("", _BRACKETS.sub(" ", heading)).translate(_NUMBER_SIGN)
    text = _SMALL_LETTER_BEFORE_CAPITAL.sub(" ", text)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if unicodedata.category(sign)[0] != "M")
    bare = unicodedata.normalize("NFC", bare)  # Hangul
    whole = _HYPHENED.sub(
        lambda match: match[1] + match[2] if match[1] + match[2] in _KNOWN else match[0], bare.casefold()
    )
    folded = "".join(sign if sign.isalnum() else " " for sign in whole)
    joined = " ".join(_JOINED.get(word) or _SHORTENED.get(word) or _parts_of(word) for word in folded.split())
    return tuple(_SPLIT_WORD.sub(_joined_word, joined).split())


def _parts_of(word: str) -> str:
    """Return the known words in a compound, "Klassenname", or with another ending, "ученика"; other words unchanged."""
    if word in _KNOWN or not word.isalpha():
        return f"{word[:-1]} {word[-1]}" if word[:-1] in _KNOWN and word not in _KNOWN else word  # "Apellido1"
    if not word.isascii():
        bare = _ARTICLE.sub("", word)
        return bare if bare in _KNOWN else _STEMS.get(word.rstrip(_VOWELS), word)
    if word[-1] == "s" and len(word) > _SHORTEST_PART + 1 and word[:-1] in _KNOWN - vocabulary.STUDENT:
        return word[:-1]
    for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        for end in range(at, max(at - 3, _SHORTEST_PART - 1), -1) if word[at:] in _KNOWN else ():
            if word[:end] in _KNOWN:
                return f"{word[:end]} {word[at:]}"
    return word


def _joined_word(match: re.Match[str]) -> str:
    word = match[0].replace(" ", "")
    return _JOINED.get(word, word)


@lru_cache(maxsize=_CACHED)
def meaning_of(heading: str) -> Meaning | None:
    """Interpret a heading; None if it is unknown.

    >>> meaning_of("STUDENT_ID").about, meaning_of("Student Name (Last, First)").about, meaning_of("E-mail").about
    (<Column.SOURCE_ID: 'source_id'>, <Column.NAME_FAMILY_FIRST: 'name_family_first'>, <Topic.PRIVATE: 'private'>)
    """
    found = _meaning(words_of(heading))
    if "(" in heading and (found is None or found.about in {Topic.OTHER, Topic.RESULT}):  # "Name (as in passport)"
        bare = _meaning(words_of(_IN_PARENTHESES.sub(" ", heading)))
        return found if bare is None else replace(bare, is_title=True)
    return found


def _meaning(words: tuple[str, ...]) -> Meaning | None:
    """Return the meaning of the words of a heading; None if it is unknown."""
    if len(words) > _MOST_WORDS or _KNOWN.isdisjoint(words):  # most cells are no headings
        return None
    terms = frozenset(words)
    if "nom" in terms and terms & vocabulary.KINDS_OF_FAMILY_NAME:
        return Meaning(Column.FAMILY, IN_USE if "usage" in terms else 0)
    is_code = bool(terms & vocabulary.CODES)
    is_of_state = bool(terms & vocabulary.OF_STATE and terms & vocabulary.ID)
    if is_of_state or terms & (vocabulary.ADULT | vocabulary.PRIVATE) or (is_code and terms & vocabulary.SECRET):
        return Meaning(Topic.PRIVATE, is_code=is_code, is_note=not terms.isdisjoint(vocabulary.NOTES))
    if (kind := _kind_of_row(terms)) is not None:
        return kind
    if terms & vocabulary.TEACHER and not terms & vocabulary.GROUP:  # "Tutor group"
        return Meaning(Topic.TEACHER if not terms & vocabulary.ID else Topic.OTHER)
    found = _name_meaning(words) or _plain_meaning(words)
    is_named = not vocabulary.GROUP.isdisjoint(words[-1:])  # "Math group", unlike "Group poster"
    of_others = found is not None and found.about in WHOLE_NAMES and not terms <= _KNOWN
    rank = OF_OTHERS if of_others else found.rank if found else 0
    return found and replace(found, rank=rank, is_title=not terms <= vocabulary.OF_SCHOOLS and not is_named)


def _is_about_leaving(terms: frozenset[str]) -> bool:
    """Return whether a heading is about leaving the class: "Withdrawal date", "Section end", "Exit code"."""
    rest = terms - vocabulary.FILLERS - vocabulary.STUDENT
    able = vocabulary.LEAVING | vocabulary.DAY | vocabulary.OF_STATUS | vocabulary.STATUS | vocabulary.ID
    return terms == {"last", "day"} or (bool(terms & vocabulary.LEAVING) and rest <= able)


def _kind_of_row(terms: frozenset[str]) -> Meaning | None:
    """Return the meaning of a column that says which rows are students in the class; None for another one."""
    if _is_about_leaving(terms):
        return Meaning(Topic.OTHER) if terms & vocabulary.ID else Meaning(Column.STATUS, has_day=True)
    if terms & vocabulary.ROLE or ("type" in terms and terms <= vocabulary.STUDENT | {"type", "account"}):
        return Meaning(Column.ROLE)
    able = vocabulary.STATUS | vocabulary.STUDENT | vocabulary.OF_STATUS | vocabulary.LEAVING
    return Meaning(Column.STATUS) if terms & vocabulary.STATUS and terms <= able else None


def topic_of(heading: str) -> Column | Topic | None:
    """Return what a heading is about; None if it is unknown."""
    meaning = meaning_of(heading)
    return None if meaning is None else meaning.about


def names_group(label: str) -> bool:
    """Return whether a label has a word for groups, a color, or the like: "Red", "Table 4", "Girls"."""
    return not vocabulary.OF_GROUPS.isdisjoint(words_of(label))


def _name_meaning(words: tuple[str, ...]) -> Meaning | None:
    """Return the name part that a heading means; None if it is not about a name."""
    terms = frozenset(words) - vocabulary.STUDENT - vocabulary.FILLERS
    given, family = terms & vocabulary.GIVEN, terms & vocabulary.FAMILY
    if terms & _BESIDE_NO_NAME and not given | family:
        return None
    is_called = terms & vocabulary.PREFERRED and terms <= vocabulary.PREFERRED | {"by", "as"}  # "Goes by"
    if (given and family) and (both := _whole_name_order(words, given, family)) is not None:
        return Meaning(both)
    if is_called or (terms & vocabulary.PREFERRED and (terms & vocabulary.NAME or given or family)):
        return Meaning(Column.FAMILY, IN_USE) if family else Meaning(Column.PREFERRED, int("nickname" in terms))
    order = _whole_name_order(words, given, family)
    if order is not None:
        return Meaning(order)
    if (terms & vocabulary.MIDDLE and not given) or (terms & vocabulary.NAME and "segundo" in terms and not family):
        return Meaning(Column.MIDDLE)
    return _part_meaning(frozenset(words), terms, given, family)


def _whole_name_order(words: tuple[str, ...], given: frozenset[str], family: frozenset[str]) -> Column | None:
    """Return the order of a full name in one column: "Last, First", "Apellidos y nombre", "Nom et prénom"."""
    bare = frozenset(words) & vocabulary.NAME
    are_both = not vocabulary.AND.isdisjoint(words)
    first = given or (bare if are_both else bare & {"nombre", "nombres", "nome"} if family else frozenset())
    last = family or (bare & {"nom", "noms", "name"} if given else frozenset())
    is_part = bool(given and not family and "name" in bare and not given & {"vorname"})  # "First name"
    if not first or not last or is_part:
        return None
    is_family_first = min(map(words.index, last)) < min(map(words.index, first))
    return Column.NAME_FAMILY_FIRST if is_family_first else Column.NAME


def _part_meaning(
    words: frozenset[str], terms: frozenset[str], given: frozenset[str], family: frozenset[str]
) -> Meaning | None:
    """Return the single name part of a column, if the heading says nothing else."""
    is_part = given or family or terms & vocabulary.NAME
    terms = terms - (vocabulary.MIDDLE if given else frozenset()) - ({"1"} if is_part else frozenset())
    if terms - vocabulary.NAME - given - family - vocabulary.INITIAL - vocabulary.WHOLE - vocabulary.ORDINAL - _FURTHER:
        is_named = terms & vocabulary.NAME and not terms & _KNOWN - vocabulary.NAME
        return Meaning(Topic.BARE_NAME, OF_OTHERS) if is_named else None
    is_further = bool(terms & _FURTHER) and not family
    if given or (is_further and is_part):
        about = Column.MIDDLE if is_further else Column.GIVEN
        return Meaning(about, may_be_whole=given <= {"meno", "jmeno", "ime", "имя"})
    if family or terms & vocabulary.INITIAL:
        return Meaning(Column.FAMILY, 1 if terms & {"segundo", "materno", "2"} else 0)
    rank = 0 if words & (vocabulary.LEARNER | vocabulary.CHILD) else OF_ANYONE
    if terms & vocabulary.NAME:
        return Meaning(Column.NAME if terms & (vocabulary.WHOLE | {"fullname"}) else Topic.BARE_NAME, rank)
    if not terms and words & vocabulary.STUDENT and not words & {"local", "sis", "legal", "official"}:
        return Meaning(Topic.BARE_NAME, rank + 1)
    return None


def _plain_meaning(words: tuple[str, ...]) -> Meaning | None:
    """Return the meaning of a heading that is not about names."""
    terms = frozenset(words) - vocabulary.FILLERS
    of_student = terms - vocabulary.STUDENT
    if terms & vocabulary.ID:
        return _id_meaning(terms)
    found: Meaning | None = None
    if terms & vocabulary.MONEY:
        found = Meaning(Topic.MONEY)
    elif terms & vocabulary.OTHER or _is_other_level(words, of_student):
        found = Meaning(Topic.RESULT)
    elif of_student & vocabulary.GROUP and not of_student & (vocabulary.GRADE | vocabulary.CLASS):
        found = Meaning(Column.GROUP, 0 if len(of_student) == 1 else 1)
    elif of_student and of_student <= vocabulary.TABLES:
        found = Meaning(Column.GROUP, OF_OTHERS)
    elif of_student & vocabulary.GRADE and not of_student & _BESIDE_NO_GRADE:
        found = Meaning(Column.LEVEL, 0 if len(of_student) == 1 or "level" in of_student else 1)
    elif of_student & vocabulary.CLASS:
        is_exact = bool(of_student & vocabulary.words("class classes section clase turma classe klasse"))
        found = Meaning(Column.CLASS, (not is_exact) + (len(of_student) > 2))
    elif terms & vocabulary.PLACE:
        found = Meaning(Topic.OTHER)
    elif words[-1] in vocabulary.LEARNER:  # "Star student"
        found = Meaning(Topic.BARE_NAME, OF_OTHERS)
    return found


def _is_other_level(words: tuple[str, ...], terms: frozenset[str]) -> bool:
    """Return whether a heading is about a level, but not the grade: "Reading level", "EL level" (English learners)."""
    is_more = bool(terms - vocabulary.LEVEL - vocabulary.CLASS) and not terms & (vocabulary.GRADE - vocabulary.LEVEL)
    return bool(terms & vocabulary.LEVEL) and (is_more or "el" in words[:1])


def _id_meaning(terms: frozenset[str]) -> Meaning:
    """Return the meaning of a student's ID, preferring the school's own. IDs of schools and courses don't count."""
    is_students = bool(terms & (vocabulary.STUDENT - {"user", "display"}))
    if terms & (vocabulary.ELSEWHERE - {"state"}) and not is_students:
        is_of_school = terms in ({"school", "id"}, {"school", "uid"})
        return Meaning(Column.SOURCE_ID, 8) if is_of_school else Meaning(Topic.OTHER, 1)
    if terms & vocabulary.ABROAD:
        return Meaning(Column.SOURCE_ID, OF_COUNTRY)
    if terms & vocabulary.words("phone room bus") or terms & vocabulary.GRADE:
        return Meaning(Topic.OTHER)
    is_code = bool(terms & vocabulary.CODES)
    if is_students:
        return Meaning(Column.SOURCE_ID, 0 if terms & {"id", "sourced"} else 1, is_code=is_code)
    rank = 1 if "sourced" in terms and len(terms) == 2 else 2
    return Meaning(Column.SOURCE_ID, rank, may_count=terms <= vocabulary.COUNTERS, is_code=is_code)


def _can_only_be_heading(cell: str) -> bool:
    """Return whether a cell is about names in several words, such as "Student name": no student is called that."""
    found = frozenset(words_of(cell))
    is_name = found & vocabulary.NAME or (found & vocabulary.GIVEN and found & vocabulary.FAMILY)
    return len(found) > 1 and bool(is_name) and found <= vocabulary.OF_NAMES


def heading_strength(cells: Iterable[str]) -> int:
    """Score how much a row looks like headings; names count double. 0 for a student or a title.

    >>> heading_strength(["Name", "Grade"]), heading_strength(["Ana", "3"]), heading_strength(["King, Ana", "Class"])
    (3, 0, 0)
    """
    filled = [cell for cell in cells if cell.strip()]
    if any(map(values.is_email, map(str.strip, filled))):
        return 0
    known = [meaning for cell in filled if not _LONG_NUMBER.search(cell) and (meaning := meaning_of(cell)) is not None]
    if len(filled) == 1 and any(meaning.rank == OF_OTHERS for meaning in known):  # "Add a student"
        return 0
    roles = {meaning.about for meaning in known}
    has_name = bool(roles & ANY_NAMES)
    useful = sum(isinstance(meaning.about, Column) or meaning.about is Topic.BARE_NAME for meaning in known)
    is_sure = has_name and sum(isinstance(role, Column) for role in roles) > 1  # a gradebook may have 100 tasks
    if sum(meaning.about is Topic.MONEY for meaning in known) > 1:
        return len(known)
    labels = sum(map(values.has_letters, filled))  # without the days of a month
    if (len(known) * 3 < labels and not is_sure) or not useful:
        return 0
    if has_name and (len(known) > 1 or len(filled) == 1 or any(map(_can_only_be_heading, filled))):
        return len(known) + 1
    return len(known) if (useful > 1 or len(known) > 2) and len(known) * 2 > len(filled) else 0
