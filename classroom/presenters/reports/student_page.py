"""A student's report: strengths first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from classroom.i18n import lazy_gettext, ngettext
from classroom.presenters.moments import day_text, short_day_text, short_moment_text
from classroom.presenters.reports.choice import ShownTime, show_time
from classroom.presenters.reports.equations import ShownEquation, shown_equation
from classroom.presenters.reports.findings import Step
from classroom.presenters.reports.needs import FocusSkill
from classroom.presenters.reports.next_steps import steps_for_student
from classroom.presenters.reports.words import given_text, seconds_text
from classroom.reports.answers import Answer
from classroom.reports.equations import EquationKind, EquationLine, shares_by_kind
from classroom.reports.spans import DateRange, SessionLine
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine
from classroom.services.learning.evidence import ClassEvidence

MOST_DAYS = 20
MOST_EQUATIONS = 12
SURE_AFTER = 4
"""Correct answers in a row: a student who knows half of the facts gets three in a row in one case of eight."""
_KINDS: Mapping[EquationKind, str] = {
    EquationKind.ADDITION: lazy_gettext("Addition"),
    EquationKind.SUBTRACTION: lazy_gettext("Subtraction"),
    EquationKind.MULTIPLICATION: lazy_gettext("Multiplication"),
    EquationKind.DIVISION: lazy_gettext("Division"),
    EquationKind.OTHER: lazy_gettext("Other equations"),
}


@dataclass(frozen=True, slots=True)
class ShownDay:
    text: str
    """"Mon, Sep 7, 2026: 8 of 10 correct"."""
    short: str
    first: Proportion


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    at: str
    equation: str
    given: str
    try_number: int
    is_right: bool
    seconds: str
    """How long it took; "" if not measured."""


@dataclass(frozen=True, slots=True)
class StudentReportPage:
    time: ShownTime
    later: Proportion
    practiced: int
    """The number of first answers in practice."""
    kinds: tuple[tuple[str, Proportion], ...]
    """By kind of equation, most certain first."""
    sure: tuple[ShownEquation, ...]
    """Equations always answered correctly on the first try, at least `SURE_AFTER` times."""
    days: tuple[ShownDay, ...]
    """The latest days with answers, oldest first."""
    tallest: int
    """The maximum number of first answers on one of those days."""
    day_count: int
    missed: tuple[ShownEquation, ...]
    missed_count: int
    equations: tuple[ShownEquation, ...]
    """Every equation answered, most missed first."""
    answers: tuple[ShownAnswer, ...]
    steps: tuple[Step, ...]


def show_student_report(
    span: DateRange,
    sessions: Sequence[SessionLine],
    line: StudentLine,
    equations: Sequence[EquationLine],
    answers: Sequence[Answer],
    *,
    evidence: ClassEvidence | None = None,
    need: FocusSkill | None = None,
) -> StudentReportPage:
    """Build the page.

    :param evidence: evidence of the student's class
    :param need: what the student needs most, as the report on the class says
    """
    shown = tuple(map(shown_equation, equations))
    sure = [one for one in shown if not one.first.missed and one.first.trials >= SURE_AFTER]
    missed = [one for one in shown if one.first.missed]
    days = tuple(_show_day(day, share) for day, share in line.days[-MOST_DAYS:])
    kinds = sorted(shares_by_kind(equations), key=lambda one: -one[1].interval[0])
    return StudentReportPage(
        time=show_time(span, sessions),
        later=line.later,
        practiced=line.practiced,
        kinds=tuple((str(_KINDS[kind]), share) for kind, share in kinds),
        sure=tuple(sorted(sure, key=lambda one: -one.first.trials)[:MOST_EQUATIONS]),
        days=days,
        tallest=max((day.first.trials for day in days), default=0),
        day_count=len(line.days),
        missed=tuple(missed[:MOST_EQUATIONS]),
        missed_count=len(missed),
        equations=shown,
        answers=tuple(map(_show_answer, answers)),
        steps=steps_for_student(line, equations, evidence, need),
    )


def _show_day(day: date, share: Proportion) -> ShownDay:
    text = ngettext(
        "%(day)s: %(right)s of %(num)d correct",
        "%(day)s: %(right)s of %(num)d correct",
        share.trials,
        day=day_text(day),
        right=share.right,
    )
    return ShownDay(text, short_day_text(day), share)


def _show_answer(answer: Answer) -> ShownAnswer:
    return ShownAnswer(
        at=short_moment_text(answer.at),
        equation=answer.equation,
        given=given_text(answer.given, is_right=answer.is_right),
        try_number=answer.try_number,
        is_right=answer.is_right,
        seconds=seconds_text(answer.seconds),
    )
