"""Split lists whose names are all on one line, or in a sentence: "Ana, Bo, Cy"."""

from __future__ import annotations

import re

from classroom.services.rosters.lists.noise import is_about_adults
from classroom.services.rosters.words.given_names import are_last, is_given
from classroom.services.rosters.words.person_names import small_words
from classroom.services.rosters.words.values import LONGEST_LINE, is_full_name, is_name
from classroom.services.text_files import LINE_END

_SEMICOLON = re.compile("[;；؛|]| [/•·●▪◦] ")  # noqa: RUF001  Chinese and Arabic have their own
_COUNTS = re.compile(r"(?:^|[ \t])[0-9]{1,2}[.)][ \t]*(?=[^\W\d_])")
_COMMA_OR_AND = re.compile("[,，、،](?: (?:and|&) )?| (?:and|&) ")  # noqa: RUF001
_LAST_AND = re.compile(" (?:y|e|et|und|en|och|og|i) ")
_SINGLE_BEHIND_AND = re.compile(r" (?:and|&) [^,，、،]*$")  # noqa: RUF001
"""The last two names are those of two students: "Ana, Bo, Cy and Di"."""
_FULL_STOP = re.compile(r"(?<=[^\W\d_]{3})\.$")
_INTRO = re.compile(
    r"(?:[^,;:]{10,120}: +|[^,;]{0,120}?\b(?:are|is|were|was|includes?|follows|sind|son|sont|são|sono)\b:? +)"
    r"(?=[^\W\d_])"
)
"""The beginning of a sentence with names: "The students in your group are Ana King, …"."""
_FURTHER_LABEL = re.compile(r"[.;!] *[^\W\d_][^:.;,!]{1,24}: +")
"""Between the names of a message: "Absent: Ana King, Bo Lee. Late: Cy Ng"."""
_END_OF_SENTENCE = re.compile(r"(?<=[^\W_]{2}[.!?]) +")
_GAP = re.compile(r"[ \t]{2,}")
_NUMBERED = re.compile(r"(?:^|[ \t]+)([0-9]{1,3})(?:[.)][ \t]*|[ \t]+)(?=[^\W\d_])")
_FEWEST = 3
_MOST_WORDS = 4
"""Of one full name with several given names."""
_FEWEST_SMALL = 2


def with_listed_names(text: str) -> str:
    r"""Return a text with the names that one of its sentences lists on lines of their own; others are unchanged.

    >>> with_listed_names("Hi Pat,\nplease add these kids to your group: Ana King, Bo Lee and Cy Ng.\nThanks!")
    'Hi Pat,\nAna King\nBo Lee\nCy Ng\nThanks!'
    """
    lines = LINE_END.split(text)
    is_alone = not LINE_END.search(text.strip())
    found = {at: names for at, line in enumerate(lines) if (names := _listed_names(line, may_be_first=is_alone))}
    if len(found) != 1 or "\t" in text or sum(map(is_full_name, map(str.strip, lines))) > len(lines) / 2:
        return text
    return "\n".join(name for at, line in enumerate(lines) for name in found.get(at, [line]))


def _listed_names(line: str, *, may_be_first: bool) -> list[str]:
    """Return the names that a sentence of a line lists, behind some words in small letters; none for others."""
    for sentence in _END_OF_SENTENCE.split(line.strip()):
        intro = _INTRO.match(sentence)
        if (
            intro is not None
            and not is_about_adults(intro[0])
            and sum(map(str.islower, intro[0].split())) >= _FEWEST_SMALL
        ):
            parts = _COMMA_OR_AND.split(sentence[intro.end() :].rstrip(".! "))
            names = [name.strip() for part in parts for name in _LAST_AND.split(part)]
            if len(names) >= _FEWEST and all(is_name(name) and (may_be_first or " " in name) for name in names):
                return names
        parts = _COMMA_OR_AND.split(sentence.rstrip(".! "))
        if may_be_first and sentence != line.strip() and len(parts) > _FEWEST and all(map(_is_plain_name, parts)):
            return parts
    return []


def _is_plain_name(part: str) -> bool:
    return is_name(part) and part.istitle() and len(part.split()) < _FEWEST


