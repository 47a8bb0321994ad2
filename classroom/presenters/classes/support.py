"""Forms for a teacher's settings for each student: level, group, support, and language.

A form contains what it showed of each student, and leaves alone what the teacher didn't change: a co-teacher may have
changed it since. If both changed the same, the form is rejected, and the next try counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from classroom.i18n import LANGUAGES, Language, _, language_of_tag
from classroom.models import Student
from classroom.presenters.words import isolated
from classroom.services.classes.support import TIME_FACTORS, SupportSettings
from classroom.services.errors import ClassErrorCode, ServiceError, SettingsErrorCode

NOT_SET = "none"
"""Value for a student without a level."""
_SHOWN = "shown-"
"""Prefix of the hidden field with what a form showed of a student."""


@dataclass(frozen=True, slots=True)
class LevelLine:
    id: str
    name: str
    level: int | None
    shown: str
    """The posted value if it stays as first shown."""
    suggested: int | None
    """The grade that fits the answers so far; None with too few."""

    @property
    def differs(self) -> bool:
        return self.suggested is not None and self.suggested != self.level


def level_lines(students: Iterable[Student], suggested: Mapping[str, int], sent: Mapping[str, str]) -> list[LevelLine]:
    """Build a line for each student, in order.

    :param sent: chosen levels by student that are not saved yet.
    """
    return [
        LevelLine(
            *(one.id, one.name, _chosen(one, sent)),
            shown=_level_value(one),
            suggested=suggested.get(one.id),
        )
        for one in students
    ]


def read_levels(sent: Mapping[str, str], students: Iterable[Student]) -> dict[str, int | None]:
    """Parse the changed levels of the students on the page.

    :raises ServiceError: LEVEL_MISSING, GRADES, or CHANGED_SINCE.
    """
    changed = [one for one in students if _is_changed(sent, one)]
    levels = {one.id: read_level(sent[one.id]) for one in changed}
    _reject_conflicts(
        _saved_text(one, _("Not set") if one.level is None else _("Grade %(grade)s", grade=one.level))
        for one in changed
        if _level_value(one) not in {sent.get(f"{_SHOWN}{one.id}", _level_value(one)), sent[one.id]}
    )
    return levels


def _is_changed(sent: Mapping[str, str], student: Student) -> bool:
    """Return whether the form has another level than it first showed."""
    return student.id in sent and sent[student.id] != sent.get(f"{_SHOWN}{student.id}")


def _level_value(student: Student) -> str:
    return NOT_SET if student.level is None else str(student.level)


def _chosen(student: Student, sent: Mapping[str, str]) -> int | None:
    """Return the level that a teacher chose in a rejected form, or else the present one."""
    with suppress(ServiceError):
        if _is_changed(sent, student):
            return read_level(sent[student.id])
    return student.level


def _reject_conflicts(saved: Iterable[str]) -> None:
    """Reject a form if another teacher saved something else for what it changes.

    :raises ServiceError: CHANGED_SINCE.
    """
    if names := tuple(saved):
        raise ServiceError(ClassErrorCode.CHANGED_SINCE, names=names)


def _saved_text(student: Student, value: str) -> str:
    return _("%(name)s: %(value)s", name=isolated(student.name), value=isolated(value))


def read_level(text: str) -> int | None:
    """Parse the posted level of a student.

    :raises ServiceError: LEVEL_MISSING or GRADES.
    """
    if not text:
        raise ServiceError(ClassErrorCode.LEVEL_MISSING)
    if text == NOT_SET:
        return None
    if not text.isdecimal() or len(text) > 1:
        raise ServiceError(SettingsErrorCode.GRADES)
    return int(text)


TIMES = {f"{factor:g}": factor for factor in TIME_FACTORS}
"""Posted values for extra time, and their factors."""
_TICKS = ("aloud", "large", "spacing", "keys")
"""The checkboxes of a student."""


@dataclass(frozen=True, slots=True)
class SupportLine:
    """Group, support, and language of one student in a form. Names of fields end with the ID: ``time-<id>``."""

    id: str
    name: str
    group: str
    time: str
    """A key of `TIMES`, or an invalid posted value."""
    reads_aloud: bool
    has_large_text: bool
    has_wide_spacing: bool
    has_keys_off: bool
    language: str
    """The tag; "" for the browser's language."""
    shown: str
    """All of these as first shown (`_summary`)."""


@dataclass(frozen=True, slots=True)
class SupportForm:
    """The same of several students, with the choices."""

    lines: tuple[SupportLine, ...]
    groups: tuple[str, ...]
    """The groups of the class, by name."""
    languages: tuple[Language, ...] = LANGUAGES
    times: tuple[tuple[str, str], ...] = tuple((key, f"× {key}") for key in TIMES)


