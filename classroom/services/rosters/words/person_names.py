"""Split full names into given and family names, and reject texts that are not names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from classroom.services.errors import NameErrorCode, RosterErrorCode, ServiceError
from classroom.services.names import MAX_NAME
from classroom.services.rosters.words import values
from classroom.services.rosters.words.confidential import IN_SENTENCES
from classroom.services.rosters.words.given_names import is_given
from classroom.services.rosters.words.name_remarks import without_remark

_SUFFIX = re.compile(r"[ ,]+(?:jr\.?|sr\.?|ii|iii|iv|júnior|filho|neto)$", re.IGNORECASE)
_SUFFIX_AFTER_FAMILY = re.compile(r"^(?:jr\.?|sr\.?|ii|iii|iv) *, *", re.IGNORECASE)
"""In "Smith, Jr., Robert", at the start of what follows the family name."""
_LONGEST = 120
"""Longer texts are not names."""
_OF_CLASS = re.compile(
    r"(?:whole|entire) class|all students|class|everyone|(?:# |number )?(?:present|absent|tardy)|boys|girls"
    r"|(?:fe)?males?",
    re.IGNORECASE,
)
"""Rows about all students, below or above theirs."""
_WORDS_OF_SENTENCE = 4
_FEWEST_SMALL = 2
_WORDS_OF_TEXT = 5
_NEXT_SENTENCE = re.compile(r"[a-zß-öø-ÿ]{3}[.!?] +[A-Z]")
_NOT_A_NAME = re.compile(
    r"</?(?:script|img|iframe|style|html|meta|link)\b[^<>]*>"
    r"|^[0-9]{1,3} (?-i:[a-zß-öø-ÿ]{3})|^[0-9]+(?: *[x×·*+÷/:−-] *[0-9]+)+(?: *=.*)?$"
    r"|['’]s (?:i?(?:pad|phone|pod)|chromebook|macbook|laptop|tablet|computer|galaxy|android)\b"
    r"|^[<>][<>=–-]|\w ?: +\w|\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|txt|csv)$",
    re.IGNORECASE,
)
"""Markup, what is on cards of a deck ("6 x 8"), names of files and devices, amounts ("2 boxes"), arrows, and labels."""
_COUNTER = re.compile(r"^[0-9]{1,3}[.)] *(?=[^\W\d_])")
_OF_FAMILY = frozenset("de del della di da do dos das du des van von vom zu zum zur".split())
_AND = frozenset("y i e".split())
"""Between two family names: "Ferrer i Soler"."""
_MARIA = frozenset({"maria", "maría"})
_LAST_PARTICLES = frozenset("de der den van von zu zur ter ten te in op el 't ’t".split())
_TITLES = frozenset("mr mrs ms mx miss".split())
_THAI_TITLE = re.compile(r"^(?:เด็กชาย|เด็กหญิง|ด\.ช\.|ด\.ญ\.) *")
_BEFORE_NOUNS = frozenset("بن ابن بنت أبو ابو عبد בן בר אבו".split())
_CAPITAL_PARTICLES = _BEFORE_NOUNS | frozenset(
    "Van Von Der Den De Del Di Da Du Della Le La Las Los Dos Al El Bin Abd Abdul Abu Ó Ní Nic Uí Mac Giolla Te "
    "St.".split()
)
PARTICLES = _BEFORE_NOUNS | frozenset(
    "de del della di da do dos das du des la le las los van von vom zu zum zur den der ter ten bin ibn al el y e i af "
    "av mac mc san st st. ó o binti a/p a/l d/o s/o".split()
)


def small_words(words: Iterable[str]) -> list[str]:
    """Return the words that begin with a small letter, but the particles of names: a name has none."""
    return [word for word in words if word[:1].islower() and word not in PARTICLES]


def is_sentence(line: str) -> bool:
    """Return whether a line has words in small letters as in a sentence, unlike a name or a row of a table.

    >>> [is_sentence(line) for line in ("Next Tuesday we will visit the museum", "They come later.", "Ana de la Cruz")]
    [True, False, False]
    """
    words = line.split()
    small = len(small_words(words))
    if len(words) < _WORDS_OF_SENTENCE or small < _FEWEST_SMALL:
        return False
    if words[0][:1].islower():
        return small == len(words) and words[-1][-1] in ".!?"
    is_long = small >= _WORDS_OF_TEXT and (small * 2 > len(words) or _NEXT_SENTENCE.search(line) is not None)
    has_words = small * 2 >= len(words) and not IN_SENTENCES.isdisjoint(words)
    return words[-1][-1] in ".!?" or has_words or is_long


def split_name(
    name: str, *, is_family_first: bool = False, family_words: int = 1, is_remark_kept: bool = False
) -> tuple[str, str]:
    """Split a full name into given and family name; the family name is "" for a single word.

    A comma or a family name in capitals determines the order. Otherwise, the last word and the particles before it are
    the family name.

    :param is_family_first: whether the family name comes first, if the name itself doesn't tell.
    :param family_words: the number of words in a family name: two in Spain.
    :param is_remark_kept: whether what stands behind the name tells the student apart from another one.

    >>> split_name("King, Ana M."), split_name("Ana de la Cruz"), split_name("DE LUCA Marie-Ève"), split_name("李小龙")
    (('Ana', 'King'), ('Ana', 'de la Cruz'), ('Marie-Ève', 'DE LUCA'), ('李小龙', ''))
    """
    bare, nickname = without_remark(_COUNTER.sub("", name.strip(" ,;")), is_kept=is_remark_kept)
    name = _SUFFIX.sub("", _THAI_TITLE.sub("", bare) or bare)
    given, family = _split(name, is_family_first=is_family_first, family_words=family_words)
    return f"{given} {nickname}".strip(), family


def without_suffix(part: str) -> str:
    """Return a part of a name without "Jr." or "III" behind it."""
    return _SUFFIX.sub("", part)


def _split(name: str, *, is_family_first: bool, family_words: int) -> tuple[str, str]:
    if "," in name:
        family, given = (part.strip() for part in name.split(",", 1))
        family = _SUFFIX.sub("", family)
        given = _SUFFIX_AFTER_FAMILY.sub("", given)
        given = _SUFFIX.sub("", given.strip(", ").partition(",")[0])  # "King, Ana, Rose"
        is_both = bool(family) and values.has_letters(given)
        return (without_particles(_without_initials(given)), family) if is_both else (family or given, "")
    words = name.split()
    if len(words) > 2 and words[0].rstrip(".").casefold() in _TITLES:
        del words[0]
        name = " ".join(words)
    if (capitals := _leading_capitals(words)) > 0:
        return " ".join(words[capitals:]), " ".join(words[:capitals])
    if (capitals := _trailing_capitals(words)) > 0:
        return _without_initials(" ".join(words[:-capitals])), " ".join(words[-capitals:])
    if len(words) < 2 + _leading_pictures(words) or not values.has_letters(words[-1]):  # "Student 12"
        return name, ""
    if is_family_first:
        at = _family_end(words, family_words)
        return _without_initials(" ".join(words[at:])), " ".join(words[:at])
    at = _family_start(words, family_words)
    return _without_initials(" ".join(words[:at])), " ".join(words[at:])


def _leading_capitals(words: list[str]) -> int:
    """Count the words in capitals at the start of a name, if other words follow: "BEAUVILLARD DE SERRES Jean"."""
    count = 0
    while count < len(words) and len(words[count]) > 1 and words[count].isupper() and not words[count].endswith("."):
        count += 1
    return count if 0 < count < len(words) and any(sign.islower() for sign in words[count]) else 0


def _trailing_capitals(words: list[str]) -> int:
    """Count the words in capitals at the end of a name, if another word comes first: "Léa DE LA TOUR"."""
    count = _leading_capitals(words[::-1])
    return count if count > 1 else 0


def _family_start(words: list[str], family_words: int) -> int:
    first = 1 + _leading_pictures(words)
    particle = next(
        (at for at in range(first, len(words)) if words[at] in _OF_FAMILY and words[at - 1].casefold() not in _MARIA),
        len(words),  # "Beatriz dos Santos Leitão", unlike "Maria do Carmo Silva"
    )
    if len(words) == first + 2 and is_given(words[first]):
        family_words = 1  # "Ximena Guadalupe Torres"
    at = max(first, min(len(words) - family_words, particle))
    is_capitals = all(word.isupper() for word in words)
    while at > 1 and (
        (words[at - 1].lstrip("'’")[:1].islower() and "-" not in words[at - 1])  # "al-Rahman" has its noun already
        or words[at - 1].rpartition("-")[2] in _CAPITAL_PARTICLES  # also "Bo Reed-Van Dyke"
        or (is_capitals and len(words[at - 1]) > 1 and words[at - 1].casefold() in PARTICLES)
    ):
        at -= 1
    return at - (at > 1 and words[at] in _AND)


def _leading_pictures(words: list[str]) -> int:
    """Count the words without letters, such as emoji, before the others."""
    return next((at for at, word in enumerate(words) if any(map(str.isalpha, word))), 0)


def _family_end(words: list[str], family_words: int) -> int:
    at = 0
    while at < len(words) - 2 and (words[at].casefold() in PARTICLES or _is_short_beginning(*words[at : at + 3])):
        at += 1
    family_words = 1 if is_given(words[at + 1]) else family_words  # "García María José"
    return min(len(words) - 1, at + max(1, min(family_words, len(words) - 1 - at)))


def _is_short_beginning(word: str, following: str, given: str) -> bool:
    """Return whether a word of two letters and the next one are a family name: "Lo Monaco Pietro"."""
    return len(word) <= 2 and not is_given(following) and is_given(given)


def _without_initials(given: str) -> str:
    """Remove middle initials: "Ana M." becomes Ana."""
    words = given.split()
    while len(words) > 1 and values.INITIAL.fullmatch(words[-1]) and words[-1][0].isupper():
        words.pop()
    return " ".join(words)


def without_particles(given: str) -> str:
    """Remove the particles of a family name that lists write last: "Vries, Sanne de"."""
    words = given.split()
    while len(words) > 1 and words[-1] in _LAST_PARTICLES:
        words.pop()
    return " ".join(words)


def checked_name(part: str, *, is_part: bool = False) -> str:
    """Return a part of a name, without unmatched quotation marks; "" for a placeholder.

    :param is_part: whether the row has the other part of the name: Kelly Sum is no total.
    :raises ServiceError: NAME_TOO_LONG, EMAIL_NOT_NAME, CELL_IS_ERROR, ROW_IS_SUMMARY or NOT_A_NAME.
    """
    if len(part) > _LONGEST:
        raise ServiceError(NameErrorCode.NAME_TOO_LONG, longest=MAX_NAME)
    if values.CELL_ERROR.fullmatch(part):
        raise ServiceError(RosterErrorCode.CELL_IS_ERROR, found=part)
    if not part or values.is_placeholder(part):
        return ""
    if values.is_email(part):
        raise ServiceError(RosterErrorCode.EMAIL_NOT_NAME)
    if not is_part and (values.is_summary(part) or _OF_CLASS.fullmatch(part)):
        raise ServiceError(RosterErrorCode.ROW_IS_SUMMARY)
    is_code = part.startswith(("=", "+", "@", "|", "%")) or " = " in part or _NOT_A_NAME.search(part) is not None
    if not values.has_letters(part) or is_code or is_sentence(part):
        raise ServiceError(RosterErrorCode.NOT_A_NAME)
    return part.strip('" ') if part.count('"') % 2 else part
