"""Write a game's log: games change only here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import insert
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import after_commit
from classroom.learning.deals import Prediction
from classroom.live.notifications import TableVersion
from classroom.models import Attempt, DealtFace, Game, GameEvent
from classroom.prepared_statements import PreparedWrite
from classroom.rng import rng
from classroom.services.learning.dealing import choose_faces, prediction_of
from classroom.services.notifications import notify
from classroom.services.play.attempts import NO_SKILLS, NewAttempt, NewEvent, attempt_of
from classroom.services.play.game_row import MovingGame, Seats, seats_of
from classroom.services.play.positions import SUBSTITUTE_FIELD, LogEntry, SubstituteReason, advance
from classroom.services.play.tables import table_of
from classroom.services.play.timing import begin_turn
from engine import Event, Move, Position, Solve, apply_event, step, unsolved

BOT_THINKS_SECONDS = (1.0, 3.0)
"""Minimum and maximum pause before a bot moves: long enough to see it think, and random."""

# Nothing reads these rows again, so ORM objects would cost more than the insert.
_INSERT_EVENT = PreparedWrite(lambda: insert(GameEvent).inline())
_INSERT_ATTEMPT = PreparedWrite(lambda: insert(Attempt).inline())
_INSERT_DEALT_FACE = PreparedWrite(lambda: insert(DealtFace).inline())

_MEASURE = "ms"
_FURTHER = {_MEASURE, SUBSTITUTE_FIELD}
"""Extra fields of an event, ignored by readers of records."""


class MoveDetails(NamedTuple):
    """What the log keeps about a move beside its events.

    ``student_id`` is who made it, ``milliseconds`` how long the answer took, if measured reliably, and ``substitute``
    why a bot moves for the student who holds the seat.
    """

    student_id: str | None = None
    idempotency_key: str | None = None
    milliseconds: int | None = None
    substitute: SubstituteReason | None = None


NO_DETAILS = MoveDetails()


def append_move(
    session: Session,
    game: MovingGame,
    position: Position,
    move: Move,
    details: MoveDetails = NO_DETAILS,
    *,
    seats: Seats | None = None,
) -> tuple[list[LogEntry], Position]:
    """Resolve a move and log its events, with the attempt, in the open transaction.

    Return the new log entries, the move's own first, and the position after them. This checks the rules of the game,
    but not *who* may move.

    :param seats: the current seats, if the caller has read them in this transaction.
    :raises engine.IllegalMoveError: if the rules don't allow it. Nothing is written.
    :raises sqlalchemy.exc.IntegrityError: if another writer was first.
    """
    events, after = step(position, move, rng)
    seats = seats_of(game) if seats is None else seats
    entries = _log_events(game, position, move, events, details)
    game.version += len(events)
    game.moved_at = clock.now()
    _note_outcome(game, after)
    is_students_solving = details.student_id is not None and isinstance(move, Solve)
    if not is_students_solving:  # while students solve cards, no bot has to think again or act
        schedule_bot(game, after, seats)
    if after.turn_number != position.turn_number or after.outcome is not None:
        begin_turn(game, after)
    after, faces = append_faces(game, after)
    entries += faces
    if isinstance(game, Game):
        session.flush()
    else:
        game.write()
    game_id = game.id
    after_commit(lambda: advance(game_id, entries, after))
    is_own = isinstance(move, Solve) and move.card in after.hands[move.seat]  # invisible to the others
    readers = [details.student_id] if is_own else seats.values()
    version = TableVersion(game.id, game.version, game.class_session.version)
    notify(game.class_session_id, filter(None, readers), version)
    return entries, after


def _log_events(
    game: MovingGame, position: Position, move: Move, events: Sequence[Event], details: MoveDetails
) -> list[LogEntry]:
    """Insert the events of a move after the current version, and the attempts that they are. Return the log entries.

    The first event is the move's own: it has the details. What else happens, such as a card drawn, follows from it.
    """
    board, now = position.setup.board, clock.now()
    predicted = _predicted(game, position, move, details.student_id)
    skills = NO_SKILLS if details.student_id is None else table_of(game).skills
    entries: list[LogEntry] = []
    attempts: list[NewAttempt] = []
    for index, event in enumerate(events):
        own = NO_DETAILS if index else details
        row = NewEvent(
            game_id=game.id,
            version=game.version + 1 + index,
            event=event.to_json(board) | _further(own),
            intent=None if index or event == move else move.to_json(board),
            student_id=own.student_id,
            idempotency_key=own.idempotency_key,
            at=now,
        )
        _INSERT_EVENT.run(row._asdict())
        entries.append(LogEntry(row.version, event, own.substitute))
        if (attempt := attempt_of(row, position, event, predicted=predicted, skills=skills)) is not None:
            attempts.append(attempt)
        position = apply_event(position, event) if index + 1 < len(events) else position
    for attempt in attempts:  # after all events: attempts reference them
        _INSERT_ATTEMPT.run(attempt._asdict())
    return entries


def append_faces(game: MovingGame, position: Position) -> tuple[Position, list[LogEntry]]:
    """Log which equations students see on the cards just drawn, in the open transaction.

    Return the position after them, and their log entries.
    """
    entries: list[LogEntry] = []
    if not position.fresh or not table_of(game).deals_faces:
        return position, entries
    # all of them first: don't wait for a row while holding the estimates
    for face, dealt in list(choose_faces(game.id, position)):
        game.version += 1
        dealt.version = game.version
        logged = face.to_json(position.setup.board)
        # the event first: the choice references it
        _INSERT_EVENT.run(NewEvent(game.id, game.version, logged, dealt.at)._asdict())
        _INSERT_DEALT_FACE.run(vars(dealt))
        entries.append(LogEntry(game.version, face))
        position = apply_event(position, face)
    return position, entries


def schedule_bot(game: MovingGame, position: Position, seats: Seats | None = None) -> None:
    """Set when a bot of the game acts next. A table of only bots pauses."""
    bots = bot_seats(game, seats)
    if position.outcome is not None or len(bots) == len(position.setup.seats):
        game.bot_due_at = None
    elif position.turn in bots or any(has_to_act(position, seat) for seat in bots):
        thinks = timedelta(seconds=rng.uniform(*BOT_THINKS_SECONDS))
        game.bot_due_at = clock.now() + thinks
    else:
        game.bot_due_at = None


def has_to_act(position: Position, seat: int) -> bool:
    """Return whether a seat has something to do out of turn: a card to draw or to solve."""
    return bool(position.owed[seat] or unsolved(position, position.hands[seat]))


def bot_seats(game: MovingGame, seats: Seats | None = None) -> set[int]:
    """Return the seats that bots hold now. In a whole-class game, teams hold them."""
    if game.class_session.is_whole_class:
        return set()
    held = seats_of(game) if seats is None else seats
    return {seat for seat, student_id in held.items() if student_id is None}


def notify_table(game: MovingGame) -> None:
    """Notify the pages of everyone at the table and of the teacher after the commit."""
    students = [student_id for student_id in seats_of(game).values() if student_id is not None]
    notify(game.class_session_id, students)


def _predicted(game: MovingGame, position: Position, move: Move, student_id: str | None) -> Prediction | None:
    """Return the prediction made when the equation of the moved card was chosen, if equations are chosen."""
    card = getattr(move, "card", None)
    if card is None or student_id is None or not position.deals_faces:
        return None
    return prediction_of(game_id=game.id, student_id=student_id, card=card)


def _note_outcome(game: MovingGame, position: Position) -> None:
    outcome = position.outcome
    if outcome is None:
        return
    game.over_at = clock.now()
    game.paused_at = None
    game.outcome_reason = outcome.reason.value
    game.winner = outcome.winner.value if outcome.winner else None


def event_json(row: GameEvent) -> dict[str, Any]:
    """Return the original move of a logged event."""
    return row.intent or {name: value for name, value in row.event.items() if name not in _FURTHER}


def _further(details: MoveDetails) -> dict[str, int | str]:
    values = {_MEASURE: details.milliseconds, SUBSTITUTE_FIELD: details.substitute and details.substitute.value}
    return {name: value for name, value in values.items() if value is not None}
