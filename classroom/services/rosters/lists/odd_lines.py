"""Find the lines of a list whose form differs from that of the names around them: the teacher decides about these."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from classroom.services.rosters.lists.noise import adults_in_lines
from classroom.services.rosters.lists.notes import undecided
from classroom.services.rosters.lists.titles import is_unfinished, says_purpose
from classroom.services.rosters.words.given_names import is_given
from classroom.services.rosters.words.name_remarks import without_remark
from classroom.services.rosters.words.person_names import PARTICLES, small_words

_FEWEST_LINES = 3
_FEW_SMALL = 4
"""At most one in this number of names is in small letters, if that says that it is none."""
_MOST = 0.65
"""The proportion of lines that must have the other form."""
_FEWEST_LETTERS = 2
"""Of a family name that is no initial."""
_NUMBERED_NAME = re.compile(r"[^\W\d_][^\d_()]*[ ,][^\W\d_][^\d_()]* [0-9]{1,2}")
"""A full name with a number behind it, as that of a second Cy Ng."""
_INTRODUCTION = re.compile(r"(?:these|here|the following|new|also|plus|est[oa]s|voici|diese)\b", re.IGNORECASE)
"""A sentence about the names below it."""
_BEGINS_WITH_SIGN = re.compile(r"[#/*~>|=]").match
"""A comment: "# Bo moved"."""
_JOINED = re.compile(r"[^\W\d_]{2}/[^\W\d_]{2}").search
"""Two names, or one and another way to write it: "Ana/Bo Lee"."""
_SMALL = re.compile(r"[^\W\d_](?:-?[^\W\d_])+")


def odd_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the lines with a digit or with words in small letters, if most others are names without these.

    So are lines with two names, and single words above a full name, if most lines are full names: the headings of an
    unknown kind of group.

    >>> sorted(odd_lines(["P1", "Ana King", "Bo Lee", "Search members", "Cy Ng", "Di Poe", "Cy Ng 2", "Maria ruiz"]))
    [0, 3]
    >>> sorted(odd_lines(["Walkers", "Ana King", "Bo Dunn", "Cy Moe", "Di Poe", "Madonna"]))
    [0]
    """
    able = {at: without_remark(line)[0] for at, line in enumerate(lines) if not _is_plain(line)}
    found: set[int] = set()
    found |= {at for at, line in enumerate(lines) if says_purpose(line) and len(lines) > _FEWEST_LINES}
    for test in (_has_digits, _goes_on_small, _begins_small, _BEGINS_WITH_SIGN, _JOINED):
        odd = {at for at, name in able.items() if test(name)}
        if len(lines) - len(odd) >= max(_FEWEST_LINES, _MOST * len(lines)):
            found |= odd
    small_ends = [at for at, name in able.items() if name.rpartition(" ")[2].islower()]
    if len(small_ends) <= (1 - _MOST) * len(lines):  # otherwise, names are written so
        found |= {at for at in small_ends if is_unfinished(able[at])}
    return frozenset(found | undecided(lines) | adults_in_lines(lines) | _headings(lines))


def _headings(lines: Sequence[str]) -> set[int]:
    """Return single words and words in capitals above a full name or all of them, but no frequent given names."""
    single = _single(lines)
    first = next((at for at, line in enumerate(lines) if at not in single and _is_whole(line)), 0)
    unknown = {at for at in single if not is_given(lines[at])}
    return {at for at in unknown if at < first or (at + 1 < len(lines) and at + 1 not in single)}


def words_between(names: Sequence[str]) -> frozenset[int]:
    """Return the single words around all full names of a table, as of tasks; between, those in capitals, and text.

    >>> sorted(words_between(["Due", "Ana King", "LUNCH", "Bo Dunn", "Suharto", "no school", "Cy Moe", "Winner!"]))
    [0, 2, 5, 7]
    """
    single = {at for at, name in enumerate(names) if name and " " not in name}
    whole = [at for at in range(len(names)) if names[at] and at not in single]
    if len(whole) < max(_FEWEST_LINES, len(names) / 2):
        return frozenset()
    around = {at for at in single if at < whole[0] or at > whole[-1]}
    around = set() if all(is_given(names[at]) for at in around) else around
    small = {at for at in whole if names[at].islower()}
    small = small if len(small) * _FEW_SMALL <= len(whole) else set()
    return frozenset(around.union(small, (at for at in single if names[at].isalpha() and names[at].isupper())))


