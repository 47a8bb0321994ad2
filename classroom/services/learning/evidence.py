"""Evidence from a class's answers, cached in memory and updated from the database before use.

First answers in games and on exit tickets count; practice does not. The background thread stores a snapshot of each
class that has played, so a page folds only later answers. Answers enter a snapshot a minute after their commit, so none
arrives late or is rolled back.
"""

from __future__ import annotations

import heapq
import threading
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from operator import itemgetter
from statistics import median
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, func, select, tuple_
from sqlalchemy.orm import aliased

from classroom import clock
from classroom.clock import local_day
from classroom.database import db, end_read, transaction
from classroom.learning.answer_counts import AnswerCounts
from classroom.learning.class_evidence import ClassLedgers
from classroom.learning.drops import Drop
from classroom.learning.findings import Finding, findings
from classroom.learning.items import OddItem, can_be_judged, odd_items
from classroom.learning.knowledge import start_level
from classroom.learning.ledger import Channel, Ledger, Observation
from classroom.learning.patterns import PossiblePattern
from classroom.learning.readiness import Ready
from classroom.learning.snapshots import class_generation, pack, unpack
from classroom.models import (
    Attempt,
    AttemptKind,
    ClassSession,
    ClassSnapshot,
    ExitTicket,
    Game,
    SchoolClass,
    Student,
    TicketAnswer,
)
from classroom.services.learning.answer_counts import EARLIEST, LATE, add_answers, sessions_since
from classroom.services.locks import CLASS_SNAPSHOTS, in_turn
from engine.cards import number_of
from engine.equations import dealt_equation

_KEPT = 40
"""Maximum number of cached classes, at about 50 kB each."""
_SETTLED = timedelta(minutes=1)
"""Minimum age of answers in a snapshot: later ones may still be rolled back, or arrive late from another process."""
_MANY = 400
"""New answers that trigger a snapshot during a session."""
MOST_AT_ONCE = 6_000
"""Answers that a page folds itself, in about half a second. After a change of the algorithm, a class may have years of
answers; then the background thread folds them within a minute."""
_IN_PARTS = MappingProxyType({"yield_per": 1000})
_OPEN = aliased(ClassSession)
_CHANNELS = {
    AttemptKind.PLACE: Channel.BOARD,
    AttemptKind.DEAD: Channel.BOARD,
    AttemptKind.SOLVE: Channel.NUMBER,
}


@dataclass(slots=True)
class _Fold:
    """A class's evidence, and the last answers included."""

    ledgers: ClassLedgers
    since: datetime = EARLIEST
    """Sessions that ended before this have no missing answers."""
    attempt: tuple[datetime, str, int] = (EARLIEST, "", 0)
    ticket: tuple[datetime, str, str, int] = (EARLIEST, "", "", 0)


@dataclass(frozen=True, slots=True)
class ClassEvidence:
    """What is notable in a class."""

    answers: int
    """The number of first answers considered."""
    findings: tuple[Finding, ...]
    patterns: Mapping[str, tuple[PossiblePattern, ...]] = field(default_factory=dict)
    """Likely error patterns, by student."""
    ready: tuple[Ready, ...] = ()
    """Students for whom the class's cards have become easy."""
    drops: tuple[Drop, ...] = ()
    """Students with a lower success rate than before, although the app chooses their equations."""
    is_being_counted: bool = False
    """Whether the background thread still has to fold the answers, so nothing is known yet."""


_lock = threading.Lock()
_folds: OrderedDict[str, _Fold] = OrderedDict()


def evidence_of(*, class_id: str, day: date, students: Collection[str] | None = None) -> ClassEvidence:
    """Return what is notable in a class on a day.

    :param students: IDs of those whom findings may name; None: all who are in the class now
    """
    if _is_long(class_id):
        return ClassEvidence(0, (), is_being_counted=True)
    if students is None:
        here = select(Student.id).where(Student.class_id == class_id, Student.archived_at.is_(None))
        students = set(db.session.execute(here).scalars())
    with _lock:
        of_class = _caught_up(class_id).ledgers
        return ClassEvidence(
            of_class.answers,
            findings(of_class.ledger, day, students=students),
            of_class.errors.patterns(day),
            of_class.readiness.students(),
            of_class.watch.drops(),
        )


@dataclass(frozen=True, slots=True)
class ClassItems:
    """Equations that are harder or easier for a class than expected."""

    odd: tuple[OddItem, ...]
    judged: int
    """The number of equations with enough data."""
    is_being_counted: bool = False


def odd_items_of(*, class_id: str) -> ClassItems:
    """Return the equations that are harder or easier for a class than expected."""
    if _is_long(class_id):
        return ClassItems((), 0, is_being_counted=True)
    with _lock:
        items = [one for one in _caught_up(class_id).ledgers.ledger.items.values() if can_be_judged(one)]
    return ClassItems(odd_items(items), len(items))


