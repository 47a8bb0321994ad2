"""The levels of a class: what is set, and what the answers so far suggest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from classroom.models import Student
from classroom.services.errors import ClassErrorCode, ServiceError, SettingsErrorCode

NOT_SET = "none"
"""What the page sends for a student without a level."""


@dataclass(frozen=True, slots=True)
class LevelLine:
    """One student."""

    id: str
    name: str
    level: int | None
    suggested: int | None
    """The grade that suits the answers so far; None: too few answers to say."""

    @property
    def differs(self) -> bool:
        """Whether the answers suggest something else than what is set."""
        return self.suggested is not None and self.suggested != self.level


def level_lines(students: Iterable[Student], suggested: Mapping[str, int], sent: Mapping[str, str]) -> list[LevelLine]:
    """One line for each student, in their order.

    :param sent: what was chosen, by student, and is not saved yet.
    """
    return [LevelLine(one.id, one.name, _chosen(one, sent.get(one.id)), suggested.get(one.id)) for one in students]


def _chosen(student: Student, sent: str | None) -> int | None:
    with suppress(ServiceError):
        return student.level if sent is None else read_level(sent)
    return student.level


def read_level(text: str) -> int | None:
    """Read what the page sends for a student.

    :raises ServiceError: LEVEL_MISSING or GRADES.
    """
    if not text:
        raise ServiceError(ClassErrorCode.LEVEL_MISSING)
    if text == NOT_SET:
        return None
    if not text.isdecimal() or len(text) > 1:
        raise ServiceError(SettingsErrorCode.GRADES)
    return int(text)
