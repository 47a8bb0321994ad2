"""Find what schools note about students and no roster keeps: support, health, relatives, home addresses, birthdays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from classroom.services.rosters.words.name_remarks import NICKNAMED
from classroom.services.rosters.words.status_words import LEFT
from classroom.services.rosters.words.values import LONGEST_LINE, MONTH, PRONOUNS

_SURE = "iep|ell|esl|eal|lep|sped|ehcp|frl|fsm|adhd|asd|bip|mtss"
"""No family name is written so in capitals, unlike Sen and Pap."""
_SUPPORT = rf"{_SURE}|el|sen|pp|gt|g/t|rti|pai|pap|pps|lrs"
SUPPORT = re.compile(rf"(?<![ \t])[ \t]*[(\[{{](?:504|{_SUPPORT}|{_SUPPORT.upper()})\b[^()\[\]{{}}\n]{{0,40}}[)\]}}]")
"""A remark about special support: "(IEP)", "(504 plan)"."""
_SURE_AT_END = f"{_SURE.upper()}|GT|G/T|GATE|TAG|RSP|SLP|MLL|DLL|ELD|SST|EB"
_AFTER_CODE = rf"(?: (?:[a-z]{{2,12}}|level [0-9])){{0,3}}(?:[ ,/&+]+(?:504|{_SUPPORT.upper()}))*\*?"
_SUPPORT_AT_END = re.compile(
    rf"(?<=[^\W\d_])(?:[ \t]*[-–—,;:|/*]+[ \t]*(?:504|{_SUPPORT.upper()})|(?<=[a-zß-öø-ÿ])[ \t]+(?:{_SURE_AT_END}))\b"
    rf"{_AFTER_CODE}(?: ?\([^()]{{0,30}}\))?[ \t]*$"
)
_504_AT_END = re.compile(r"(?<=[^\W\d_])[ \t]+504\*?[ \t]*$")
_NUMBER_AT_END = re.compile(r"[0-9]\*?[ \t]*$")
_ONLY_SUPPORT = re.compile(rf"(?:504 [Pp]lan|(?:{_SURE.upper()})\b.{{0,20}})")
_HEALTH = (
    r"(?:allerg\w*|alergi\w*|asthma\w*|diabet\w*|epilep\w*|seizures?|inhalers?|epi-?pens?|insulin|autis[mt]\w*"
    r"|asperger\w*|adhd|dys(?:lexi|calculi|praxi|graphi)\w*|medications?|medical|meds|anaphyla\w*|c(?:o?e|œ)liac|gluten"
    r"|lactose|peanuts?|wheelchair|hearing (?:aids?|impaired)|cochlear|glasses|anxiety|foster (?:care|child|home)"
    r"|vegetarian|vegan|halal|kosher"
    r"|homeless|custody|restraining|(?:free|reduced) lunch|behaviou?r plan|speech|therap(?:y|ist)|counsell?ing|brille"
    r"|hörgerät|rollstuhl|lunettes|silla de ruedas|gafas)"
)
_HEALTH_AT_END = re.compile(
    rf"(?<=[^\W\d_])[.]?[ \t]*(?:[-–—,;:|*]+[ \t]*|[(\[])[^-–—()\[\],;:|*\n]{{0,40}}\b{_HEALTH}\b[^\n]*$", re.IGNORECASE
)
_HEALTH_IN_SMALL_LETTERS = re.compile(
    rf"(?<=[^\W\d_])(?<![ \t])(?<!^.)[ \t]+(?:[a-z/]{{2,12}} ){{0,3}}(?<=[ \t]){_HEALTH}(?:[ ,/][^\n]{{0,60}})?$"
)
"""Behind a full name: "Ana King nut allergy"."""
_IS_HEALTH = re.compile(rf"\b{_HEALTH}\b", re.IGNORECASE)
RELATIVE = (
    r"(?:parents?|guardians?|mom|mum|mother|dad|father|grand(?:ma|pa|mother|father|parents?)|aunt|uncle|step(?:mom|dad"
    r"|mother|father)|(?:emergency )?contacts?|siblings?|brother|sister|pick-?up|mutter|vater|eltern|mère|père|parents"
    r"|madre|padre|padres|mamá|papá|mãe|pai|ouders?|moeder|vader)"
)
_RELATIVE_AT_END = re.compile(
    rf"(?<=[^\W\d_])[ \t]*(?:[-–—,;|/]+[ \t]*|[(\[])(?:(?i:{RELATIVE})(?:[ \t]*[:=]|[ \t]+(?=[A-ZÀ-Þ0-9+(]))"
    rf"|(?:the )?{RELATIVE}\b)[^\n]*$"
)
_FOOTNOTE = re.compile(rf"[ \t]*[*†‡]+[ \t]*(?:[=:]|(?:{_HEALTH}|{_SURE}|504)\b).*", re.IGNORECASE)
"""Also the key to marks behind names: "* = gifted"."""
_IN_PARENTHESES = re.compile(r"[ \t]*\([^()\n]{1,40},[^()\n]{1,40}\)[ \t]*")
"""A line about the student above: "(Laura King, mother)"."""
_LABELED_LINE = re.compile(
    rf"[ \t]*(?:[-•*] *)?(?:{RELATIVE}|{_HEALTH}|{_SURE}|504)(?: plans?| names?| students?)?[ \t]*:", re.IGNORECASE
)
_TITLE_OF_SUPPORT = re.compile(rf"[^,:\n]{{0,40}}\b(?:504|{_SURE.upper()})s?\b[^,:\n]{{0,20}}:[ \t]*")
_WHOLE_LINES = (_FOOTNOTE, _TITLE_OF_SUPPORT, _IN_PARENTHESES)
_KINDS_OF_STREET = (
    r"(?:st(?:reet)?|ave(?:nue)?|r(?:oa)?d|dr(?:ive)?|l(?:ane|n)|blvd|boulevard|c(?:our)?t|way|pl(?:ace)?|ter(?:race)?"
    r"|cir(?:cle)?|hwy|highway|p(?:ar)?kwy|trail|close|crescent|square)"
)
_STREET = (
    rf"(?:[0-9]{{1,5}}[a-z]?,? (?:[nsew]{{1,2}}\.? )?(?:[\w.'’-]+ ){{1,4}}?{_KINDS_OF_STREET}\b\.?"
    r"|[^\W\d_]{3,}(?:straße|strasse|str\.|weg|gasse|allee|straat|laan) ?[0-9]{1,3}[a-z]?\b"
    r"|[0-9]{1,4},? (?:rue|avenue|allée|chemin|impasse|place) \S.*"
    r"|(?:calle|avenida|rua|paseo|plaza) \S.{0,40}[0-9].*)"
)
"""A street with a number, in some languages."""
_STREET_AT_END = re.compile(rf"(?<=[^\W\d_])(?:[ \t]*[-–—,;|(]+[ \t]*|[ \t]+(?=[0-9])){_STREET}[^\n]*$", re.IGNORECASE)
_ADDRESS = re.compile(rf"{_STREET}.*|[a-z .]{{2,30}},? (?-i:[A-Z]{{2}}) [0-9]{{5}}(?:-[0-9]{{4}})?", re.IGNORECASE)
_BIRTHDAY = (
    r"(?:born|d\.?o\.?b\.?|b(?:irth)?-?day|birth date|geb(?:urtstag|oren|\.)|cumpleaños|cumple|anniversaire|nacid[oa]"
    r"|née?)[.: ]{0,3}(?:is |on |am |le |el )?"
    rf"(?:{MONTH} [0-9]{{1,2}}|[0-9]{{1,2}}(?:st|nd|rd|th|\.| de)? {MONTH}|[0-9]{{1,2}}[/.-][0-9]{{1,2}})\b"
)
_BIRTHDAY_AT_END = re.compile(rf"(?<=[^\W\d_])[ \t,;(|–—-]+{_BIRTHDAY}[^\n]*$", re.IGNORECASE)
_IS_BIRTHDAY = re.compile(_BIRTHDAY, re.IGNORECASE)
MONTHS = tuple(
    "january february march april may june july august september october november december enero febrero marzo abril "
    "mayo junio julio agosto septiembre octubre noviembre diciembre januar februar märz mai juni juli oktober dezember "
    "setiembre janvier février mars avril juin juillet août septembre octobre novembre décembre janeiro fevereiro "
    "março maio junho julho setembro outubro novembro dezembro januari februari maart mei augustus".split()
)
_SHORTEST_MONTH = 3
_WHOLE_MONTH = f"(?:{'|'.join(MONTHS)})"
_DAY_AT_END = re.compile(
    r"(?<=[^\W\d_])(?<![ \t])[ \t]*[-–—,;:(|]?[ \t]*"
    rf"(?:\b[0-9]{{1,2}}(?:st|nd|rd|th|\.|º)?(?: de| of)? {_WHOLE_MONTH}|(?<=[-–—,;:(|][ \t]){_WHOLE_MONTH}"
    r" [0-9]{1,2}(?:st|nd|rd|th)?)[).]?[ \t]*$",
    re.IGNORECASE,
)
"""A birthday without a label: "Ana King 12 de marzo"."""
_PRONOUNS_AT_END = re.compile(
    rf"(?<=[^\W\d_])\.?(?<![ \t])(?:[ \t]*[-–—,;|/(\[]+[ \t]*|[ \t]+){PRONOUNS}[)\]]?[ \t]*$", re.IGNORECASE
)
_NOTE = re.compile(r"([^,;:]{3,60}?)([,;]| [-–—]|(?= [a-z])) ?([^\W\d_]\S*(?: \S+){2,})")
_OF_OTHER_USE = re.compile(rf"(?:{LEFT}|{NICKNAMED})\b", re.IGNORECASE)
IN_SENTENCES = frozenset(
    "the is in at with has have takes needs to from for on not no new since after before sits uses speaks lives his "
    "her their does will can must en con tiene toma usa vive está sin desde para hat ist im mit braucht nimmt trägt "
    "seit ohne a est dans avec prend porte depuis are your this that here below please if que son sus por sont pour "
    "votre voici sind eine für hier bitte und".split()
)
"""Small words of sentences, which names don't have: "Ana King, takes Ritalin at noon"."""
_AT_END = (
    *(_RELATIVE_AT_END, _HEALTH_AT_END, _STREET_AT_END, _BIRTHDAY_AT_END, _DAY_AT_END, _PRONOUNS_AT_END),
    _SUPPORT_AT_END,
)