def _is_long(class_id: str) -> bool:
    """Return whether folding a class's answers would take too long for a page: there is no snapshot yet."""
    if class_id in _folds:
        return False
    kept = select(func.count()).where(*_is_of(class_id))
    if db.session.execute(kept).scalar_one():
        return False
    answers = (
        select(Attempt.game_id)
        .join(Game, Game.id == Attempt.game_id)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .where(ClassSession.class_id == class_id, ~ClassSession.is_practice, Attempt.is_first)
        .limit(MOST_AT_ONCE + 1)
    )
    return db.session.execute(select(func.count()).select_from(answers.subquery())).scalar_one() > MOST_AT_ONCE


def _caught_up(class_id: str) -> _Fold:
    folds = _folds
    fold = folds.pop(class_id, None) or _load(class_id)
    _catch_up(fold, class_id)
    folds[class_id] = fold
    if len(folds) > _KEPT:
        folds.popitem(last=False)
    return fold


def _load(class_id: str) -> _Fold:
    """Start from the snapshot of a class, if it was made by the same algorithm and equation bank."""
    kept = select(ClassSnapshot.until, ClassSnapshot.state).where(*_is_of(class_id))
    if (found := db.session.execute(kept).one_or_none()) is None:
        return _Fold(ClassLedgers(Ledger(_start(class_id))))
    until = found.until
    return _Fold(unpack(ClassLedgers, found.state), until, (until, "", 0), (until, "", "", 0))


def _counted(class_id: str, until: datetime) -> AnswerCounts:
    """Count a class's answers before a time, starting from its snapshot."""
    kept = select(ClassSnapshot.until, ClassSnapshot.counts).where(*_is_of(class_id))
    found = db.session.execute(kept).one_or_none()
    counts = AnswerCounts() if found is None else unpack(AnswerCounts, found.counts)
    add_answers(counts, class_id, since=EARLIEST if found is None else found.until, until=until)
    return counts


