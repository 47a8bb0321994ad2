"""Classify a roster cell by its form: name, address, number, grade, or nothing."""

from __future__ import annotations

import re
import unicodedata

ADDRESS = r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"
"""The pattern of an email address within a text."""
EMAIL = re.compile(r"<?(?:mailto:)?[\w.+'-]+@[\w-]+(?:\.[\w-]+)*>?", re.IGNORECASE)
SHORTENED_NUMBER = re.compile(r"[0-9](?:[.,][0-9]+)?[eE]\+[0-9]+")
"""Spreadsheets' notation for long numbers."""
MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|mayo|ago|set|dic|jän|mär|mai|okt|dez|janv|fév|avr"
    r"|juin|juil|aoû|déc|fev|mei|mrt)[^\W\d_]{0,8}\.?"
)
"""The name of a month, or its beginning, in some languages."""
_ENGLISH_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
DATE = re.compile(
    rf"[0-9]{{1,2}}[-./ ]+{_ENGLISH_MONTH}|{_ENGLISH_MONTH}[-./ ]+[0-9]{{1,2}}|"
    r"[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{2,4}"
    r"(?:\.?|[ T][0-9:]+)?",
    re.IGNORECASE,
)
INITIAL = re.compile(r"[^\W\d_]\.?")
CELL_ERROR = re.compile(r"#(?:DIV/0!|REF!|N/A|VALUE!|NAME\?|NUM!|NULL!|SPILL!|ERROR!)|Err:[0-9]{3}")
"""Error values of spreadsheets."""
_PHONE = re.compile(r"\+?[0-9(][0-9 ()./-]{6,}[0-9]")
_AROUND_NUMBER = re.compile(r"^['#]? ?([0-9]+)(?:[.,]0{1,2})?$")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
PRONOUNS = r"(?:she|he|they|xe|ze|ella|él|elle|elles?|il|sie|er)(?: ?/ ?\w{1,10}){1,2}"
_PRONOUNS = re.compile(rf"\(?{PRONOUNS}\)?", re.IGNORECASE)
_MARK = re.compile(
    r"yes|no|true|false|present|absent|tardy|late|excused|done|missing|paid|x|✓|✔|☑|☐|✗|✘|✅|❌|sí|ja|nein|oui|non|sim|não",
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"(?:(?:youth|adult|child(?:ren)?(?:['’]?s)?|kids?|toddler|(?:wo)?m[ae]n['’]?s|ladies|unisex|[ya])[ -]*)?"
    r"(?:x{0,3}-?s|m|x{0,4}-?l|[2-5]xl?|(?:x{1,3}[ -]?|extra[ -])?(?:small|large)|med(?:ium)?|[2-5]t)",
    re.IGNORECASE,
)
SIZE_AT_END = re.compile(
    rf"(?<=[\w.)])[ \t]*(?:[-–—:,(][ \t]*|[ \t])(?=[A-Z]|.{{5}}){_SIZE.pattern}\)?[ \t]*$", re.IGNORECASE
)
_EAST_ASIAN = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]+ [\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
LONGEST_LINE = 300
"""Longer lines of a text are not names, and patterns would take long on them."""
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_CODE = re.compile(r"(?=[^\s]*[0-9])(?![0-9]{1,2}(?::[0-9]{2}\b|/[0-9]{1,2}$))[\w.:/{}-]{1,64}")
"""Not a time, and not a day."""
_GRADES_IN_WORDS = {
    word: grade
    for grade, words in enumerate(
        (
            "k kg pk tk prek pre-k kindergarten transitionalkindergarten prekindergarten",
            "first primero primer cp",
            "second segundo ce1",
            "third tercero tercer ce2",
            "fourth cuarto cm1",
            "fifth quinto cm2",
            "sixth sexto",
            "seventh séptimo",
            "eighth octavo",
        )
    )
    for word in words.split()
}
_GRADE = re.compile(
    r"(?:grade|year|gr?\.?|yr?\.?|klasse|stufe|niveau|nivel|grado|ano|anno|año|série|serie)? ?0?(1[0-3]|[1-9])"
    r"(?:st|nd|rd|th|\.?[ºªo°]|\.0{0,2}|er|e|ème)?(?: (?:grade|grado|año|ano))?"
    rf"|({'|'.join(_GRADES_IN_WORDS)})(?: (?:grade|grado|año))?",
    re.IGNORECASE,
)
CLASS_CODE = re.compile(r"[0-9]{1,2}(?:\.?[ºª°]?|[/-]) ?[A-Za-z]|[A-Za-z][0-9]{1,2}")
_PLACEHOLDER = re.compile(
    r"[-–—_.?/*#]+|n/?a\.?|n\.a\.|#n/a|none|null|nil|nan|tbd|tba|tbc|unknown|unnamed|vacant|empty|x{3,5}|\(blank\)",
    re.IGNORECASE,
)
_COUNTED = (
    "(?:students?|pupils?|learners?|records?|rows?|members?|participants?|people|schüler|alumnos?|estudiantes?|élèves?|alunos?|alunn[io]"
    "|leerling(?:en)?|elever|oppilas(?:ta)?|uczni[oó]w)"
)
_LABEL = (
    r"points possible|possible points|points|out of|max(?:imum)? (?:points|score)|due date"
    r"|(?:.{0,20} )?totals? per (?:day|week|month)\b.*"
    r"|(?:(?:grand|class|overall) )?(?:totals?|averages?|avg\.?|mean|median|count|sum|summary|highest|lowest|gesamt"
    r"|gesamtzahl|summe|anzahl"
    r"|(?:standard |std\.? )dev(?:iation|\.)?|maximum|minimum"
    r"|durchschnitt|promedio|suma|moyenne|effectif|nombre|somme|média|soma|quantidade|totale"
    r"|totaal|aantal|totalt|antall?|yhteensä|razem|celkem|összesen|toplam|итого|всего)"
    rf"(?: (?:of |number of |de |der )?{_COUNTED}(?: enrolled)?)?\s*(?:[:=]\s*\S*(?: {_COUNTED})?|[0-9][0-9.,]*)?"
    r"|(?:(?:grand|class|overall) )?(?:totals? [^,]*|sub-?totals?)"
    r"|(?:boys|girls|males?|females?|garçons|filles|niñ[oa]s|jungen|mädchen) ?[:=] ?[0-9]+"
    rf"|{_COUNTED} (?:count|total|enrolled)\s*[:=]?\s*[0-9]*|{_COUNTED}\s*[:=]\s*[0-9]+"
    rf"|[0-9]+ {_COUNTED}(?: (?:listed|found|enrolled|selected|in (?:the|this) (?:list|class)|total))?"
)
_FOOTER = re.compile(
    r"(?:page|seite|página|pagina) [0-9]+(?: (?:of|von|van|de|di|sur|/) [0-9]+)?"
    r"|(?:printed|exported|generated|created|report|gedruckt|erstellt|stand|impreso|generado|imprimé|imprimido"
    r"|impresso|last updated|as of)"
    r"\b.*[0-9].*|end of (?:report|list|file).*|confidential.*|© ?[0-9]{4}\b.*|select '.*'|\*{3}.*",
    re.IGNORECASE,
)
_CONTROLS = (code for code in (*range(0x20), *range(0x7F, 0xA0)) if not chr(code).isspace())
_DIRECTIONS = (0x200E, 0x200F, 0x061C, *range(0x202A, 0x202D), *range(0x2066, 0x206A))
"""Marks that programs put around text from right to left. Those that reverse letters are left, and refused later."""
_INVISIBLE = dict.fromkeys((*map(ord, "\u200b\ufeff\u2060\u00ad"), *_DIRECTIONS, *_CONTROLS))
_RARE = re.compile("[\u200c\u200d\U0001d400-\U0001d7ff]")
_STYLED = re.compile("[\U0001d400-\U0001d7ff]")
"""Bold and italic letters of mathematics."""
_STRAY = re.compile("(?<![^ -~\\s])[\u200c\u200d]|[\u200c\u200d](?![^ -~\\s])")
"""Joiners that join nothing: beside a Latin letter, a space, or an end."""
_HIGHEST_LEVEL = 8
_LONGEST_NAME = 80
_MOST_WORDS = 7


def plain(cell: str) -> str:
    """Return a cell on one line, without invisible characters."""
    if not cell.isascii() and _RARE.search(cell):
        cell = _STRAY.sub("", unicodedata.normalize("NFKC", cell) if _STYLED.search(cell) else cell)
    return " ".join((cell if cell.isascii() and cell.isprintable() else cell.translate(_INVISIBLE)).split())


def is_placeholder(cell: str) -> bool:
    """Return whether a cell contains a placeholder for an empty value.

    >>> [is_placeholder(cell) for cell in ("-", "N/A", "none", "Na", "Ana")]
    [True, True, True, False, False]
    """
    return _PLACEHOLDER.fullmatch(cell) is not None and cell not in {"Na", "Nan", "Nil", "Null"}


def is_size(cell: str) -> bool:
    """Return whether a cell is the size of a shirt.

    >>> [is_size(cell) for cell in ("YM", "XXL", "Youth Medium", "adult s", "Small", "AM", "Ma", "King")]
    [True, True, True, True, True, True, False, False]
    """
    return _SIZE.fullmatch(cell) is not None


def is_email(cell: str) -> bool:
    """Return whether a cell is an email address."""
    return EMAIL.fullmatch(cell) is not None and not cell.startswith("@")


def is_mark(cell: str) -> bool:
    """Return whether a cell is an answer or a check mark."""
    return _MARK.fullmatch(cell) is not None


def is_east_asian(name: str) -> bool:
    """Return whether a name has two words in Chinese, Japanese, or Korean letters: the family name is first.

    >>> is_east_asian("田中 太郎"), is_east_asian("김 민준"), is_east_asian("李小龙"), is_east_asian("Ana 李")
    (True, True, False, False)
    """
    return _EAST_ASIAN.fullmatch(name.partition(" (")[0]) is not None


def is_pronouns(cell: str) -> bool:
    """Return whether a cell is pronouns: she/her."""
    return _PRONOUNS.fullmatch(cell) is not None


def is_contact(cell: str) -> bool:
    """Return whether a cell is an email address or a phone number."""
    return is_email(cell) or (_PHONE.fullmatch(cell) is not None and DATE.fullmatch(cell) is None)


def is_private(cell: str) -> bool:
    """Return whether a cell is an email address, date, phone number, link, or pronouns."""
    is_date = DATE.fullmatch(cell) is not None
    return is_contact(cell) or is_date or is_pronouns(cell) or _URL.fullmatch(cell) is not None


def grade_of(cell: str) -> int | None:
    """Return a grade in any notation, 0 before the first one; None for anything else.

    >>> [grade_of(cell) for cell in ("K", "03", "Grade 3", "3rd", "third grade", "CE2", "3,4")]
    [0, 3, 3, 3, 3, 3, None]
    """
    found = _GRADE.fullmatch(cell)
    return None if found is None else int(found[1]) if found[1] else _GRADES_IN_WORDS[found[2].casefold()]


def level_of(text: str) -> int | None:
    """Return a grade from 1 to 8 in any notation; None for anything else, and for several grades.

    >>> level_of("03"), level_of("Grade 3"), level_of("3.º"), level_of("KG"), level_of("3,4"), level_of("12")
    (3, 3, 3, None, None, None)
    """
    grade = grade_of(text.strip())
    return grade if grade is not None and 0 < grade <= _HIGHEST_LEVEL else None


def is_grade(cell: str) -> bool:
    """Return whether a cell can be a grade."""
    return grade_of(cell) is not None


def is_code(cell: str) -> bool:
    """Return whether a cell can be an ID: one word with a digit."""
    return _CODE.fullmatch(cell) is not None and not is_private(cell)


def is_data(cell: str) -> bool:
    """Return whether a cell is an ID, a grade, a class, a letter, a date, or an address."""
    is_short = len(cell) < 2 or is_grade(cell) or CLASS_CODE.fullmatch(cell) is not None
    return is_short or is_code(cell) or is_private(cell)


def bare_number(cell: str) -> str:
    """Return an ID as the school writes it, without what programs add to a number: "#007", "71.0", "100,234".

    >>> bare_number("#007"), bare_number("71.0"), bare_number("100,234"), bare_number("7.1")
    ('007', '71', '100234', '7.1')
    """
    if _GROUPED.fullmatch(cell):
        return cell.replace(",", "")
    return _AROUND_NUMBER.sub(r"\1", cell)


def is_number(cell: str) -> bool:
    """Return whether a cell has only digits and hyphens."""
    return re.fullmatch(r"[0-9][0-9-]*", cell) is not None


def has_letters(text: str) -> bool:
    """Return whether there is a letter in any script, or an emoji, which some teachers use."""
    return any(map(str.isalpha, text)) or any(unicodedata.category(sign) == "So" for sign in text)


def is_name(cell: str) -> bool:
    """Return whether a cell can be a name or part of one.

    >>> [is_name(cell) for cell in ("King, Ana", "O’Brien", "12345", "a@b.c", "=1+1", "Ana 2", "Total: 24")]
    [True, True, False, False, False, True, False]
    """
    if cell.replace(" ", "").isalpha():  # most names
        return len(cell) <= _LONGEST_NAME and len(cell.split()) <= _MOST_WORDS and not is_placeholder(cell)
    digits = sum(map(str.isdigit, cell))
    return (
        has_letters(cell)
        and not cell.startswith(("+", "@", "|"))
        and len(cell) <= _LONGEST_NAME
        and digits <= (len(cell) // 2 if " " in cell else 1)
        and len(cell.split()) <= _MOST_WORDS
        and not is_private(cell)
        and not is_placeholder(cell)
        and not (digits and is_summary(cell))
        and ":" not in cell
        and "=" not in cell
    )


def is_full_name(cell: str) -> bool:
    """Return whether a cell can be a name of several words."""
    return is_name(cell) and len(cell.split()) > 1


def is_only_full_name(cell: str) -> bool:
    """Return whether a cell can be a name of several words, and has no digits."""
    return is_full_name(cell) and is_only_name(cell)


def is_only_name(cell: str) -> bool:
    """Return whether a cell can be a name, and has no digits."""
    return is_name(cell) and not any(map(str.isdigit, cell))


def is_summary(text: str) -> bool:
    """Return whether a row is a total or a footer: "Total: 24", "Page 1 of 2"."""
    label = text.lstrip("<>= -")
    return re.fullmatch(_LABEL, label, re.IGNORECASE) is not None or _FOOTER.fullmatch(text) is not None