def support_form(
    students: Iterable[Student], groups: Iterable[str], sent: Mapping[str, str] | None = None
) -> SupportForm:
    """Build the form for the group, support, and language of students.

    :param sent: a rejected form whose values are shown again.
    """
    return SupportForm(tuple(_line(one, sent or {}) for one in students), tuple(groups))


def read_support(sent: Mapping[str, str], students: Iterable[Student]) -> dict[str, SupportSettings]:
    """Parse the settings of the students on the page, of those whom the teacher changed.

    :raises ServiceError: TIME_FACTOR or CHANGED_SINCE.
    """
    posted = [one for one in students if f"time-{one.id}" in sent]
    changed = [one for one in posted if sent.get(f"{_SHOWN}{one.id}") != _summary(sent, one.id)]
    _reject_conflicts(_saved_text(one, text) for one in changed for text in _saved_since(sent, one))
    return {one.id: _read(_merged(sent, one), one.id) for one in changed}


def _saved_since(sent: Mapping[str, str], student: Student) -> Iterator[str]:
    """Return what another teacher has saved in fields that this form changes, too. Checkboxes have no third value."""
    shown, typed, kept = _three(sent, student)
    texts = {
        "time": f"× {kept['time']}",
        "language": language.own_name if (language := language_of_tag(kept["language"])) else _("Same as browser"),
        "group": kept["group"] or _("no group"),
    }
    return (
        text
        for name, text in texts.items()
        if kept[name] not in {shown[name], typed[name]} and shown[name] != typed[name]
    )


def _merged(sent: Mapping[str, str], student: Student) -> dict[str, str]:
    """Return the student's fields: those changed in the form, and the present values of the others."""
    shown, typed, kept = _three(sent, student)
    fields = {name: kept[name] if typed[name] == shown[name] else typed[name] for name in kept}
    return {f"{name}-{student.id}": value for name, value in fields.items() if value or name not in _TICKS}


def _three(sent: Mapping[str, str], student: Student) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return the student's fields as first shown, as posted, and as stored now."""
    kept = _summary(_unchanged(student), student.id)
    return _fields(sent.get(f"{_SHOWN}{student.id}", kept)), _fields(_summary(sent, student.id)), _fields(kept)


def _read(sent: Mapping[str, str], student_id: str) -> SupportSettings:
    time_factor = TIMES.get(sent[f"time-{student_id}"])
    if time_factor is None:
        raise ServiceError(ClassErrorCode.TIME_FACTOR)
    return SupportSettings(
        group=sent.get(f"group-{student_id}", ""),
        time_factor=time_factor,
        reads_aloud=f"aloud-{student_id}" in sent,
        has_large_text=f"large-{student_id}" in sent,
        has_wide_spacing=f"spacing-{student_id}" in sent,
        has_keys_off=f"keys-{student_id}" in sent,
        language=language.tag if (language := language_of_tag(sent.get(f"language-{student_id}"))) else None,
    )


def _summary(sent: Mapping[str, str], student_id: str) -> str:
    """Return all fields of a student as one text."""
    ticked = [name for name in _TICKS if f"{name}-{student_id}" in sent]
    typed = [sent.get(f"{name}-{student_id}", "") for name in ("time", "language", "group")]
    return "|".join([*ticked, *typed])


def _fields(summary: str) -> dict[str, str]:
    """Parse what `_summary` returned. Boxes that are not ticked are empty."""
    parts = summary.split("|")
    ticked = list(takewhile(_TICKS.__contains__, parts))
    time, _bar, rest = "|".join(parts[len(ticked) :]).partition("|")
    language, _bar, group = rest.partition("|")
    ticks = {name: "yes" if name in ticked else "" for name in _TICKS}
    return {**ticks, "time": time, "language": language, "group": group.strip()}


def _unchanged(student: Student) -> dict[str, str]:
    """Return the fields of a form in which nothing is changed."""
    kept = SupportSettings.of(student)
    ticks = zip(_TICKS, (kept.reads_aloud, kept.has_large_text, kept.has_wide_spacing, kept.has_keys_off), strict=True)
    fields = {"group": kept.group, "time": f"{kept.time_factor:g}", "language": kept.language or ""}
    fields |= {name: "yes" for name, is_on in ticks if is_on}
    return {f"{name}-{student.id}": value for name, value in fields.items()}


def _line(student: Student, sent: Mapping[str, str]) -> SupportLine:
    kept = _unchanged(student)
    fields = _merged(sent, student) if f"time-{student.id}" in sent else kept
    return SupportLine(
        id=student.id,
        name=student.name,
        group=fields.get(f"group-{student.id}", ""),
        time=fields[f"time-{student.id}"],
        reads_aloud=f"aloud-{student.id}" in fields,
        has_large_text=f"large-{student.id}" in fields,
        has_wide_spacing=f"spacing-{student.id}" in fields,
        has_keys_off=f"keys-{student.id}" in fields,
        language=fields.get(f"language-{student.id}", ""),
        shown=_summary(kept, student.id),
    )
