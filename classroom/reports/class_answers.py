"""All counts of a class report together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.learning.answer_counts import AnswerCounts
from classroom.models import ClassSession
from classroom.reports.counts import CountedSkill, counted_days, counted_skills
from classroom.reports.equations import EquationLine, equation_lines, lines_from
from classroom.reports.solving import SolvingTimes, median_of, solving_times
from classroom.reports.spans import DateRange, Period
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine, student_lines


class SkillAnswers(NamedTuple):
    """Counts of a class's answers in a span, by skill and by day."""

    students: list[StudentLine]
    skills: list[CountedSkill]
    skill_days: Mapping[tuple[str, str], Mapping[date, Proportion]] = MappingProxyType({})
    """By student and skill, if counted."""


class ClassAnswers(NamedTuple):
    """Counts of a class's answers in a span."""

    students: list[StudentLine]
    equations: list[EquationLine]
    skills: list[CountedSkill]
    solving: SolvingTimes | None


def class_answers(span: DateRange, counts: AnswerCounts | None) -> ClassAnswers:
    """Count the answers of a class.

    :param counts: counts of all answers in the span; None to count in the database
    """
    students, skills, _days = skill_answers(span, counts)
    if counts is None:
        return ClassAnswers(students, equation_lines(span), skills, solving_times(span))
    return ClassAnswers(students, lines_from(counts.right, counts.wrong), skills, median_of(counts.seconds))


def skill_answers(span: DateRange, counts: AnswerCounts | None = None) -> SkillAnswers:
    """Count the answers of a class by student and skill.

    :param counts: counts of all answers in the span; None to count in the database
    """
    students = student_lines(span, counts)
    if counts is None:
        return SkillAnswers(students, counted_skills(span))
    skills = [CountedSkill(*kind, trials, counts.skills_right[kind]) for kind, trials in counts.skills.items()]
    return SkillAnswers(students, skills)


def longer_answers(span: DateRange) -> SkillAnswers | None:
    """Count the answers of eight weeks for a report on two, or up to a session for one on this; None for others."""
    if span.class_session_id is not None:
        opened = select(ClassSession.opened_at).where(ClassSession.id == span.class_session_id)
        until = db.session.execute(opened).scalar_one()
        longer = replace(span, class_session_id=None, period=Period.EIGHT_WEEKS, until=until)
    elif span.period is Period.TWO_WEEKS:
        longer = replace(span, period=Period.EIGHT_WEEKS)
    else:
        return None
    return skill_answers(longer)


def latest_of(span: DateRange, students: Iterable[StudentLine]) -> SkillAnswers | None:
    """Count the latest answers for a report on more than two weeks: of two weeks up to the last day; None for others.

    :param students: the counts of the report
    """
    last = max((one.days[-1][0] for one in students if one.days), default=None)
    if last is None or span.class_session_id is not None or span.period is Period.TWO_WEEKS:
        return None
    latest = replace(span, period=Period.TWO_WEEKS, until=clock.end_of_day(last))
    return SkillAnswers([], counted_skills(latest))


def latest_answers(class_id: str) -> tuple[SkillAnswers, SkillAnswers]:
    """Count the answers of a class in the last two weeks, and in the last eight."""
    spans = DateRange(class_id, Period.TWO_WEEKS), DateRange(class_id, Period.EIGHT_WEEKS)
    recent, longer = map(skill_answers, spans)
    return recent, longer


def comparable_answers(class_id: str) -> SkillAnswers:
    """Count the answers of eight weeks to cards that were the same for everyone."""
    span = DateRange(class_id, Period.EIGHT_WEEKS)
    return SkillAnswers(student_lines(span), counted_skills(span, same_for_all=True), counted_days(span))
