"""First answers counted in the database, by student and equation, for several reports."""

from __future__ import annotations

import typing
from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Label, Select, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute

from classroom.clock import local_day
from classroom.database import db
from classroom.models import Attempt, AttemptKind, ClassSession
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion

_COUNTED = (func.count().label("trials"), func.sum(cast(Attempt.is_right, Integer)).label("right"))


class Counted(NamedTuple):
    """A student's first answers to one equation. A tuple, because a class has thousands per year."""

    student_id: str
    equation: str
    answer: str
    trials: int
    right: int


def counted_answers(
    span: DateRange, *, student_id: str | None = None, texts: Collection[str] | None = None, skill: str | None = None
) -> list[Counted]:
    """Count the first answers of a class or a student, in one query.

    :param texts: only equations with these texts; None for all
    :param skill: only equations dealt for this skill; None for any
    """
    one_each = (Attempt.student_id, Attempt.equation, Attempt.answer)
    query = first_answers(span, *one_each, *_COUNTED, student_id=student_id, texts=texts, skill=skill)
    grouped = query.group_by(*one_each)
    return typing.cast("list[Counted]", db.session.execute(grouped).all())  # rows have the same names


class CountedSkill(NamedTuple):
    """A student's first answers in one skill, either typed or not."""

    student_id: str
    skill: str
    is_typed: bool
    trials: int
    right: int


def counted_skills(span: DateRange, *, same_for_all: bool = False) -> list[CountedSkill]:
    """Count each student's first answers in each skill, in one query.

    :param same_for_all: without equations that the app chose for one student
    """
    is_typed = (Attempt.kind == AttemptKind.SOLVE).label("is_typed")
    one_each = (Attempt.student_id, Attempt.skill, is_typed)
    query = first_answers(span, *one_each, *_COUNTED)
    if same_for_all:
        query = query.where(Attempt.expected.is_(None))
    return [CountedSkill(*row) for row in db.session.execute(query.group_by(*one_each))]


def counted_days(span: DateRange) -> dict[tuple[str, str], dict[date, Proportion]]:
    """Count each student's first answers in each skill by day, without equations that the app chose for one student."""
    one_each = Attempt.student_id, Attempt.skill, ClassSession.opened_at
    query = first_answers(span, *one_each, *_COUNTED).where(Attempt.expected.is_(None))
    counts: defaultdict[tuple[str, str], defaultdict[date, Proportion]] = defaultdict(lambda: defaultdict(Proportion))
    day_of = cache(local_day)  # sessions have a row for each student and skill
    for row in db.session.execute(query.group_by(*one_each)):
        counts[row.student_id, row.skill][day_of(row.opened_at)] += Proportion(row.right, row.trials)
    return {key: dict(days) for key, days in counts.items()}


class CountedSession(NamedTuple):
    opened_at: datetime
    settings: dict[str, Any]
    """`services.settings.TableSettings` as JSON."""
    share: Proportion


def counted_sessions(span: DateRange) -> list[CountedSession]:
    """Count the first answers in each session, in one query."""
    counted = first_answers(span, ClassSession.id.label("id"), *_COUNTED).group_by(ClassSession.id).subquery()
    query = select(ClassSession.opened_at, ClassSession.settings, counted.c.right, counted.c.trials).join(
        counted, counted.c.id == ClassSession.id
    )
    return [
        CountedSession(row.opened_at, row.settings, Proportion(row.right, row.trials))
        for row in db.session.execute(query)
    ]


def first_answers(
    span: DateRange,
    *columns: InstrumentedAttribute[Any] | Label[Any],
    student_id: str | None = None,
    texts: Collection[str] | None = None,
    skill: str | None = None,
) -> Select[Any]:
    """Select columns of the first answers of a class or a student.

    :param texts: only equations with these texts; None for all
    :param skill: only equations dealt for this skill; None for any
    """
    query = span.narrow(select(*columns).select_from(Attempt)).where(Attempt.is_first)
    if student_id is not None:
        query = span.narrow_student(query, student_id)
    if texts is not None:
        query = query.where(Attempt.equation.in_(list(texts)))
    if skill is not None:
        query = query.where(Attempt.skill == skill)
    return query