def texts_between(names: Sequence[str], alone: Collection[int]) -> frozenset[int]:
    """Return the cells without others beside them that have a digit or small letters, unlike the names of a table.

    >>> sorted(texts_between(["Ana King", "Bo Dunn", "Cy Moe", "Di", "Updated 9/1 by office"], [3, 4]))
    [4]
    """
    tests = (_has_digits, _goes_on_small, _begins_small)
    odd = {at for at, name in enumerate(names) if any(test(name) for test in tests)}
    is_table = len(names) - len(alone) >= max(_FEWEST_LINES, len(names) / 2)
    return frozenset(odd) if is_table and odd.issubset(alone) else frozenset()


def _single(lines: Sequence[str]) -> set[int]:
    """Return single words and words in capitals, if at least half of all lines are full names.

    Among first names with an initial where needed, single words are students.
    """
    single = {at for at, line in enumerate(lines) if line[:1].isupper() and (line.isalpha() or line.isupper())}
    whole = sum(_is_whole(line) for at, line in enumerate(lines) if at not in single)
    return single if whole >= max(_FEWEST_LINES, len(lines) / 2) else set()


def _is_whole(line: str) -> bool:
    return ", " in line or (" " in line and len(line.rpartition(" ")[2]) >= _FEWEST_LETTERS and line[-1] != ".")


def _is_plain(line: str) -> bool:
    """Return whether each word begins with a capital, and there is no digit: most lines, and quick to tell."""
    return line[:1].isalpha() and line.istitle() and "/" not in line and not any(map(str.isdigit, line))


def lines_apart(lines: Sequence[int], titles: Collection[int]) -> frozenset[int]:
    """Return the lines that blank lines separate from the one block of names: a title above, a signature below.

    :param lines: the numbers of the nonempty lines.
    :param titles: those known as titles. Names may follow one below the block: "New:".

    >>> sorted(lines_apart([1, 3, 4, 5, 6, 7, 9], [])), sorted(lines_apart([1, 2, 3, 4, 6, 7], [6]))
    ([1, 9], [])
    """
    starts = [at for at, line in enumerate(lines) if not at or line > lines[at - 1] + 1]
    parts = [lines[start:end] for start, end in pairwise([*starts, len(lines)])]
    block = max(parts, key=len, default=())
    if len(block) < max(_FEWEST_LINES + 1, _MOST * len(lines)):
        return frozenset()
    few = (part for part in parts if len(part) < _FEWEST_LINES and part[0] not in titles)
    return frozenset(line for part in few for line in part)


def lines_below_text(lines: Sequence[str], noise: Collection[int]) -> frozenset[int]:
    """Return the few lines below the last sentence, if the names are above it: a signature.

    >>> sorted(lines_below_text(["Ana King", "Bo Lee", "Cy Ng", "Let me know if you have questions.", "Rae Kim"], [3]))
    [4]
    """
    last = max((at for at in noise if lines[at].endswith((".", "!", "?")) and " " in lines[at]), default=len(lines))
    below = [at for at in range(last + 1, len(lines)) if at not in noise]
    above = last - sum(at < last for at in noise)
    is_signed = len(below) <= _FEWEST_LINES <= above and (last == len(lines) or not _INTRODUCTION.match(lines[last]))
    return frozenset(below) if is_signed else frozenset()


def _has_digits(name: str) -> bool:
    is_name = _NUMBERED_NAME.fullmatch(name) is not None and not any(map(str.islower, name.split()))
    return any(map(str.isdigit, name)) and not is_name


def _goes_on_small(name: str) -> bool:
    """Return whether small letters follow a capital, "Search members", "Ana King with aide", as in no name."""
    first, *more = name.split() or [""]
    small = [word for word in small_words(more) if len(word) > 1]
    if not small or not first[:1].isupper() or more[0].endswith(","):
        return False
    return more[0][:1].isupper() or (not is_given(first) and all(map(_is_small, more)) and PARTICLES.isdisjoint(more))


def _begins_small(name: str) -> bool:
    """Return whether a line begins with a small letter, unlike a word behind: "and remove Otto Dunn"."""
    first, *more = name.split() or [""]
    return _is_small(first) and first not in PARTICLES and any(word[:1].isupper() for word in more)


def _is_small(word: str) -> bool:
    return word.islower() and _SMALL.fullmatch(word) is not None