def _is_of(class_id: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return ClassSnapshot.class_id == class_id, ClassSnapshot.generation == class_generation()


def save_evidence() -> int:
    """Store a snapshot of each class that has played since its last one; return their number.

    Rare during a session: a page folds a few hundred answers quickly.
    """
    until = clock.now() - _SETTLED
    classes = _classes_to_save()
    new = _new_answers(until) if any(is_playing for _, is_playing in classes) else Counter()
    chosen = [class_id for class_id, is_playing in classes if not is_playing or new[class_id] >= _MANY]
    for class_id in chosen:
        fold = _load(class_id)
        _catch_up(fold, class_id, until=until)
        counts = _counted(class_id, until)
        end_read()
        fold.ledgers.errors.forget_before(local_day(until))
        states = {"state": pack(fold.ledgers), "counts": pack(counts)}
        _store(class_id, until, {*fold.ledgers.ledger.students, *counts.students}, states)
        end_read()
    return len(chosen)


def _classes_to_save() -> list[tuple[str, bool]]:
    """List classes with sessions that may have answers missing in their snapshot, and whether a session is open."""
    is_open = ClassSession.ended_at.is_(None)
    is_kept = (ClassSnapshot.class_id == ClassSession.class_id) & (ClassSnapshot.generation == class_generation())
    query = (
        select(
            ClassSession.class_id,
            func.max(ClassSession.ended_at).label("ended"),
            func.count().filter(is_open).label("going_on"),
            ClassSnapshot.until,
        )
        .outerjoin(ClassSnapshot, is_kept)
        .where(~ClassSession.is_practice)
        .group_by(ClassSession.class_id, ClassSnapshot.until)
    )
    rows: list[Any] = list(db.session.execute(query))
    end_read()
    # In Python, because databases differ in subtracting seconds from times.
    return [
        (row.class_id, row.going_on > 0)
        for row in rows
        if row.going_on or row.until is None or (row.ended is not None and row.ended >= row.until - LATE)
    ]


def _new_answers(until: datetime) -> Counter[str]:
    """Count the first answers before a time that are missing in the snapshots of classes with an open session.

    One query for all classes: folding them to find out takes a second for a hundred classes, every minute.
    """
    is_playing = exists().where(_OPEN.class_id == ClassSession.class_id, _OPEN.ended_at.is_(None), ~_OPEN.is_practice)
    is_kept = (ClassSnapshot.class_id == ClassSession.class_id) & (ClassSnapshot.generation == class_generation())
    since = ClassSnapshot.until
    is_late = ClassSession.ended_at.is_(None) | since.is_(None) | (ClassSession.ended_at >= since)
    sessions = (
        select(ClassSession.class_id, func.count().label("answers"))
        .outerjoin(ClassSnapshot, is_kept)
        .where(is_playing, ~ClassSession.is_practice, is_late)
        .group_by(ClassSession.class_id)
    )
    attempts = (
        sessions.join(Game, Game.class_session_id == ClassSession.id)
        .join(Attempt, Attempt.game_id == Game.id)
        .where(Attempt.is_first, Attempt.at < until, since.is_(None) | (Attempt.at >= since))
    )
    answers = (
        sessions.join(ExitTicket, ExitTicket.class_session_id == ClassSession.id)
        .join(TicketAnswer, TicketAnswer.ticket_id == ExitTicket.id)
        .where(TicketAnswer.at < until, since.is_(None) | (TicketAnswer.at >= since))
    )
    found = Counter[str]()
    for query in (attempts, answers):
        found.update({row.class_id: row.answers for row in db.session.execute(query)})
    end_read()
    return found


def _store(class_id: str, until: datetime, students: Collection[str], states: Mapping[str, bytes]) -> None:
    """Store a class's snapshot.

    :param states: the columns that hold it
    """
    with transaction() as session:
        in_turn(session, CLASS_SNAPSHOTS)
        living = select(func.count()).select_from(Student).where(Student.id.in_(students))
        if session.get(SchoolClass, class_id) is None or session.execute(living).scalar_one() < len(students):
            return  # deleted in the meantime; the next fold excludes them
        session.execute(delete(ClassSnapshot).where(ClassSnapshot.class_id == class_id))
        session.add(ClassSnapshot(class_id=class_id, generation=class_generation(), until=until, **states))


def forget_evidence() -> None:
    """Clear the cache, like a restart. Required after deleting answers or students, or changing levels.

    It never waits: a report in progress continues with the cache that it started with.
    """
    global _folds  # noqa: PLW0603  one cache for the process
    _folds = OrderedDict()


def _start(class_id: str) -> float:
    levels = db.session.execute(
        select(Student.level).where(Student.class_id == class_id, Student.archived_at.is_(None))
    ).scalars()
    return median([start_level(level) for level in levels] or [start_level(None)])


def _catch_up(fold: _Fold, class_id: str, *, until: datetime | None = None) -> None:
    """Fold the missing answers.

    :param until: only answers before this time; None for all.
    """
    sessions = sessions_since(class_id, fold.since)
    if not sessions:
        return
    answers = heapq.merge(_attempts(fold, sessions), _ticket_answers(fold, sessions), key=itemgetter(0))
    for at, seen in answers:
        if until is not None and at >= until:
            return
        fold.ledgers.observe(seen)
        fold.since = at


def _attempts(fold: _Fold, sessions: list[str]) -> Iterable[tuple[datetime, Observation]]:
    place = Attempt.at, Attempt.game_id, Attempt.version
    query = (
        select(
            *place,
            Attempt.student_id,
            Attempt.kind,
            Attempt.equation,
            Attempt.answer,
            Attempt.is_right,
            Attempt.expected,
            Attempt.skill,
            Attempt.given,
            Attempt.open_labels,
            Game.class_session_id.label("session"),
        )
        .join(Game, Game.id == Attempt.game_id)
        .where(Game.class_session_id.in_(sessions), Attempt.is_first, tuple_(*place) > fold.attempt)
        .order_by(*place)
    )
    for row in db.session.execute(query, execution_options=_IN_PARTS):
        fold.attempt = row.at, row.game_id, row.version
        yield row.at, _observation(row, _CHANNELS[AttemptKind(row.kind)], row.expected, row.skill, row.open_labels)


def _ticket_answers(fold: _Fold, sessions: list[str]) -> Iterable[tuple[datetime, Observation]]:
    place = TicketAnswer.at, TicketAnswer.ticket_id, TicketAnswer.student_id, TicketAnswer.number
    query = (
        select(
            *place,
            TicketAnswer.equation,
            TicketAnswer.answer,
            TicketAnswer.skill,
            TicketAnswer.is_right,
            TicketAnswer.given,
            ExitTicket.class_session_id.label("session"),
        )
        .join(ExitTicket, ExitTicket.id == TicketAnswer.ticket_id)
        .where(ExitTicket.class_session_id.in_(sessions), tuple_(*place) > fold.ticket)
        .order_by(*place)
    )
    for row in db.session.execute(query, execution_options=_IN_PARTS):
        fold.ticket = row.at, row.ticket_id, row.student_id, row.number
        yield row.at, _observation(row, Channel.TICKET, None, row.skill or "")


def _observation(
    row: Any,  # noqa: ANN401  of either query
    channel: Channel,
    expected: float | None,
    skill: str = "",
    open_labels: str | None = None,
) -> Observation:
    return Observation(
        student=row.student_id,
        equation=dealt_equation(row.equation, int(row.answer), skill),
        is_right=row.is_right,
        day=local_day(row.at),
        channel=channel,
        expected=expected,
        session=row.session,
        given=None if row.given is None else number_of(row.given),
        open_labels=tuple(_numbers(open_labels)) if open_labels else (),
    )


def _numbers(labels: str) -> Iterator[int]:
    for label in labels.split():
        if (number := _number(label)) is not None:
            yield number


_number = lru_cache(maxsize=2048)(number_of)
