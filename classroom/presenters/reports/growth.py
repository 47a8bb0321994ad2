"""A student's growth in accuracy over blocks of four weeks, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import TypeAlias

from classroom import clock
from classroom.clock import local_day
from classroom.i18n import _
from classroom.learning.attempts import BOARD, asked
from classroom.learning.day_effects import ExpectedDay, beside_classmates, totals_by_day
from classroom.learning.growth import (
    MIN_ANSWERS_FOR_BLOCK,
    Answered,
    Change,
    Growth,
    block_of,
    growth_of,
    last_day_of_blocks,
)
from classroom.learning.knowledge import start_level
from classroom.models import Student
from classroom.presenters.moments import short_day_text
from classroom.presenters.reports.needs import dated_pairs_of
from classroom.presenters.words import all_of, percent_text
from classroom.reports.progress import FirstAnswer
from classroom.reports.spans import DateRange, Period
from classroom.reports.students import student_lines
from classroom.services.learning.knowledge import known
from engine.equations import dealt_equation

_DatedPairs: TypeAlias = dict[date, tuple[int, int]]


def growth_of_student(student: Student, answers: Sequence[FirstAnswer], now: datetime) -> Growth:
    """Compare the last two finished blocks of a student, given the first answers since before these."""
    with known() as knowledge:
        questions = (asked(dealt_equation(one.equation, int(one.answer), one.skill), BOARD) for one in answers)
        answered = [
            Answered(one.day, one.skill, one.is_typed, knowledge.difficulties.of(question)[0], one.is_right)
            for one, question in zip(answers, questions, strict=True)
        ]
    today = local_day(now)
    is_enough = len(answered) >= 2 * MIN_ANSWERS_FOR_BLOCK
    of_class, classmates = list[list[ExpectedDay]](), dict[date, tuple[int, int]]()
    for students in _days_in_blocks(student.class_id, last_day_of_blocks(today)) if is_enough else ():
        of_class += beside_classmates(students)
        classmates |= totals_by_day(days for one, days in students.items() if one != student.id)
    return growth_of(answered, today=today, start=start_level(student.level), of_class=of_class, classmates=classmates)


def _days_in_blocks(class_id: str, last_day: date) -> Iterable[Mapping[str, _DatedPairs]]:
    """Return the days of each student in each of the last two finished blocks, the eight weeks up to a day."""
    blocks: dict[int, dict[str, _DatedPairs]] = defaultdict(dict)
    for line in student_lines(DateRange(class_id, Period.EIGHT_WEEKS, until=clock.end_of_day(last_day))):
        for block, days in groupby(line.days, key=lambda one: block_of(one[0])):
            blocks[block][line.student_id] = dated_pairs_of(days)
    return blocks.values()


def growth_text(growth: Growth) -> str:
    """Return what the comparison shows, or why there is none."""
    if growth.earlier is None or growth.later is None or growth.interval is None:
        return _(
            "Growth compares two full blocks of 4 weeks with at least %(least)s answers each. So far: "
            "%(earlier)s and %(later)s.",
            least=MIN_ANSWERS_FOR_BLOCK,
            earlier=growth.answers[0],
            later=growth.answers[1],
        )
    return " ".join(filter(None, [_change_text(growth, growth.earlier, growth.later), _left_out_text(growth)]))


def _left_out_text(growth: Growth) -> str:
    if not growth.left_out:
        return ""
    days = all_of([short_day_text(day) for day in growth.left_out])
    return _("Without %(days)s, when the whole class got unusually few or many correct.", days=days)


def _change_text(growth: Growth, earlier: float, later: float) -> str:
    given = {
        "earlier": percent_text(earlier),
        "later": percent_text(later),
        "answers": sum(growth.answers),
    }
    if growth.change is Change.UP:
        return _(
            "Improved: on the same equations about %(earlier)s correct in one block of 4 weeks, %(later)s in the next "
            "(%(answers)s answers). Of 20 students who stay the same, about 1 is called improved by chance.",
            **given,
        )
    if growth.change is Change.DOWN:
        return _(
            "Less accurate than before: on the same equations about %(earlier)s correct in one block of "
            "4 weeks, %(later)s in the next (%(answers)s answers). Of 20 students who stay the same, about 1 is called "
            "less accurate by chance, so watch the student solve some equations first.",
            **given,
        )
    return _(
        "About the same, based on %(answers)s answers: %(earlier)s in one block of 4 weeks, "
        "%(later)s in the next, on the same equations.",
        **given,
    )
