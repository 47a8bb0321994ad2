"""Forms for a teacher's settings for each student: level, group, support, and language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from classroom.i18n import LANGUAGES, Language, language_of_tag
from classroom.models import Student
from classroom.services.classes.labels import TIME_FACTORS, Labels
from classroom.services.errors import ClassErrorCode, ServiceError, SettingsErrorCode

NOT_SET = "none"
"""Value for a student without a level."""


@dataclass(frozen=True, slots=True)
class LevelLine:
    """One student."""

    id: str
    name: str
    level: int | None
    suggested: int | None
    """The grade that fits the answers so far; None with too few."""

    @property
    def differs(self) -> bool:
        """Return whether the suggestion differs from the level."""
        return self.suggested is not None and self.suggested != self.level


def level_lines(students: Iterable[Student], suggested: Mapping[str, int], sent: Mapping[str, str]) -> list[LevelLine]:
    """Build a line for each student, in order.

    :param sent: chosen levels by student that are not saved yet.
    """
    return [LevelLine(one.id, one.name, _chosen(one, sent.get(one.id)), suggested.get(one.id)) for one in students]


def _chosen(student: Student, sent: str | None) -> int | None:
    with suppress(ServiceError):
        return student.level if sent is None else read_level(sent)
    return student.level


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


@dataclass(frozen=True, slots=True)
class LabelLine:
    """The labels of one student in a form. Names of fields end with the student's ID: ``time-<id>``."""

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


@dataclass(frozen=True, slots=True)
class LabelForm:
    """The labels of several students, with the choices."""

    lines: tuple[LabelLine, ...]
    groups: tuple[str, ...]
    """The groups of the class, by name."""
    languages: tuple[Language, ...] = LANGUAGES
    times: tuple[tuple[str, str], ...] = tuple((key, f"× {key}") for key in TIMES)


def label_form(students: Iterable[Student], groups: Iterable[str], sent: Mapping[str, str] | None = None) -> LabelForm:
    """Build the form for students' labels.

    :param sent: a rejected form whose values are shown again.
    """
    return LabelForm(tuple(_line(one, sent or {}) for one in students), tuple(groups))


def read_labels(sent: Mapping[str, str], student_ids: Iterable[str]) -> dict[str, Labels]:
    """Parse the labels of the students on the page.

    :raises ServiceError: TIME_FACTOR.
    """
    return {student_id: _read(sent, student_id) for student_id in student_ids if f"time-{student_id}" in sent}


def _read(sent: Mapping[str, str], student_id: str) -> Labels:
    time_factor = TIMES.get(sent[f"time-{student_id}"])
    if time_factor is None:
        raise ServiceError(ClassErrorCode.TIME_FACTOR)
    return Labels(
        group=sent.get(f"group-{student_id}", ""),
        time_factor=time_factor,
        reads_aloud=f"aloud-{student_id}" in sent,
        has_large_text=f"large-{student_id}" in sent,
        has_wide_spacing=f"spacing-{student_id}" in sent,
        has_keys_off=f"keys-{student_id}" in sent,
        language=language.tag if (language := language_of_tag(sent.get(f"language-{student_id}"))) else None,
    )


def _line(student: Student, sent: Mapping[str, str]) -> LabelLine:
    kept = Labels.of(student)
    is_sent = f"time-{student.id}" in sent
    return LabelLine(
        id=student.id,
        name=student.name,
        group=sent.get(f"group-{student.id}", kept.group),
        time=sent.get(f"time-{student.id}", f"{kept.time_factor:g}"),
        reads_aloud=f"aloud-{student.id}" in sent if is_sent else kept.reads_aloud,
        has_large_text=f"large-{student.id}" in sent if is_sent else kept.has_large_text,
        has_wide_spacing=f"spacing-{student.id}" in sent if is_sent else kept.has_wide_spacing,
        has_keys_off=f"keys-{student.id}" in sent if is_sent else kept.has_keys_off,
        language=sent.get(f"language-{student.id}", kept.language or ""),
    )
