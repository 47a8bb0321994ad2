"""A student's report as its page reads it: strengths first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classroom.presenters.moments import day_text, short_day_text, short_moment_text
from classroom.presenters.reports.choice import ShownTime, show_time
from classroom.presenters.reports.next_steps import steps_for_student
from classroom.presenters.reports.words import given_text, seconds_text, times_text
from classroom.reports.answers import Answer
from classroom.reports.equations import EquationLine, shares_by_kind
from classroom.reports.spans import DateRange, SessionLine
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine

MOST_DAYS = 20
MOST_EQUATIONS = 12
_SURE_AFTER = 2


@dataclass(frozen=True, slots=True)
class ShownDay:
    """A day with answers."""

    text: str
    short: str
    first: Proportion


@dataclass(frozen=True, slots=True)
class ShownEquation:
    """An equation and all wrong first answers to it."""

    equation: str
    answer: str
    first: Proportion
    wrong: str
    """Every wrong first answer with how often: "54 (twice), called dead (once)"."""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One answer, as it was given."""

    at: str
    equation: str
    given: str
    try_number: int
    is_right: bool
    seconds: str
    """How long it took; empty where that was not measured."""


@dataclass(frozen=True, slots=True)
class StudentReportPage:
    """Everything on the page."""

    time: ShownTime
    first: Proportion
    later: Proportion
    practiced: int
    """How many of the first answers were given in practice alone."""
    kinds: tuple[tuple[str, Proportion], ...]
    """By kind of equation, the surest first."""
    sure: tuple[ShownEquation, ...]
    """Right at the first try each time, and more than once."""
    days: tuple[ShownDay, ...]
    """The last days with answers, oldest first."""
    tallest: int
    """The most first answers of one of those days."""
    day_count: int
    missed: tuple[ShownEquation, ...]
    missed_count: int
    equations: tuple[ShownEquation, ...]
    """Every equation tried, most missed first."""
    answers: tuple[ShownAnswer, ...]
    steps: tuple[str, ...]


def show_student_report(
    span: DateRange,
    sessions: Sequence[SessionLine],
    line: StudentLine,
    equations: Sequence[EquationLine],
    answers: Sequence[Answer],
) -> StudentReportPage:
    """Put the page together."""
    shown = tuple(map(_show_equation, equations))
    sure = [one for one in shown if not one.first.missed and one.first.trials >= _SURE_AFTER]
    missed = [one for one in shown if one.first.missed]
    days = tuple(ShownDay(day_text(day), short_day_text(day), share) for day, share in line.days[-MOST_DAYS:])
    kinds = sorted(shares_by_kind(equations), key=lambda one: -one[1].interval[0])
    return StudentReportPage(
        time=show_time(span, sessions),
        first=line.first,
        later=line.later,
        practiced=line.practiced,
        kinds=tuple(kinds),
        sure=tuple(sorted(sure, key=lambda one: -one.first.trials)[:MOST_EQUATIONS]),
        days=days,
        tallest=max((day.first.trials for day in days), default=0),
        day_count=len(line.days),
        missed=tuple(missed[:MOST_EQUATIONS]),
        missed_count=len(missed),
        equations=shown,
        answers=tuple(map(_show_answer, answers)),
        steps=steps_for_student(line, equations),
    )


def wrong_answers_text(line: EquationLine) -> str:
    """Every wrong first answer with how often."""
    return ", ".join(f"{given_text(one.given)} ({times_text(one.count)})" for one in line.wrong)


def _show_equation(line: EquationLine) -> ShownEquation:
    return ShownEquation(line.equation, line.answer, line.first, wrong_answers_text(line))


def _show_answer(answer: Answer) -> ShownAnswer:
    return ShownAnswer(
        at=short_moment_text(answer.at),
        equation=answer.equation,
        given=given_text(answer.given),
        try_number=answer.try_number,
        is_right=answer.is_right,
        seconds=seconds_text(answer.seconds),
    )