def without_confidential(line: str) -> str:
    """Return a line of a list without what is noted behind the name; unchanged if there is no full name before it.

    >>> [without_confidential(line) for line in ("Ana King IEP", "Bo Lee (nut allergy)", "Lee, Bo, 12 Elm St, Ames")]
    ['Ana King', 'Bo Lee', 'Lee, Bo']
    """
    if len(line) > LONGEST_LINE or _IN_PARENTHESES.fullmatch(line):
        return line
    bare = SUPPORT.sub("", line)
    for pattern in _AT_END:
        left = pattern.sub("", bare)
        if left != bare and (pattern is not _SUPPORT_AT_END or len(re.split(r"[\s,]+", left.strip())) > 1):
            bare = left
    short = _HEALTH_IN_SMALL_LETTERS.sub("", bare)
    is_whole = short.istitle() and len(short.split()) > 1
    return _without_note(short if is_whole else bare)


def _without_note(line: str) -> str:
    """Return a line without a sentence behind a full name."""
    found = _NOTE.fullmatch(line.strip())
    if found is None or not found[3][:1].islower() or "\t" in line:
        return line
    name, note = found[1].split(), found[3].casefold().split()
    if _OF_OTHER_USE.match(found[3]):
        return line
    is_whole = len(name) > 1 and all(word[:1].isupper() for word in (name[0], name[-1]))
    fewest = 1 if found[2] else 2
    return found[1].rstrip() if is_whole and len(IN_SENTENCES.intersection(note)) >= fewest else line


