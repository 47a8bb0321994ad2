"""Each student's work in a class: days, first answers, further tries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache

from sqlalchemy import Integer, case, cast, func, or_, select

from classroom.clock import local_day
from classroom.database import db
from classroom.learning.answer_counts import AnswerCounts
from classroom.learning.speed import UsualTime, usual_time
from classroom.models import Attempt, Baseline, ClassSession, Face, Student
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from classroom.sorting import by_name


@dataclass(frozen=True, slots=True)
class StudentLine:
    """A student in a span. Proportions count answers to equations: Plus and Minus have no attempts."""

    student_id: str
    name: str
    days: tuple[tuple[date, Proportion], ...]
    """The days with answers, oldest first, each with its first answers."""
    first: Proportion
    """First answers to cards: the unit of all statistics."""
    later: Proportion
    """Further tries at the same cards, always counted separately."""
    practiced: int = 0
    """First answers in practice."""
    is_archived: bool = False
    """Whether the student has left the class."""
    is_moved: bool = False
    """Whether the student is in another class now."""
    face: Face | None = None
    """The student's animal; None: not among others, so no one looks for it."""
    source_id: str | None = None
    """The student's ID in the school's own roster."""

    @property
    def is_here(self) -> bool:
        """Return whether the student is in the class now."""
        return not (self.is_archived or self.is_moved)


@dataclass(frozen=True, slots=True)
class ClassStudent:
    """A student listed in a class report."""

    id: str
    name: str
    is_archived: bool
    is_moved: bool
    face: Face
    source_id: str | None
    created_at: datetime


def class_students(class_id: str | None, *, answered: Collection[str]) -> list[ClassStudent]:
    """Return every student of the class by name, including those without answers.

    Archived students, and those in another class now, are included only if they have answers.

    :param answered: IDs of those with answers, or who took part in another way.
    """
    people = select(
        *(Student.id, Student.name, Student.sort_key, Student.archived_at, Student.class_id),
        *(Student.animal, Student.disc, Student.source_id, Student.created_at),
    ).where(or_(Student.class_id == class_id, Student.id.in_(list(answered))))
    return [
        ClassStudent(
            *(row.id, row.name, row.archived_at is not None, row.class_id != class_id),
            face=Face(row.animal, row.disc),
            source_id=row.source_id,
            created_at=row.created_at,
        )
        for row in sorted(db.session.execute(people), key=by_name)
        if row.archived_at is None or row.id in answered
    ]


def student_lines(span: DateRange, counts: AnswerCounts | None = None) -> list[StudentLine]:
    """Return every student of the class by name (`class_students`), with their answers.

    :param counts: counts of the span's answers; None to count in the database
    """
    tallies = _tallies(span) if counts is None else _tallies_from(counts)
    return [
        replace(
            _line(one.id, one.name, tallies.get(one.id, ())),
            is_archived=one.is_archived,
            is_moved=one.is_moved,
            face=one.face,
            source_id=one.source_id,
        )
        for one in class_students(span.class_id, answered=tallies)
    ]


def student_line(span: DateRange, *, student_id: str, name: str) -> StudentLine:
    return _line(student_id, name, _tallies(span, student_id).get(student_id, ()))


@dataclass(frozen=True, slots=True)
class _Tally:
    """A student's answers in one session, or on one day."""

    day: date
    first: Proportion
    later: Proportion
    is_practice: bool


def _tallies(span: DateRange, student_id: str | None = None) -> dict[str, list[_Tally]]:
    """Count answers in the database, by student and session. The day of a session is when it was opened."""
    right = cast(Attempt.is_right, Integer)
    query = span.narrow(
        select(
            Attempt.student_id,
            ClassSession.opened_at,
            ClassSession.is_practice,
            func.sum(case((Attempt.is_first, 1), else_=0)).label("first"),
            func.sum(case((Attempt.is_first, right), else_=0)).label("first_right"),
            func.count().label("all"),
            func.sum(right).label("all_right"),
        ).select_from(Attempt)
    ).group_by(Attempt.student_id, ClassSession.id, ClassSession.opened_at, ClassSession.is_practice)
    if student_id is not None:
        query = span.narrow_student(query, student_id)
    tallies: dict[str, list[_Tally]] = defaultdict(list)
    day_of = cache(local_day)  # sessions have a row for each student
    for row in db.session.execute(query):
        first = Proportion(row.first_right, row.first)
        later = Proportion(row.all_right - row.first_right, row.all - row.first)
        tallies[row.student_id].append(_Tally(day_of(row.opened_at), first, later, row.is_practice))
    return tallies


def _tallies_from(counts: AnswerCounts) -> dict[str, list[_Tally]]:
    tallies: dict[str, list[_Tally]] = defaultdict(list)
    for when in counts.first.keys() | counts.later.keys():
        first = Proportion(counts.first_right[when], counts.first[when])
        later = Proportion(counts.later_right[when], counts.later[when])
        tallies[when[0]].append(_Tally(when[1], first, later, is_practice=False))
    return tallies


def _line(student_id: str, name: str, tallies: Collection[_Tally]) -> StudentLine:
    by_day: dict[date, Proportion] = defaultdict(Proportion)
    first = later = Proportion()
    for tally in tallies:
        by_day[tally.day] += tally.first
        first += tally.first
        later += tally.later
    practiced = sum(tally.first.trials for tally in tallies if tally.is_practice)
    return StudentLine(student_id, name, tuple(sorted(by_day.items())), first, later, practiced)


NEWEST, MIN_TIMES = 20, 3


def baseline_of(student_id: str) -> UsualTime | None:
    """Return the time that typing a displayed number takes a student; None with too few times."""
    query = (
        select(Baseline.milliseconds)
        .where(Baseline.student_id == student_id, Baseline.milliseconds.is_not(None))
        .order_by(Baseline.at.desc(), Baseline.id.desc())
        .limit(NEWEST)
    )
    times = [milliseconds / 1000 for milliseconds in db.session.execute(query).scalars() if milliseconds is not None]
    return usual_time(times) if len(times) >= MIN_TIMES else None
