"""Who answered the equations of a topic, and how: from an equation to the students who missed it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select, true

from classroom import clock
from classroom.database import db
from classroom.learning.topics import Missed, Topic, TopicKind
from classroom.models import Attempt, ClassSession, Game, Student
from classroom.reports.statistics import Proportion
from engine.equations import dealt_equation

LOOKS_BACK = timedelta(weeks=26)
"""How far back a class's misses count when a board is filled."""


@dataclass(slots=True)
class TopicAnswers:
    student_id: str
    name: str
    first: Proportion = field(default_factory=Proportion)
    wrong: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    """Equation and answer (None if traded in by mistake), with its number; latest first."""
    last: datetime | None = None


class ClassTopicAnswers(NamedTuple):
    """How the current students of a class have answered a topic."""

    students: list[TopicAnswers]
    """Those with an answer, most misses first."""
    equations: list[Missed]
    """Every equation answered."""


def answers_to(topic: Topic, *, class_id: str) -> ClassTopicAnswers:
    """Return how the current students of a class have ever answered a topic, including practice."""
    students: dict[str, TopicAnswers] = {}
    latest = func.max(Attempt.at)
    parts = Attempt.student_id, Attempt.equation, Attempt.answer, Attempt.skill, Attempt.given, Attempt.is_right
    rows = db.session.execute(
        select(*parts, Student.name, func.count().label("times"), latest.label("last"))
        .join(Student, Student.id == Attempt.student_id)
        .where(Student.class_id == class_id, Student.archived_at.is_(None), Attempt.is_first, _is_about(topic))
        .group_by(*parts, Student.name)
        .order_by(latest.desc())
    ).all()
    for row in rows:
        one = students.setdefault(row.student_id, TopicAnswers(row.student_id, row.name))
        one.first += Proportion(row.times if row.is_right else 0, row.times)
        one.last = max(one.last or row.last, row.last)
        if not row.is_right:
            one.wrong[row.equation, row.given] += row.times
    ordered = sorted(students.values(), key=lambda one: (-one.first.missed, one.first.right, one.name))
    return ClassTopicAnswers(ordered, _equations(rows))


def equations_beside(answered: Collection[Missed], *, class_id: str) -> list[Missed]:
    """Return equations that the class missed lately in the same skills, counting wrong answers only.

    :param answered: all answered equations of a topic
    """
    parts = Attempt.equation, Attempt.answer, Attempt.skill, Attempt.is_right
    rows = db.session.execute(
        select(*parts, func.count().label("times"))
        .join(Game, Game.id == Attempt.game_id)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .where(ClassSession.class_id == class_id, ClassSession.opened_at >= clock.now() - LOOKS_BACK)
        .where(Attempt.is_first, ~Attempt.is_right, Attempt.skill.in_({one.equation.skill for one in answered}))
        .group_by(*parts)
    )
    return _equations(rows)


def _equations(rows: Iterable[Any]) -> list[Missed]:
    """Add up the answers to each equation, as it was dealt."""
    counts: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        count = counts[row.equation, row.answer, row.skill]
        count[0] += row.times
        count[1] += 0 if row.is_right else row.times
    return [Missed(dealt_equation(text, int(answer), skill), *count) for (text, answer, skill), count in counts.items()]


def _is_about(topic: Topic) -> ColumnElement[bool]:
    column = {
        TopicKind.FACT: Attempt.fact == topic.key,
        TopicKind.SKILL: Attempt.skill == topic.key,
        TopicKind.EQUATION: Attempt.equation == topic.key,
        TopicKind.STUDENT: true(),
    }[topic.kind]
    return column & (Attempt.student_id == topic.student_id) if topic.student_id else column
