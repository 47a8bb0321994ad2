"""Who answered the equations of a topic, and how: from an equation to the students who missed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, select, true

from classroom import clock
from classroom.database import db
from classroom.learning.topics import Missed, Topic, TopicKind
from classroom.models import Attempt, ClassSession, Game, Student
from classroom.reports.statistics import Proportion
from engine.equations import ALL_STEPS, describe

LOOKS_BACK = timedelta(weeks=26)
"""How far back a class's misses count when a board is filled."""


@dataclass(slots=True)
class TopicAnswers:
    """A student's first answers to a topic."""

    student_id: str
    name: str
    first: Proportion = field(default_factory=Proportion)
    wrong: list[tuple[str, str | None, int]] = field(default_factory=list)
    """Equation, answer (None if traded in by mistake), and its number; latest first."""
    last: datetime | None = None


def answers_to(topic: Topic, *, class_id: str) -> list[TopicAnswers]:
    """Return how each current student of a class has ever answered a topic, including practice, most misses first.

    Students without an answer are left out.
    """
    found: dict[str, TopicAnswers] = {}
    latest = func.max(Attempt.at)
    parts = Attempt.student_id, Attempt.equation, Attempt.given, Attempt.is_right
    rows = db.session.execute(
        select(*parts, Student.name, func.count().label("times"), latest.label("last"))
        .join(Student, Student.id == Attempt.student_id)
        .where(Student.class_id == class_id, Student.archived_at.is_(None), Attempt.is_first, _is_about(topic))
        .group_by(*parts, Student.name)
        .order_by(latest.desc())
    )
    for row in rows:
        one = found.setdefault(row.student_id, TopicAnswers(row.student_id, row.name))
        one.first += Proportion(row.times if row.is_right else 0, row.times)
        one.last = max(one.last or row.last, row.last)
        if not row.is_right:
            one.wrong.append((row.equation, row.given, row.times))
    return sorted(found.values(), key=lambda one: (-one.first.missed, one.first.right, one.name))


def equations_about(topic: Topic, *, class_id: str) -> list[Missed]:
    """Return every equation of a topic that the class has answered."""
    return _missed(_is_about(topic), class_id)


def equations_beside(answered: Collection[Missed], *, class_id: str) -> list[Missed]:
    """Return equations that the class missed lately in the same skills, counting wrong answers only.

    :param answered: all answered equations of a topic
    """
    skills = Attempt.skill.in_({one.equation.skill for one in answered})
    lately = ClassSession.opened_at >= clock.now() - LOOKS_BACK
    return _missed(skills & lately & ~Attempt.is_right, class_id)


def _missed(which: ColumnElement[bool], class_id: str) -> list[Missed]:
    counts: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    parts = Attempt.equation, Attempt.answer, Attempt.skill, Attempt.is_right
    rows: Any = db.session.execute(
        select(*parts, func.count().label("times"))
        .join(Game, Game.id == Attempt.game_id)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .where(ClassSession.class_id == class_id, Attempt.is_first, which)
        .group_by(*parts)
    )
    for row in rows:
        count = counts[row.equation, row.answer, row.skill]
        count[0] += row.times
        count[1] += 0 if row.is_right else row.times
    return [
        Missed(describe(text, int(answer), {skill: ALL_STEPS}), *count)
        for (text, answer, skill), count in counts.items()
    ]


def _is_about(topic: Topic) -> ColumnElement[bool]:
    column = {
        TopicKind.FACT: Attempt.fact == topic.key,
        TopicKind.SKILL: Attempt.skill == topic.key,
        TopicKind.EQUATION: Attempt.equation == topic.key,
        TopicKind.STUDENT: true(),
    }[topic.kind]
    return column & (Attempt.student_id == topic.student_id) if topic.student_id else column
