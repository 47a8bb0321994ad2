"""Detect the encoding of a text file, and how certain the result is.

UTF-8 and UTF-16 can be verified. All other encodings decode any bytes, so the readings of a file are compared. Readings
with symbols or capitals inside words are dropped, and letters of a single language beat a mixture. If two readings are
equally good, the teacher chooses by looking at the names.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

CODECS = (
    "cp1252",
    "cp1250",
    "mac_roman",
    "cp1254",
    "iso8859_15",
    "cp1257",
    "iso8859_2",
    "cp1251",
    "cp1253",
    "cp850",
    "cp852",
    "cp437",
    "mac_latin2",
    "cp1255",
    "cp1256",
    "cp1258",
    "koi8_r",
    "cp932",
    "cp949",
    "gb18030",
    "big5",
)
"""The encodings that school programs write besides Unicode, most frequent first. All contain ASCII."""
_FREQUENT: Mapping[str, tuple[range, ...]] = {
    "cp932": (range(0x81, 0x84), range(0x88, 0x98)),
    "gb18030": (range(0xB0, 0xD8),),
    "big5": (range(0xA4, 0xC7),),
    "cp949": (range(0xB0, 0xC9),),
}
"""Two-byte encodings, and the lead bytes of their most frequent characters."""
_MOSTLY = 0.75
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LOOKED_AT = 64 * 1024
"""Maximum bytes used to judge the encoding."""
_FEW = 8
"""In UTF-16 of Latin letters, more than one byte in eight is zero."""
_CONTROLS = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f]")
"""Bytes that no text has, except UTF-16 of Cyrillic, Greek, Hebrew, and Arabic letters."""
_STRAY = re.compile("[\udc80-\udcff]")
"""A byte that is not UTF-8, in Python's way to write it."""
_FEWEST_LETTERS = 3
_MOST_OFFERED = 4
_MARGIN = 0.15
"""The proportion of words by which the best reading must lead to be chosen without asking."""
_LOWER = 0.1
"""What a reading loses if all names have small letters, as Hebrew has if it is read as Cyrillic."""
_VIETNAMESE = unicodedata.normalize(
    "NFC", "đ" + "".join(vowel + tone for vowel in "aăâeêioôơuưy" for tone in ("", *"\u0300\u0301\u0303\u0309\u0323"))
)
"""Its encoding shares letters with that of Western Europe, so it weighs less."""
_ALPHABETS = tuple(
    (float(weight), frozenset(letters))
    for weight, letters in (
        ("1", "áéíóúüñ"),
        ("1", "àâæçéèêëîïôœùûüÿ"),
        ("1", "äöüß"),
        ("1", "ãáâàçéêíóôõúü"),
        ("1", "àèéìíòóùú"),
        ("1", "ëïéèöóáüê"),
        ("1", "åäöæøéü"),
        ("1", "áčďéěíňóřšťúůýž"),
        ("1", "áäčďéíĺľňóôŕšťúýž"),
        ("1", "ąćęłńóśźż"),
        ("1", "áéíóöőúüű"),
        ("1", "čćžšđ"),
        ("1", "ăâîșțşţ"),
        ("1", "çğıöşüâîû"),
        ("1", "àçèéíïòóúü"),
        (".95", "áðéíóúýþæö"),
        (".95", "āčēģīķļņšūž"),
        (".95", "ąčęėįšųūž"),
        (".95", "äõöüšž"),
        (".8", _VIETNAMESE),
        (".9", "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ"),
        (".9", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"),
        (".9", "אבגדהוזחטיךכלםמןנסעףפץצקרשת"),
        (".9", "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهويىً"),
    )
)
"""The letters beyond ASCII of languages that names come from, and the weight of a match."""
_WORD = re.compile(r"[^\s,;|\"()<>.:/“”„«»–—-]+")
_DASH_IN_WORD = re.compile(r"(?<=[^\W\d_])[–—](?=[a-zß-öø-ÿ])")
"""A letter in another encoding: Mu–oz is Muñoz."""
_IN_NAMES = frozenset("’‘·־")  # noqa: RUF001
_NO_LETTERS = frozenset("ªº")
"""Letters in Unicode that no name contains."""
_ORDINAL = re.compile(r"(?<=[0-9])[ºª°]|(?<=^[nN])[ºª°]|^[ºª°]$|^№$")
"""In numbers and headings: 4º, 1ª, Nº, N.º, №."""
_MISREAD_ORDINAL = re.compile("[0-9][ß-öø-ɏ]")
"""A letter behind a digit that is an ordinal in another encoding: 4ş is 4º."""
_ALPHABETIC = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Scripts with precomposed accented letters."""
_FULL = 0.9
"""The minimum match of a text whose letters all belong to one alphabet."""
_EAST = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")


@dataclass(frozen=True, slots=True)
class Readings:
    """Possible readings of a text, most probable first."""

    encodings: tuple[str, ...]
    is_sure: bool
    """Whether the first reading is clearly better than the second."""


def readings_of(content: bytes) -> Readings:
    """Return the encodings in which the content is a text of names; none if it is not text.

    Encodings that give the same text count as one.
    """
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return _certain(content, encoding)
    is_utf_8 = _decodes(content, "utf-8")
    is_damaged = is_utf_8 and content.count(0) * _FEW < len(content) and not _CONTROLS.search(content)
    if (
        b"\0" in content and not is_damaged
    ):  # UTF-16 without its mark: every other byte of Latin letters and digits is 0
        return _certain(content, "utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be")
    if is_utf_8:
        return Readings(("utf-8",), is_sure=True)
    return _judged(content)


def mended(content: bytes) -> bytes:
    r"""Return a text in UTF-8 to which another program added lines in Windows-1252, all in UTF-8; others unchanged.

    In other encodings, bytes rarely happen to be letters in UTF-8, so most would be left over.

    >>> mended(b"Zo\xc3\xab, N\xc3\xado, R\xc3\xa9mi, Jos\xe9").decode(), mended(b"Jos\xe9")
    ('Zoë, Nío, Rémi, José', b'Jos\xe9')
    """
    if b"\0" in content or _decodes(content, "utf-8"):
        return content
    text = content.decode("utf-8", errors="surrogateescape")
    strays = sum("\udc80" <= sign <= "\udcff" for sign in text)
    letters = sum(sign.isalpha() and not sign.isascii() for sign in text)
    if letters < max(_FEWEST_LETTERS, strays):
        return content
    return _STRAY.sub(
        lambda match: chr(ord(match[0]) - 0xDC00).encode("latin-1").decode("cp1252", "replace"), text
    ).encode()


def _certain(content: bytes, encoding: str) -> Readings:
    text = content.decode(encoding) if _decodes(content, encoding) else "\0"
    is_text = "\0" not in text and not _is_of_another_type(text[:_LOOKED_AT])
    return Readings((encoding,) if is_text else (), is_sure=True)


def _is_of_another_type(text: str) -> bool:
    """Return whether there are characters that no text has. Documents use some private ones, for bullets."""
    return any(unicodedata.category(sign) in {"Cn", "Co"} for sign in text if not "\ue000" <= sign <= "\uf8ff")


def _decodes(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _judged(content: bytes) -> Readings:
    """Rank the remaining readings by how much they look like names."""
    sample = _informative_lines(content)
    ranked: list[tuple[float, float, str]] = []
    texts: set[str] = set()
    for encoding in CODECS:
        if encoding in _FREQUENT and (_explains_all(ranked) or not _is_eastern(sample, encoding)):
            continue
        if not _decodes(content, encoding):
            continue
        text = sample.decode(encoding, errors="replace")
        if text in texts or any(
            unicodedata.category(sign) in {"Cc", "Cn", "Co"} for sign in text if sign not in "\r\n\t"
        ):
            continue
        texts.add(text)
        words = [word for word in set(_WORD.findall(text)) if not word.isascii()]
        halves = len(_DASH_IN_WORD.findall(text))
        broken = (halves + sum(not _is_word(word) for word in words)) / max(1, halves + len(words))
        ranked.append((broken, _LOWER * _has_no_capitals(words) - _coverage(words), encoding))
    if not ranked:
        return Readings((), is_sure=True)
    ranked.sort(key=lambda one: one[:2])  # stable: the order of the candidates breaks ties
    least_broken, best, _ = ranked[0]
    offered = [one for one in ranked if one[0] <= least_broken + _MARGIN][:_MOST_OFFERED]
    is_sure = all(value - best >= _MARGIN or broken > least_broken for broken, value, _ in offered[1:])
    return Readings(tuple(encoding for _, _, encoding in offered), is_sure=is_sure)


def _has_no_capitals(words: Sequence[str]) -> bool:
    """Return whether there are several words in an alphabet other than the Latin one, all of them in small letters."""
    are_small = [word.islower() and _script(word[0]) in {"GREEK", "CYRILLIC"} for word in words]
    return len(are_small) > 1 and all(are_small)


def _informative_lines(content: bytes) -> bytes:
    """Return the lines that are not ASCII: only these are informative."""
    lines = [line for line in re.split(rb"[\r\n]+", content) if not line.isascii()]
    text = b"\n".join(lines)
    whole_lines = text[:_LOOKED_AT].rpartition(b"\n")[0]
    return text if len(text) <= _LOOKED_AT else whole_lines or text[:_LOOKED_AT]


def _explains_all(ranked: Iterable[tuple[float, float, str]]) -> bool:
    """Return whether all words of one of the readings belong to a single alphabet."""
    return any(broken == 0 and -coverage >= _FULL for broken, coverage, encoding in ranked if encoding not in _FREQUENT)


def _is_eastern(sample: bytes, encoding: str) -> bool:
    """Return whether most two-byte characters are frequent ones; other texts decode to rare ones."""
    if not _decodes(sample, encoding):
        return False
    letters = [letter.encode(encoding) for letter in sample.decode(encoding) if not letter.isascii()]
    wide = [letter[0] for letter in letters if len(letter) == 2]  # the others are half-width, and frequent
    frequent = sum(any(first in part for part in _FREQUENT[encoding]) for first in wide)
    return bool(letters) and frequent + len(letters) - len(wide) >= _MOSTLY * len(letters)


def _without_ordinals(word: str) -> str:
    return _ORDINAL.sub("", unicodedata.normalize("NFC", word))


def _is_word(word: str) -> bool:
    """Return whether a word can be part of a name: letters of one script, no capital after a small letter."""
    word = _without_ordinals(word)
    scripts = {_script(sign) for sign in word if sign.isalpha()}
    strange = "SCZNM" if scripts <= _ALPHABETIC else "SCZN"
    if len(scripts) > 1 or any(_is_strange(sign, strange) for sign in word if not sign.isascii()):
        return False
    if _MISREAD_ORDINAL.search(word):
        return False
    if word[:2].isupper() and any(sign.islower() for sign in word if not sign.isascii()):
        return False
    return not any(one.islower() and other.isupper() and not (one + other).isascii() for one, other in pairwise(word))


def _is_strange(sign: str, categories: str) -> bool:
    category = unicodedata.category(sign)[0]
    return category in categories or sign in _NO_LETTERS or (category == "P" and sign not in _IN_NAMES)


def _script(sign: str) -> str:
    name = unicodedata.name(sign, "").partition(" ")[0]
    return "EAST" if name.startswith(_EAST) else name


def _coverage(words: Iterable[str]) -> float:
    """Return the largest proportion of the words whose letters all belong to one language."""
    needed = [
        frozenset(sign for sign in _without_ordinals(word).lower() if sign.isalpha() and not sign.isascii())
        for word in words
    ]
    needed = [letters for letters in needed if letters]
    if not needed:
        return 0.0
    scores = [weight * sum(letters <= alphabet for letters in needed) for weight, alphabet in _ALPHABETS]
    eastern = sum(all(_script(sign) == "EAST" for sign in letters) for letters in needed)
    return max(*scores, 0.9 * eastern) / len(needed)


def shown_names(text: str) -> Iterator[str]:
    """Yield the words that look different in another encoding."""
    seen: set[str] = set()
    for word in _WORD.findall(text):
        if not word.isascii() and word not in seen:
            seen.add(word)
            yield word
