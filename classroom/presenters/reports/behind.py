"""The answers behind a number: to one fact, skill, or equation, and who gave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classroom.models import Face
from classroom.presenters.reports.choice import ShownTime
from classroom.presenters.reports.equations import ShownEquation, shown_equation
from classroom.reports.counts import Counted
from classroom.reports.equations import EquationLine
from classroom.reports.statistics import Proportion
from classroom.reports.students import ClassStudent


@dataclass(frozen=True, slots=True)
class BehindStudent:
    id: str
    name: str
    face: Face
    first: Proportion
    has_report: bool


@dataclass(frozen=True, slots=True)
class BehindPage:
    time: ShownTime
    first: Proportion
    missed_by: tuple[BehindStudent, ...]
    """Students with at least one miss, by name."""
    known_by: tuple[BehindStudent, ...]
    """Students without misses, by name."""
    equations: tuple[ShownEquation, ...]


def show_behind(
    time: ShownTime, lines: Sequence[EquationLine], counted: Sequence[Counted], students: Sequence[ClassStudent]
) -> BehindPage:
    shown = [one for line in students if (one := _student(line, counted)) is not None]
    return BehindPage(
        time=time,
        first=sum((line.first for line in lines), Proportion()),
        missed_by=tuple(one for one in shown if one.first.missed),
        known_by=tuple(one for one in shown if not one.first.missed),
        equations=tuple(map(shown_equation, lines)),
    )


def _student(line: ClassStudent, counted: Sequence[Counted]) -> BehindStudent | None:
    own = [one for one in counted if one.student_id == line.id]
    if not own:
        return None
    first = Proportion(sum(one.right for one in own), sum(one.trials for one in own))
    return BehindStudent(line.id, line.name, line.face, first, has_report=not line.is_moved)
