"""The skill matrix of a class: a row per student, a cell per skill, with the certainty of each estimate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from classroom.clock import local_day
from classroom.i18n import _
from classroom.i18n.engine_texts import skill_title
from classroom.learning.knowledge import StudentModels
from classroom.learning.wording import MIN_ANSWERS_FOR_SKILL, chance_on_reference, interval_of_skill
from classroom.models import Face
from classroom.presenters.moments import day_text, short_day_text
from classroom.presenters.words import percent_text
from classroom.reports.students import ClassStudent
from classroom.services.learning.knowledge import is_being_counted, known
from engine.equations import SKILLS

SURE_ANSWERS = 10
"""With fewer answers, the cell is hatched."""
STALE = timedelta(days=21)


class Tint(StrEnum):
    """Levels of the estimated proportion correct, in four steps."""

    LOW = "low"
    HALF = "half"
    GOOD = "good"
    HIGH = "high"


_STEPS = ((0.90, Tint.HIGH), (0.75, Tint.GOOD), (0.50, Tint.HALF), (0.0, Tint.LOW))


@dataclass(frozen=True, slots=True)
class SkillCell:
    answers: int
    chance: float | None
    """Estimated proportion correct on a fixed set of its equations; None with too few answers."""
    tint: Tint | None
    is_unsure: bool
    """Whether there are fewer than ten answers."""
    text: str
    """"84%"; with too few answers "3 of 5"."""
    words: str
    """The same as a sentence, with the likely range."""
    stale: str
    """The date of the latest answer, if long ago."""


@dataclass(frozen=True, slots=True)
class SkillColumn:
    key: str
    title: str
    grade: int
    is_sorted: bool
    counts: tuple[tuple[Tint, int], ...]
    """The number of students at each step."""


@dataclass(frozen=True, slots=True)
class SkillRow:
    id: str
    name: str
    face: Face
    cells: tuple[SkillCell | None, ...]
    """By column; None without answers."""


@dataclass(frozen=True, slots=True)
class SkillsPage:
    as_of: str
    columns: tuple[SkillColumn, ...]
    rows: tuple[SkillRow, ...]
    legend: tuple[tuple[Tint, str], ...]
    is_being_counted: bool = False


def show_skill_matrix(students: Sequence[ClassStudent], *, now: datetime, sort: str | None) -> SkillsPage:
    """Build the page.

    :param sort: the skill whose weakest students come first; None to sort by name
    """
    today = local_day(now)
    with known() as knowledge:
        cells = {one.id: _cells(knowledge, one.id, today) for one in students}
    answered = {key for some in cells.values() for key in some}
    keys = [key for key in sorted(SKILLS, key=lambda key: SKILLS[key].grade) if key in answered]
    shown = sorted(students, key=lambda one: _need(cells[one.id].get(sort or ""))) if sort in answered else students
    return SkillsPage(
        as_of=day_text(today),
        columns=tuple(_column(key, [some.get(key) for some in cells.values()], sort) for key in keys),
        rows=tuple(
            SkillRow(one.id, one.name, one.face, tuple(cells[one.id].get(key) for key in keys)) for one in shown
        ),
        legend=(
            (Tint.LOW, _("below %(half)s", half=percent_text(0.5))),
            (Tint.HALF, _("%(low)s to %(high)s", low=percent_text(0.5), high=percent_text(0.74))),
            (Tint.GOOD, _("%(low)s to %(high)s", low=percent_text(0.75), high=percent_text(0.89))),
            (Tint.HIGH, _("%(low)s or more", low=percent_text(0.9))),
        ),
        is_being_counted=is_being_counted(),
    )


def tint_of(chance: float) -> Tint:
    """Return the step of a proportion, as displayed.

    >>> tint_of(0.896).value, tint_of(0.742).value
    ('high', 'half')
    """
    return next(tint for least, tint in _STEPS if round(chance, 2) >= least)


def _cells(knowledge: StudentModels, student_id: str, today: date) -> dict[str, SkillCell]:
    student = knowledge.of(student_id)
    cells = {}
    for key, record in student.skills.items():
        if key not in SKILLS:
            continue
        stale = short_day_text(record.last_day) if today - record.last_day > STALE else ""
        if record.answers < MIN_ANSWERS_FOR_SKILL:
            words = _(
                "Not enough answers yet (%(number)s of %(least)s)", number=record.answers, least=MIN_ANSWERS_FOR_SKILL
            )
            text = _("%(number)s of %(least)s", number=record.answers, least=MIN_ANSWERS_FOR_SKILL)
            cells[key] = SkillCell(record.answers, None, None, is_unsure=True, text=text, words=words, stale=stale)
            continue
        chance = chance_on_reference(student.levels, knowledge.difficulties, key)
        low, high = interval_of_skill(student, key, chance)
        words = _(
            "%(percent)s from %(answers)s answers, likely between %(low)s and %(high)s; last answer %(day)s",
            percent=percent_text(chance),
            answers=record.answers,
            low=percent_text(low),
            high=percent_text(high),
            day=short_day_text(record.last_day),
        )
        is_unsure = record.answers < SURE_ANSWERS
        text = percent_text(chance)
        cells[key] = SkillCell(record.answers, chance, tint_of(chance), is_unsure, text, words, stale)
    return cells


def _column(key: str, cells: Sequence[SkillCell | None], sort: str | None) -> SkillColumn:
    tints = [cell.tint for cell in cells if cell is not None]
    return SkillColumn(
        key,
        skill_title(key),
        SKILLS[key].grade,
        is_sorted=key == sort,
        counts=tuple((tint, tints.count(tint)) for tint in Tint if tint in tints),
    )


def _need(cell: SkillCell | None) -> tuple[bool, float]:
    """Return a sort key: weakest first, unknown last."""
    chance = cell.chance if cell is not None else None
    return (True, 0.0) if chance is None else (False, chance)
