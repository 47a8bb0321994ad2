"""Single answers: a student's latest, and a class's for export."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attempt, AttemptKind, ClassSession, Game, Student
from classroom.reports.spans import DateRange


class Answer(NamedTuple):
    """One answer to an equation."""

    equation: str
    answer: str
    given: str | None
    """The label chosen; None if the card was traded in as dead."""
    try_number: int
    is_right: bool
    seconds: float | None
    """The time it took, if measured reliably."""
    at: datetime


class ExportedAnswer(NamedTuple):
    """An answer with its context. A tuple, because there are tens of thousands."""

    game_id: str
    version: int
    at: datetime
    student_id: str
    student_name: str
    class_session_id: str
    table_number: int
    round: int
    deck: str
    """The title of a teacher's deck, or a built-in deck's key."""
    equation: str
    answer: str
    kind: AttemptKind
    given: str | None
    try_number: int
    is_right: bool
    seconds: float | None
    skill: str
    fact: str
    goal: float | None
    """The success rate that the equation was chosen for; None if it was printed."""
    expected: float | None
    policy: int | None
    """The policy's version; None for printed equations, and where it was not stored."""
    is_shared: bool
    """Whether the table shared one device."""


def newest_answers(span: DateRange, *, student_id: str, limit: int) -> list[Answer]:
    """Return a student's latest answers, newest first, including further tries."""
    query = select(
        Attempt.equation,
        Attempt.answer,
        Attempt.given,
        Attempt.try_number,
        Attempt.is_right,
        Attempt.seconds,
        Attempt.at,
    )
    newest = (
        span.narrow(span.narrow_student(query, student_id))
        .order_by(Attempt.at.desc(), Attempt.version.desc())
        .limit(limit)
    )
    return [Answer(*row) for row in db.session.execute(newest)]


def all_answers(span: DateRange, *, student_id: str | None = None) -> Iterator[ExportedAnswer]:
    """Yield all answers of the span, oldest first, including further tries. All are fetched before the first one.

    Titles of decks are read once per session: settings contain whole decks, and a session has a thousand answers.

    :param student_id: only this student's answers
    """
    decks = _deck_titles(span, student_id)
    query = select(
        Attempt.game_id,
        Attempt.version,
        Attempt.at,
        Attempt.student_id,
        Student.name,
        Game.class_session_id,
        Game.table_number,
        Game.round,
        Attempt.equation,
        Attempt.answer,
        Attempt.kind,
        Attempt.given,
        Attempt.try_number,
        Attempt.is_right,
        Attempt.seconds,
        Attempt.skill,
        Attempt.fact,
        Attempt.goal,
        Attempt.expected,
        Attempt.policy,
        Game.is_shared,
    ).join_from(Attempt, Student)
    if student_id is not None:
        query = query.where(Attempt.student_id == student_id)
    rows = db.session.execute(span.narrow(query).order_by(Attempt.at, Attempt.game_id, Attempt.version))
    every = typing.cast("Sequence[tuple[Any, ...]]", rows.all())  # rows are tuples
    return (ExportedAnswer._make((*row[:_DECK], decks[row[_SESSION]], *row[_DECK:])) for row in every)


_SESSION, _DECK = ExportedAnswer._fields.index("class_session_id"), ExportedAnswer._fields.index("deck")


def _deck_titles(span: DateRange, student_id: str | None) -> dict[str, str]:
    """Return the titles of the sessions' decks, by session ID."""
    title = func.coalesce(
        ClassSession.settings["deck_copy", "title"].as_string(), ClassSession.settings["deck"].as_string()
    )
    query = span.narrow_sessions(select(ClassSession.id, title.label("title")))
    if student_id is not None:
        answered = (
            select(Game.class_session_id)
            .join(Attempt, Attempt.game_id == Game.id)
            .where(Attempt.student_id == student_id)
        )
        query = query.where(ClassSession.id.in_(answered))
    return {row.id: row.title for row in db.session.execute(query)}
