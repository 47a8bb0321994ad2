"""The evidence of each class, folded in this process and caught up from the database before it is used.

Like the estimates of what students know (`knowledge.py`) nothing of it is stored. First answers in games and on exit
tickets count; practice alone with a bot does not.
"""

from __future__ import annotations

import heapq
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from operator import itemgetter
from statistics import median
from typing import Any, TypeVarTuple

from sqlalchemy import Select, select, tuple_

from classroom.clock import local_day
from classroom.database import db
from classroom.learning.drops import Drop, DropWatch
from classroom.learning.findings import Finding, findings
from classroom.learning.items import OddItem, can_be_judged, odd_items
from classroom.learning.knowledge import start_level
from classroom.learning.ledger import Channel, Ledger, Observation
from classroom.learning.patterns import ErrorLedger, PossiblePattern
from classroom.learning.readiness import Readiness, Ready
from classroom.models import Attempt, AttemptKind, ClassSession, ExitTicket, Game, Student, TicketAnswer
from engine.cards import number_of
from engine.equations import ALL_STEPS, Equation, describe

Columns = TypeVarTuple("Columns")

_KEPT = 40
"""Classes whose ledgers stay in memory: about 50 kB each."""
_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_CHANNELS = {
    AttemptKind.PLACE: Channel.BOARD,
    AttemptKind.DEAD: Channel.BOARD,
    AttemptKind.SOLVE: Channel.NUMBER,
}


@dataclass(slots=True)
class _Fold:
    """A ledger, and the last answers that are in it."""

    ledger: Ledger
    errors: ErrorLedger = field(default_factory=ErrorLedger)
    readiness: Readiness = field(default_factory=Readiness)
    watch: DropWatch = field(default_factory=DropWatch)
    attempt: tuple[datetime, str, int] = (_EARLIEST, "", 0)
    ticket: tuple[datetime, str, str, int] = (_EARLIEST, "", "", 0)
    answers: int = 0


@dataclass(frozen=True, slots=True)
class ClassEvidence:
    """What stands out in a class."""

    answers: int
    """All first answers that were weighed."""
    findings: tuple[Finding, ...]
    patterns: Mapping[str, tuple[PossiblePattern, ...]] = field(default_factory=dict)
    """Habits that students seem to have, by student."""
    ready: tuple[Ready, ...] = ()
    """Students for whom the cards of the class have become easy."""
    drops: tuple[Drop, ...] = ()
    """Students who get fewer correct than before, where the app chooses their equations."""


_lock = threading.Lock()
_folds: OrderedDict[str, _Fold] = OrderedDict()


def evidence_of(*, class_id: str, day: date) -> ClassEvidence:
    """Return what stands out in a class on a day, all answers so far weighed."""
    with _lock:
        fold = _caught_up(class_id)
        return ClassEvidence(
            fold.answers,
            findings(fold.ledger, day),
            fold.errors.patterns(day),
            fold.readiness.students(),
            fold.watch.drops(),
        )


def odd_items_of(*, class_id: str) -> tuple[tuple[OddItem, ...], int]:
    """Return the equations that are harder or easier for a class than expected, and how many could be judged."""
    with _lock:
        items = [one for one in _caught_up(class_id).ledger.items.values() if can_be_judged(one)]
    return odd_items(items), len(items)


def _caught_up(class_id: str) -> _Fold:
    fold = _folds.pop(class_id, None) or _Fold(Ledger(_start(class_id)))
    _catch_up(fold, class_id)
    _folds[class_id] = fold
    if len(_folds) > _KEPT:
        _folds.popitem(last=False)
    return fold


def forget_evidence() -> None:
    """Empty the memory, as a restart does. Needed when answers or students are deleted, or levels change."""
    with _lock:
        _folds.clear()


def _start(class_id: str) -> float:
    levels = db.session.execute(
        select(Student.level).where(Student.class_id == class_id, Student.archived_at.is_(None))
    ).scalars()
    return median([start_level(level) for level in levels] or [start_level(None)])


def _catch_up(fold: _Fold, class_id: str) -> None:
    for _, seen in heapq.merge(_attempts(fold, class_id), _ticket_answers(fold, class_id), key=itemgetter(0)):
        fold.ledger.observe(seen)
        fold.errors.observe(seen)
        fold.readiness.observe(seen)
        fold.watch.observe(seen)
        fold.answers += 1


def _attempts(fold: _Fold, class_id: str) -> Iterable[tuple[datetime, Observation]]:
    place = Attempt.at, Attempt.game_id, Attempt.version
    query = (
        _of_class(
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
                ClassSession.id.label("session"),
            )
            .join(Game, Game.id == Attempt.game_id)
            .join(ClassSession, ClassSession.id == Game.class_session_id),
            class_id,
        )
        .where(Attempt.is_first, tuple_(*place) > fold.attempt)
        .order_by(*place)
    )
    for row in db.session.execute(query).all():
        fold.attempt = row.at, row.game_id, row.version
        yield row.at, _observation(row, _CHANNELS[AttemptKind(row.kind)], row.expected, row.skill, row.open_labels)


def _ticket_answers(fold: _Fold, class_id: str) -> Iterable[tuple[datetime, Observation]]:
    place = TicketAnswer.at, TicketAnswer.ticket_id, TicketAnswer.student_id, TicketAnswer.number
    query = (
        _of_class(
            select(
                *place,
                TicketAnswer.equation,
                TicketAnswer.answer,
                TicketAnswer.is_right,
                TicketAnswer.given,
                ClassSession.id.label("session"),
            )
            .join(ExitTicket, ExitTicket.id == TicketAnswer.ticket_id)
            .join(ClassSession, ClassSession.id == ExitTicket.class_session_id),
            class_id,
        )
        .where(tuple_(*place) > fold.ticket)
        .order_by(*place)
    )
    for row in db.session.execute(query).all():
        fold.ticket = row.at, row.ticket_id, row.student_id, row.number
        yield row.at, _observation(row, Channel.TICKET, None)


def _of_class(query: Select[*Columns], class_id: str) -> Select[*Columns]:
    return query.where(ClassSession.class_id == class_id, ~ClassSession.is_practice)


def _observation(
    row: Any,  # noqa: ANN401  of either query
    channel: Channel,
    expected: float | None,
    skill: str = "",
    open_labels: str | None = None,
) -> Observation:
    return Observation(
        student=row.student_id,
        equation=_equation(row.equation, row.answer, skill),
        is_right=row.is_right,
        day=local_day(row.at),
        channel=channel,
        expected=expected,
        session=row.session,
        given=None if row.given is None else number_of(row.given),
        open_labels=tuple(_numbers(open_labels)) if open_labels else (),
    )


@lru_cache(maxsize=8192)
def _equation(text: str, answer: str, skill: str) -> Equation:
    return describe(text, int(answer), {skill: ALL_STEPS})


def _numbers(labels: str) -> Iterator[int]:
    for label in labels.split():
        if (number := _number(label)) is not None:
            yield number


_number = lru_cache(maxsize=2048)(number_of)
