"""Split off what stands behind a name: nicknames, remarks, numbers, and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable

from classroom.services.names import fold_name
from classroom.services.rosters.words import role_words, values

NICKNAMED = r"(?:aka|a\.k\.a\.|goes by|known as|called|prefers|nickname)"
"""Before a nickname."""
_ATTENDEE = re.compile(r"guest|host|me|you|external|unverified|invité|gast|invitad[oa]", re.IGNORECASE)
"""What programs for meetings write behind a name."""
_KANA = re.compile(r"[\u3041-\u30ff\s]+")
"""How a name is read."""
_REMARK = re.compile(r" *(?:\(([^()]*)\)|\[([^\[\]]*)\])$")
_DASHED = re.compile(r" +(?:[-–—/]+ +|\*+ ?)(?=[a-z])([^*]+)\**$")
"""A remark in small letters, not in parentheses: "Bo - moved to Texas", "Bo / new"."""
_QUOTED = re.compile(
    r'(?<=\s)(?:["“”„«]([^\W\d_][^"“”„«»]{0,29})["“”»]'
    r"|['\u2018]([^\W\d_][\w .-]{0,28})['\u2019])(?=\s|,|$)"
)
_NICKNAME_AT_END = re.compile(rf"(?:\(|[ ,]+(?:[-–—]+ )?){NICKNAMED}:? ([^\W\d_][^()]{{0,28}})\)?$", re.IGNORECASE)
_PRONOUNS = re.compile(rf"(?<=[\s,(\[]){values.PRONOUNS}[)\]]?$", re.IGNORECASE)
_PICTURES = re.compile(r"(?<=[^\W\d_.]) +((?:[^\w\s'’.,()\[\]-]| )+)$")
_NUMBER = re.compile(r"(?<=[^\W\d_]) *[-–#(]*\b([0-9]{4,})\)?$")
"""An ID; a shorter number may be part of the name."""
_ID_AND_MORE = re.compile(r"(?<=[^\W\d_]) *\(#?[0-9]{4,}\) *[-–—,;|].*$")
"""As in "King, Ana (100234) - Gr 4"."""
_ADDRESS = re.compile(rf"[ ,]*[<(\[](?:mailto:)?{values.ADDRESS}[>)\]]$", re.IGNORECASE)


def without_remark(name: str, *, is_kept: bool = False) -> tuple[str, str]:
    """Return a name without what stands behind it, and a nickname: (Liz), but not (she/her).

    :param is_kept: whether the remark tells the student apart from another one, and is kept like a nickname.
    """
    name = _ID_AND_MORE.sub("", _ADDRESS.sub("", name))
    if (pronouns := _PRONOUNS.search(name)) is not None:
        name = name[: pronouns.start()].rstrip(" ,-–—|([") or name
    name = _NICKNAME_AT_END.sub(r" (\1)", _QUOTED.sub(lambda match: f"({match[1] or match[2]})", name))
    rest, remark = _parts(name)
    if not remark:
        return name, ""
    if is_kept:
        return (name, "") if remark.isdigit() else (rest, f"({remark})")
    if remark.isdigit() and (len(remark) >= 4 or re.search(r"[\s,]", rest)):  # an ID, or the grade behind a full name
        return rest, ""
    is_initial = " " not in rest and values.INITIAL.fullmatch(remark)  # "Ana (K.)", not "Ana King (F)"
    if remark.isdigit() or is_initial:
        return name, ""
    is_known = (
        _ATTENDEE.fullmatch(remark) is not None
        or role_words.is_role(remark)
        or fold_name(remark) in fold_name(rest).split()
        or _is_same(rest, remark)
        or _KANA.fullmatch(remark) is not None
    )
    is_nickname = not is_known and all(
        word.isalpha() and not (word.islower() or word.isupper()) for word in remark.split()
    )
    return rest, f"({remark})" if is_nickname else ""


def _is_same(name: str, remark: str) -> bool:
    """Return whether a remark is the whole name, as behind a shorter one in a meeting: "Ana K (Ana King)"."""
    first, *more = fold_name(remark).split()
    return bool(more) and fold_name(name).split()[:1] == [first]


def remark_of(name: str) -> str:
    """Return what stands in parentheses behind a name, or the number there."""
    return _parts(name)[1]


def names_told_apart(names: Iterable[str]) -> frozenset[str]:
    """Return the names that differ from another one only in the remark: "Ana King (a)" and "Ana King (b)"."""
    names = list(names)
    remarks: dict[str, set[str]] = {}
    for name in names:
        rest, remark = _parts(name)
        remarks.setdefault(fold_name(rest), set()).add(fold_name(remark))
    return frozenset(name for name in names if len(remarks[fold_name(_parts(name)[0])]) > 1)


def _parts(name: str) -> tuple[str, str]:
    """Return a name and the remark behind it."""
    found = _REMARK.search(name)
    if found is not None and found.start():
        return name[: found.start()].rstrip(), (found[1] or found[2] or "").strip()
    if (dashed := _DASHED.search(name)) is not None and dashed.start():
        return name[: dashed.start()].rstrip(), dashed[1].strip()
    pictures = _PICTURES.search(name)
    if pictures is not None and " " in name[: pictures.start()].strip() and values.has_letters(pictures[1]):
        return name[: pictures.start()].rstrip(), pictures[1]
    number = _NUMBER.search(name)
    rest = name[: number.start()].rstrip(" -–#(") if number is not None else ""
    if number is not None and len(rest.split()) > 1 and values.is_name(rest):
        return rest, number[1]
    return name, ""