def one_a_line(text: str) -> list[str]:
    """Split names that are all on one line."""
    lines = LINE_END.split(text)
    (only, *more) = [line for line in lines if line.strip()] or [""]
    if not more and len(_COUNTS.findall(only)) > 2:  # 1. Ana 2. Bo 3. Cy
        return [part for part in map(str.strip, _COUNTS.split(only)) if part]
    if more:
        return _in_order(lines)
    if len(said := _FURTHER_LABEL.split(only)) > 1:
        names = [part.strip(" .") for names in said for part in _COMMA_OR_AND.split(names.rpartition(": ")[2])]
        if len(names) >= _FEWEST and all(" " in name for name in names) and all(map(is_name, names)):
            return names
    # "Lee, Ana; Kim, Bo": with semicolons, a comma stands inside a name.
    between = _SEMICOLON if _SEMICOLON.search(only) else _COMMA_OR_AND
    parts = [part.strip() for part in between.split(only) if part.strip()]
    if between is _COMMA_OR_AND and len(parts) >= _FEWEST - 1:  # "…, Vega y Leo."
        parts = [*parts[:-1], *_LAST_AND.split(_FULL_STOP.sub("", parts[-1]), maxsplit=1)]
    if len(parts) == 1 and only.count("/") >= _FEWEST - 1:
        parts = [part.strip() for part in only.split("/")]
        parts = parts if all(" " in part for part in parts) or _are_first_names(parts) else [only]
    if len(parts) == 1:
        parts = _GAP.split(only.strip())
        if len(parts) == 1 and _are_first_names(only.split()):
            parts = only.split()
        else:
            parts = parts if all(" " in part for part in parts) else []
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    if between is _COMMA_OR_AND and _may_be_pairs(parts, only) and are_last(pairs, fewest=1):
        return [f"{family}, {given}" for family, given in pairs]
    are_names = all(is_name(part) and not _is_of_sentence(part) for part in parts)
    return parts if len(parts) >= _FEWEST and "\t" not in only and are_names else lines


def may_be_pairs(text: str) -> bool:
    """Return whether a text is one line in which each two names may be those of one student.

    >>> may_be_pairs("King, Ana, Lee, Bo"), may_be_pairs("King, Ana, Lee and Bo"), may_be_pairs("Ana King, Bo Lee")
    (True, False, False)
    """
    parts = [part.strip() for part in _COMMA_OR_AND.split(text.strip())]
    return all(map(is_name, parts)) and _may_be_pairs(parts, text)


def _may_be_pairs(parts: list[str], text: str) -> bool:
    """Return whether single names may alternate, as in "King, Ana, Lee, Bo": no first one is a frequent given name."""
    are_pairs = len(parts) > _FEWEST and len(parts) % 2 == 0 and all(map(str.isalpha, parts))
    return are_pairs and not any(map(is_given, parts[::2])) and _SINGLE_BEHIND_AND.search(text) is None


def _is_of_sentence(part: str) -> bool:
    """Return whether a part has a word in small letters, and no particle, behind a capital: "Please add Ana King"."""
    first, *more = part.split()
    return first[:1].isupper() and any(map(str.isalpha, small_words(more)))


def _are_first_names(words: list[str]) -> bool:
    """Return whether most of several words are frequent given names, unlike those of a single full name."""
    return len(words) > _MOST_WORDS and sum(map(is_given, words)) * 2 > len(words)


def _in_order(lines: list[str]) -> list[str]:
    """Return a line for each name if several names on each line are numbered, as in columns of a copied document."""
    if any(len(line) > LONGEST_LINE for line in lines):
        return lines
    found = [_NUMBERED.split(line) for line in lines]
    numbered = {int(parts[at]): parts[at + 1].strip() for parts in found for at in range(1, len(parts), 2)}
    with_numbers = sum(len(parts) > 1 for parts in found)
    count = sum(len(parts) // 2 for parts in found)
    is_counted = len(numbered) == count and set(numbered) == set(range(1, count + 1))
    if not (is_counted and count > max(_FEWEST, with_numbers) and all(map(is_name, numbered.values()))):
        return lines
    titles = [line if len(parts) == 1 else parts[0] for line, parts in zip(lines, found, strict=True)]
    return [*(title for title in titles if title.strip()), *(numbered[number] for number in sorted(numbered))]
