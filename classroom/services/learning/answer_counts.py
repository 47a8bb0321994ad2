"""Counts of a class's answers over all sessions: precomputed up to its snapshot, then counted on request.

Counting two years of answers in the database would take too long for a page.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import or_, select

from classroom.clock import local_day
from classroom.database import db
from classroom.learning.answer_counts import AnswerCounts, CountedAnswer
from classroom.learning.snapshots import class_generation, unpack
from classroom.models import Attempt, AttemptKind, ClassSession, ClassSnapshot, Game

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_KEPT = 40
"""Maximum number of classes whose counts are cached. Each takes as much memory as a few thousand answers."""
LATE = timedelta(seconds=10)
"""How long after the end of a session an answer may still arrive."""
_IN_PARTS = MappingProxyType({"yield_per": 1000})


class _Kept(NamedTuple):
    """Counts from a snapshot."""

    until: datetime
    counts: AnswerCounts


_lock = threading.Lock()
_kept: OrderedDict[str, _Kept] = OrderedDict()


def counts_of(*, class_id: str) -> AnswerCounts | None:
    """Return the counts of all answers of a class except practice; None if it has no snapshot."""
    with _lock:
        kept = _kept_of(class_id)
    if kept is None:
        return None
    counts = kept.counts.copy()
    add_answers(counts, class_id, since=kept.until)
    return counts


def add_answers(counts: AnswerCounts, class_id: str, *, since: datetime, until: datetime | None = None) -> None:
    """Count a class's answers from one time (inclusive) to another (exclusive)."""
    for one in _answers(class_id, since, until):
        counts.add(one)


def _kept_of(class_id: str) -> _Kept | None:
    """Return the counts of the latest snapshot, cached until there is a newer one."""
    is_its = ClassSnapshot.class_id == class_id, ClassSnapshot.generation == class_generation()
    until = db.session.execute(select(ClassSnapshot.until).where(*is_its)).scalar_one_or_none()
    kept = _kept.pop(class_id, None)
    if until is None:
        return None
    if kept is None or kept.until != until:
        found = db.session.execute(select(ClassSnapshot.until, ClassSnapshot.counts).where(*is_its)).one()
        kept = _Kept(found.until, unpack(AnswerCounts, found.counts))
    _kept[class_id] = kept
    if len(_kept) > _KEPT:
        _kept.popitem(last=False)
    return kept


def sessions_since(class_id: str, since: datetime) -> list[str]:
    """List a class's sessions, except practice, that may have answers since a time."""
    is_late = or_(ClassSession.ended_at.is_(None), ClassSession.ended_at >= since - LATE)
    query = select(ClassSession.id).where(ClassSession.class_id == class_id, ~ClassSession.is_practice, is_late)
    return list(db.session.execute(query).scalars())


def _answers(class_id: str, since: datetime, until: datetime | None) -> Iterator[CountedAnswer]:
    if not (sessions := sessions_since(class_id, since)):
        return
    query = (
        select(
            ClassSession.opened_at,
            Attempt.student_id,
            Attempt.equation,
            Attempt.answer,
            Attempt.skill,
            Attempt.given,
            Attempt.is_first.label("is_first"),
            Attempt.is_right,
            Attempt.seconds,
            Attempt.kind,
        )
        .join(Game, Game.id == Attempt.game_id)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .where(ClassSession.id.in_(sessions), Attempt.at >= since)
    )
    if until is not None:
        query = query.where(Attempt.at < until)
    day_of = cache(local_day)  # one session has hundreds of answers
    for opened_at, student, equation, answer, skill, given, is_first, is_right, seconds, kind in db.session.execute(
        query, execution_options=_IN_PARTS
    ):
        is_typed = kind == AttemptKind.SOLVE
        place = student, day_of(opened_at), equation, answer, skill, given
        yield CountedAnswer(*place, is_typed, is_first, is_right, seconds if is_typed else None)
