"""First answers counted in the database, a row for each student and equation: what several reports are made of."""

from __future__ import annotations

import typing
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Integer, cast, func, select

from classroom.database import db
from classroom.models import Attempt
from classroom.reports.spans import DateRange


class Counted(NamedTuple):
    """The first answers of one student to one equation. A tuple, as a class has thousands in a year."""

    student_id: str
    equation: str
    answer: str
    trials: int
    right: int


def counted_answers(
    span: DateRange, *, student_id: str | None = None, texts: Collection[str] | None = None, skill: str | None = None
) -> list[Counted]:
    """Count the first answers of a class or of one student. One query.

    :param texts: of the equations that are wanted; None: all of them
    :param skill: that was dealt; None: any
    """
    query = span.narrow(
        select(
            Attempt.student_id,
            Attempt.equation,
            Attempt.answer,
            func.count().label("trials"),
            func.sum(cast(Attempt.is_right, Integer)).label("right"),
        ).select_from(Attempt)
    ).where(Attempt.is_first)
    if student_id is not None:
        query = query.where(Attempt.student_id == student_id)
    if texts is not None:
        query = query.where(Attempt.equation.in_(list(texts)))
    if skill is not None:
        query = query.where(Attempt.skill == skill)
    grouped = query.group_by(Attempt.student_id, Attempt.equation, Attempt.answer)
    return typing.cast("list[Counted]", db.session.execute(grouped).all())  # rows have the same names


class CountedSkill(NamedTuple):
    """The first answers of one student in one skill."""

    student_id: str
    skill: str
    trials: int
    right: int


def counted_skills(span: DateRange) -> list[CountedSkill]:
    """Count the first answers of each student in each skill. One query."""
    query = span.narrow(
        select(
            Attempt.student_id,
            Attempt.skill,
            func.count().label("trials"),
            func.sum(cast(Attempt.is_right, Integer)).label("right"),
        ).select_from(Attempt)
    ).where(Attempt.is_first)
    return [CountedSkill(*row) for row in db.session.execute(query.group_by(Attempt.student_id, Attempt.skill))]
