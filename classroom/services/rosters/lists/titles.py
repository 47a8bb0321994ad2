"""Find the lines of a list that are titles, sentences, or parts of an email: "Ms. Hart's Class", "Boys", greetings."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from classroom.services.rosters.words import vocabulary
from classroom.services.rosters.words.confidential import IN_SENTENCES
from classroom.services.rosters.words.given_names import is_given
from classroom.services.rosters.words.headings import topic_of, words_of
from classroom.services.rosters.words.person_names import PARTICLES, is_sentence
from classroom.services.rosters.words.role_words import STUDENT

_FEWEST_LINES = 4
_MOST_TITLES = 3
_SIGNATURE = 5
"""The maximum number of lines in the signature of an email."""
_MOST_HEADINGS = 0.4
"""If a larger share of the lines is like "Group 1", these are pseudonyms."""
_MAIL = re.compile(r"[-_=]{2,}.*|[^\W\d_]{2,10}:.*")
_RULE = re.compile(r"[-_=]{3,}.*")
_TITLE = re.compile(
    r"\b(?:class(?:room)?|roster|students|pupils|elementary|school|homeroom|kindergarten|top [0-9]+"
    r"|list of|roll call|welcome to|[0-9](?:st|nd|rd|th) grade(?:rs)?|klasse|klassenliste|namensliste|schüler(?:innen)?"
    r"|(?:grund)?schule|classe|liste d(?:e|es|u)|élèves|école|clase|lista (?:de|del)|alumnos|alumnado|curso"
    r"|escuela|colegio|turma|alunos|escola|klassen?lijst|basisschool|luokka|klass|elenco|alunni|scuola"
    r"|20[0-9]{2} ?[-–/] ?(?:20)?[0-9]{2})\b"
    r"|(?:class|name|roll|student|pupil) list|(?-i:\blist):?$|名单|名簿|班级|명단|قائمة|רשימת",
    re.IGNORECASE,
)
"""Words above a list that are no part of names."""
_STUDENTS = re.compile(rf"^\D*\b{STUDENT}\b\D*$", re.IGNORECASE)
_PLACE = re.compile(
    r"(?:room|class|grade|homeroom|period|block|section|sal[oó]n|aula|clase|grado|klasse|classe)[ #.-]*\d{1,3}\w?\b"
    r"|[0-9]{1,2}(?:st|nd|rd|th) (?:period|block|hour|grade)\b"
    r"|(?:class|group|period|grupo|groupe|gruppe|klasse|classe) [A-Z]$"
    r"|[^\W\d_]+ (?:group|team|table|grupo|equipo|mesa|gruppe|tisch|groupe|équipe)$"
    r"|(?:klassenliste|class (?:list|roster)|liste de classe)\b",
    re.IGNORECASE,
)
"""Headings that teachers write above a list: "Room 12", "Period 3, Ms. Hart"."""
_PART_OF_CLASS = re.compile(
    r"(?:withdrawn|former|dropped|inactive) students|(?:present|absent|tardy)(?: ?[:(–-] ?[0-9]{0,2}\)?)?"
    r"|(?:late|here|enrolled) ?\([0-9]{1,2}\)",
    re.IGNORECASE,
)
_NUMBER_OF_PART = re.compile(r" ?[#:(–-]* ?(?P<number>[0-9]{0,2}|(?<= )[A-Z])[):]*$")
_PARTS = vocabulary.GROUPS | vocabulary.LEVEL | vocabulary.words("period block section")
_OF_GENDER = vocabulary.GENDERS | vocabulary.AND
_BEFORE_NAMES = vocabulary.words("team table pod squad group equipo equipe gruppe groupe grupo tisch")
_FEWEST_HEADINGS = 3
_MOST_WORDS = 3
"""Before the number or letter of a part of the class: "F&P Level M"."""
_BEFORE_MORE = IN_SENTENCES | PARTICLES | vocabulary.words("of on at by until am vom em il dne dnia från")
_LISTED = vocabulary.words(
    "am assembly attendance awards band birthdays books buddies certificates chart checklist choir chromebooks club "
    "conferences contacts count crew cubbies devices folders forms headphones helpers homework ipads jobs labels "
    "leaders levels lists lockers logins lunches mailboxes notes order orders parts party passwords payments "
    "performance permission photos pickup pm practice prizes rehearsal reminders results roster rotation rotations "
    "rsvp schedule scores seating seats shirts signup signups sizes slips speeches supplies tags trip tutoring "
    "volunteers winners ausentes cumpleaños dienste geburtstage orden ordre reihenfolge sitzplan turnos"
)
"""The last words of titles that say what a list is for. No family name is so frequent that it would be a guess."""
_GREETING = re.compile(
    r"(?:hi|hey|hello|dear|good (?:morning|afternoon)|hola|buenos días|estimad[oa]|hallo|guten tag|liebe[r]?|bonjour"
    r"|olá)\b.*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:many )?thanks(?: a (?:lot|million|bunch)| so much| again)?|thank you.*"
    r"|(?:best|kind|warm) (?:regards|wishes)|regards|sincerely"
    r"|(?:un )?(?:cordial )?saludos?(?: cordial(?:es)?)?|muchas gracias|gracias|(?:vielen )?dank|danke"
    r"|(?:viele|liebe|beste) grüße|mit freundlichen grüßen|cordialement|merci beaucoup|obrigad[oa]|atenciosamente",
    re.IGNORECASE,
)
_END_OF_CLOSING = re.compile(r"\s*[,.!|]|\s+[–—-]")
"""Before a name on the same line, or in the next cell: "Thanks, Ms. Park"."""
_SURE_CLOSING = re.compile(r"(?:many )?thanks?(?: .*)?|.*regards|sincerely", re.IGNORECASE)
"""No family name, even before a comma."""
_SHORT_CLOSING = re.compile(
    r"best|cheers|(?:all the|my) best|yours(?: truly)?|warmly|take care|talk (?:soon|later|tomorrow)|see you(?: \w+)?"
    r"|have a (?:great|nice|good|lovely) \w+|[lv]g|mfg|(?:un )?(?:fuerte )?abrazos?|bises|bisous|abraços?",
    re.IGNORECASE,
)
"""In an email that also has a greeting, or with a comma: alone, some of these are names."""


def titles(lines: Sequence[str]) -> set[int]:
    """Return the titles above the names, the headings between them, and sentences.

    >>> sorted(titles(["Ms. Hart's Class", "Boys", "Bo Lee", "Girls", "Ana King", "He is new here."]))
    [0, 1, 3, 5]
    """
    found = {at for at, line in enumerate(lines) if _RULE.fullmatch(line) or is_sentence(line)}
    if len(lines) < _FEWEST_LINES:
        return found
    headings = {at for at, line in enumerate(lines) if is_part_of_class(line)}
    teams = {at for at, line in enumerate(lines) if len(words := words_of(line)) == 2 and words[0] in _BEFORE_NAMES}
    headings |= teams if len(teams) > 1 else set()  # "Team Lions", "Team Bears"
    found |= headings if len(headings) <= _MOST_HEADINGS * len(lines) else set()
    found |= _above_numbers(lines)
    found |= {at for at, line in enumerate(lines) if at and line == lines[0] and is_title(line)}
    lowest = max((at for at, line in enumerate(lines[:_MOST_TITLES]) if is_title(line)), default=0)
    if any(is_given(word) for line in lines[:lowest] for word in line.split()[:1]):
        lowest = 0  # a student above a title
    above = next((at for at, line in enumerate(lines) if at >= lowest and at not in found and not is_title(line)), 0)
    if above <= _MOST_TITLES and above * 2 <= len(lines):
        found |= set(range(above))
    return found


def is_part_of_class(line: str) -> bool:
    """Return whether a line is a heading for some of the students: "Girls", "Group 1"."""
    end = _NUMBER_OF_PART.search(line)
    words = words_of(line[: end.start()] if end else line)
    is_numbered = (
        end is not None and bool(end["number"]) and len(words) <= _MOST_WORDS and not _PARTS.isdisjoint(words[-1:])
    )
    is_of_gender = not vocabulary.GENDERS.isdisjoint(words) and _OF_GENDER.issuperset(words)
    return is_numbered or is_of_gender or _PART_OF_CLASS.fullmatch(line) is not None


def is_place(line: str) -> bool:
    """Return whether a line begins like a heading that names a room, a class, or a group: "Room 12", "Red group"."""
    return _PLACE.match(line) is not None


def is_title(line: str) -> bool:
    """Return whether a line has words that stand above lists: "Class Roster", or several headings."""
    words = words_of(line)
    is_heading = (
        len(words) >= _FEWEST_HEADINGS and bool(vocabulary.NAME & set(words)) and set(words) <= vocabulary.OF_HEADINGS
    )
    is_of_students = len(line.split()) >= _FEWEST_HEADINGS and _STUDENTS.search(line) is not None
    return is_heading or is_of_students or _TITLE.search(line) is not None


def says_purpose(line: str) -> bool:
    """Return whether a line says what a list is for, "Name Tag Order", and begins with no frequent given name."""
    words = words_of(line)
    return len(words) > 1 and words[-1] in _LISTED and not is_given(words[0])


def as_title(line: str) -> str:
    """Return a line above a list with a colon, as no name has, unless it begins with a frequent given name."""
    return line if is_given(line.split(maxsplit=1)[0]) else f"{line.rstrip(' :')}:"


def with_titles(lines: Sequence[str], marked: Collection[int]) -> list[str]:
    """Return lines with a colon behind those that are titles or sentences, and so no students."""
    return [f"{line.rstrip(' :')}:" if at in marked else line for at, line in enumerate(lines)]


def is_unfinished(line: str) -> bool:
    """Return whether a line ends with a word that no name ends with: "Week of", "Printed on", "Édité le"."""
    words = line.split()
    return len(words) > 1 and words[-1] in _BEFORE_MORE and "," not in line


def _above_numbers(lines: Sequence[str]) -> set[int]:
    """Return the headings of columns that a document gives one after the other: "ID" above 7104, 7117."""
    return {at for at, (line, below) in enumerate(pairwise(lines)) if below.isdecimal() and topic_of(line) is not None}


def around_names(lines: Sequence[str]) -> set[int]:
    """Return the greeting of an email, and what follows the names: thanks, or a signature."""
    have_commas = sum("," in line or "|" in line for line in lines) * 2 > len(lines)  # "Gracias, Ana"
    begins = [_END_OF_CLOSING.split(line)[0] for line in lines]
    begins = [
        line.rstrip(",.! ") if have_commas and not _SURE_CLOSING.fullmatch(begin) else begin
        for line, begin in zip(lines, begins, strict=True)
    ]
    closing = next((at for at, begin in enumerate(begins) if at and _CLOSING.fullmatch(begin)), len(lines))
    signature = next((at for at, line in enumerate(lines) if at and line in {"--", "—"}), len(lines))
    if len(lines) - signature <= min(_SIGNATURE, signature):
        closing = min(closing, signature)
    begin = next((at for at, line in enumerate(lines) if not _MAIL.fullmatch(line)), 0)
    greeting = {begin} if len(lines) >= _FEWEST_LINES and _GREETING.fullmatch(lines[begin]) else set()
    if closing == len(lines):
        last = range(max(begin + 1, len(lines) - _SIGNATURE - 1), len(lines))
        closing = next((at for at in last if is_short_closing(lines[at], has_greeting=bool(greeting))), len(lines))
    return greeting | set(range(closing, len(lines)))


def is_closing(line: str) -> bool:
    """Return whether a line is only thanks or greetings: "Thank you!"."""
    return _CLOSING.fullmatch(line.rstrip(",.! ")) is not None


def is_short_closing(line: str, *, has_greeting: bool = False) -> bool:
    """Return whether a line closes an email: "Best,"."""
    return (has_greeting or line.endswith(",")) and _SHORT_CLOSING.fullmatch(line.rstrip(",.! ")) is not None