def is_confidential_line(line: str) -> bool:
    """Return whether a line notes only this, about the student above or several: "Allergies: nuts", "IEP: Ana, Bo"."""
    return len(line) <= LONGEST_LINE and (
        _LABELED_LINE.match(line) is not None or any(pattern.fullmatch(line) for pattern in _WHOLE_LINES)
    )


def is_month(word: str) -> bool:
    """Return whether a word is a month, or the beginning of one: "Sept."."""
    bare = word.rstrip(".").casefold()
    return len(bare) >= _SHORTEST_MONTH and any(month.startswith(bare) for month in MONTHS)


def is_address(line: str) -> bool:
    """Return whether a line is a home address. It may also be a number and a student called Lane."""
    return len(line) <= LONGEST_LINE and _ADDRESS.fullmatch(line) is not None


def may_note_504(line: str) -> bool:
    """Return whether a line ends with this number, which may be an ID elsewhere."""
    return _504_AT_END.search(line) is not None


def without_504(lines: Sequence[str]) -> list[str]:
    """Remove the number of a support plan behind names, if no other name has a number there."""
    has_others = any(_NUMBER_AT_END.search(line) and not may_note_504(line) for line in lines)
    return list(lines) if has_others else [_504_AT_END.sub("", line) for line in lines]


def is_confidential(cell: str) -> bool:
    """Return whether a cell notes support, health, a birthday, or a home address.

    >>> [is_confidential(cell) for cell in ("504 plan", "nut allergy", "12 Elm Street", "born May 3", "Ana King")]
    [True, True, True, True, False]
    """
    return any(
        pattern.fullmatch(cell) or (pattern in (_IS_HEALTH, _IS_BIRTHDAY) and pattern.search(cell))
        for pattern in (_ONLY_SUPPORT, _IS_HEALTH, _ADDRESS, _IS_BIRTHDAY)
    )
