"""Attempts: which events are attempts, and rebuilding them from the logs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from classroom.database import db, transaction
from classroom.learning.deals import Prediction
from classroom.models import Attempt, AttemptKind, ClassSession, DealtFace, Game, GameEvent
from classroom.services.learning.dealing import prediction_from
from classroom.services.learning.knowledge import forget_knowledge
from classroom.services.play.positions import setup_from_json
from classroom.services.settings import TableSettings
from engine import (
    CardKind,
    Event,
    Exchange,
    Miss,
    Place,
    Position,
    Solve,
    SolveMode,
    apply_event,
    event_from_json,
    face_of,
    number_of,
    start,
    try_of,
)
from engine.equations import Selection, dealt_equation, describe
from engine.lines import chosen

_ANSWERS: Mapping[SolveMode, tuple[type[Place | Miss | Exchange | Solve], ...]] = {
    SolveMode.BOARD: (Place, Miss, Exchange),
    SolveMode.AHEAD: (Solve,),  # later cards were solved before they were played
}

NO_SKILLS: Final[Selection] = MappingProxyType({})


class NewEvent(NamedTuple):
    """A new log event: columns of `GameEvent`. An ORM object would cost more than the insert."""

    game_id: str
    version: int
    event: dict[str, Any]
    at: datetime
    intent: dict[str, Any] | None = None
    student_id: str | None = None
    idempotency_key: str | None = None


class NewAttempt(NamedTuple):
    """A new attempt: columns of `Attempt`, as `NewEvent`."""

    game_id: str
    version: int
    student_id: str
    kind: AttemptKind
    equation: str
    answer: str
    skill: str
    fact: str
    given: str | None
    try_number: int
    is_right: bool
    seconds: float | None
    goal: float | None
    expected: float | None
    policy: int | None
    open_labels: str | None
    at: datetime


def attempt_of(
    row: GameEvent | NewEvent,
    before: Position,
    event: Event,
    *,
    predicted: Prediction | None,
    skills: Selection = NO_SKILLS,
) -> NewAttempt | None:
    """Return the attempt that an event represents, if any: a student's answer to an equation.

    :param before: the position before the event.
    :param predicted: the prediction made when the equation was chosen; None if it is printed.
    :param skills: the skills of the deck, if it is a skills deck.
    """
    if row.student_id is None or not isinstance(event, _ANSWERS[before.setup.rules.solve]):
        return None
    if not before.setup.has_misses and not before.setup.solves_ahead:  # playing cards
        return None
    card = before.setup.cards_by_id[event.card]
    if card.kind is not CardKind.MATCH or card.label is None:
        return None
    kind, given, is_right = _answered(before, event, card.label)
    text = face_of(before, card.id, is_own=True)
    answer = int(card.label)
    equation = dealt_equation(text, answer, predicted.skill) if predicted else describe(text, answer, skills)
    return NewAttempt(
        game_id=row.game_id,
        version=row.version,
        student_id=row.student_id,
        kind=kind,
        equation=text,
        answer=card.label,
        skill=equation.skill,
        fact=equation.fact_key,
        given=given,
        try_number=try_of(before, event.seat, event.card),
        is_right=is_right,
        seconds=_seconds(row),
        goal=predicted and predicted.goal,
        expected=predicted and predicted.expected,
        policy=predicted and predicted.policy,
        open_labels=None if is_right or kind is not AttemptKind.PLACE else _open_labels(before, card.label),
        at=row.at,
    )


def _open_labels(before: Position, right: str) -> str:
    return " ".join(label for label in chosen(before.setup.board.labels, before.open) if label != right)


def _answered(
    before: Position, event: Place | Miss | Exchange | Solve, label: str
) -> tuple[AttemptKind, str | None, bool]:
    """Return how an equation was answered, the answer, and whether it was correct."""
    if isinstance(event, Solve):
        return AttemptKind.SOLVE, str(event.answer), number_of(label) == event.answer
    if isinstance(event, Exchange) or event.space is None:
        return AttemptKind.DEAD, None, isinstance(event, Exchange)
    return AttemptKind.PLACE, before.setup.board.labels[event.space], isinstance(event, Place)


def _seconds(row: GameEvent | NewEvent) -> float | None:
    """Return how long the answer took, if the page measured it reliably: an extra field of the event."""
    milliseconds = row.event.get("ms")
    return None if milliseconds is None else milliseconds / 1000


def rebuild_attempts() -> int:
    """Rebuild all attempts from the logs in one transaction; return their number."""
    count = 0
    with transaction() as session:
        session.execute(delete(Attempt))
        for game_id in session.execute(select(Game.id)).scalars().all():
            count += _rebuild_game(session, game_id)
    forget_knowledge()
    return count


def _rebuild_game(session: Session, game_id: str) -> int:
    kept_setup, settings = session.execute(
        select(Game.setup, ClassSession.settings).join(Game.class_session).where(Game.id == game_id)
    ).one()
    setup, skills = setup_from_json(kept_setup), TableSettings.from_json(settings).skills_of_deck
    position = start(setup)
    logged = select(GameEvent).where(GameEvent.game_id == game_id).order_by(GameEvent.version)
    rows = session.execute(logged).scalars().all()
    dealt = {
        one.version: one for one in session.execute(select(DealtFace).where(DealtFace.game_id == game_id)).scalars()
    }
    predictions: dict[tuple[int | None, str | None], Prediction] = {}
    attempts = []
    for row in rows:
        event = event_from_json(row.event, setup.board)
        predicted = predictions.get((getattr(event, "card", None), row.student_id))
        attempt = attempt_of(row, position, event, predicted=predicted, skills=skills)
        if attempt is not None:
            attempts.append(Attempt(**attempt._asdict()))
        if row.version in dealt:
            choice = dealt[row.version]
            predictions[choice.card, choice.student_id] = prediction_from(choice.goal, choice.choice)
        position = apply_event(position, event)
    session.add_all(attempts)
    session.flush()
    for read in (*rows, *attempts, *dealt.values()):  # a school's year of games would exceed the memory
        session.expunge(read)
    return len(attempts)


def attempts_of_game(*, game_id: str, student_id: str) -> list[Attempt]:
    """Return a student's answers in one game, in order."""
    return list(
        db.session.execute(
            select(Attempt)
            .where(Attempt.game_id == game_id, Attempt.student_id == student_id)
            .order_by(Attempt.version)
        ).scalars()
    )
