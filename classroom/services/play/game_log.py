"""Writing to a game's log: the one place where a game changes."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from classroom import clock
from classroom.chance import chance
from classroom.database import after_commit
from classroom.models import Game, GameEvent
from classroom.services.learning.dealing import choose_faces, goal_of
from classroom.services.play.attempts import attempt_of
from classroom.services.play.positions import keep_position
from classroom.services.play.turn_clock import begin_turn
from classroom.services.pokes import poke
from engine import Solve, apply_event, step, unsolved

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from engine import Event, Move, Position

BOT_THINKS_SECONDS = (1.2, 2.4)

_MEASURE = "ms"
_STAND_IN = "stand_in"
_FURTHER = {_MEASURE, _STAND_IN}
"""Further fields of an event, which readers of a record leave alone."""


class StandIn(StrEnum):
    """Why a bot played for the student who holds the seat."""

    ASKED = "asked"
    """The teacher wanted it."""
    TIME = "time"
    """The time of the turn was up."""


def append_move(
    session: Session,
    game: Game,
    position: Position,
    move: Move,
    *,
    student_id: str | None = None,
    client_key: str | None = None,
    milliseconds: int | None = None,
    stand_in: StandIn | None = None,
) -> tuple[tuple[Event, ...], Position]:
    """Judge a move and log what comes of it, with its attempt, in the transaction under way.

    Nothing is decided here about *who* may move; the rules are.

    :param milliseconds: how long the answer took, if that was measured cleanly.
    :param stand_in: why a bot moves in a seat that a student holds.
    :raises engine.IllegalMoveError: if the rules forbid it. Nothing is written then.
    :raises sqlalchemy.exc.IntegrityError: on flush, if another writer was first.
    """
    events, after = step(position, move, chance)
    now = clock.now()
    before = position
    goal = _goal(session, game, position, move, student_id)
    for index, event in enumerate(events):
        is_first = index == 0
        row = GameEvent(
            game_id=game.id,
            version=game.version + 1 + index,
            event=event.to_json(before.setup.board) | (_further(milliseconds, stand_in) if is_first else {}),
            intent=move.to_json(before.setup.board) if is_first and event != move else None,
            student_id=student_id if is_first else None,
            client_key=client_key if is_first else None,
            at=now,
        )
        session.add(row)
        attempt = attempt_of(row, before, event, goal=goal)
        if attempt is not None:
            session.flush()  # the event first: the attempt refers to it
            session.add(attempt)
        before = apply_event(before, event) if index + 1 < len(events) else before
    game.version += len(events)
    game.moved_at = now
    _note_outcome(game, after)
    is_students_solving = student_id is not None and isinstance(move, Solve)
    if not is_students_solving:  # while students solve, a bot neither thinks anew nor gets anything to do
        schedule_bot(game, after)
    if after.turn_number != position.turn_number or after.outcome is not None:
        begin_turn(game, after)
    session.flush()
    after = append_faces(session, game, after)
    version = game.version
    game_id = game.id
    after_commit(lambda: keep_position(game_id, version, after))
    if isinstance(move, Solve) and move.card in after.hands[move.seat]:  # the others see nothing of it
        poke(game.class_session_id, [student_id] if student_id else [])
    else:
        poke_table(game)
    return events, after


def append_faces(session: Session, game: Game, position: Position) -> Position:
    """Log which equations students see on the cards just drawn, in the transaction under way; gives the position."""
    chosen = list(choose_faces(session, game, position))  # all first: nobody waits for a row and keeps what is known
    for face, dealt in chosen:
        game.version += 1
        dealt.version = game.version
        logged = face.to_json(position.setup.board)
        session.add(GameEvent(game_id=game.id, version=game.version, event=logged, at=dealt.at))
        session.flush()  # the event first: the choice refers to it
        session.add(dealt)
        position = apply_event(position, face)
    session.flush()
    return position


def schedule_bot(game: Game, position: Position) -> None:
    """Note when a bot of the game is to act next. A table with bots only rests."""
    bots = bot_seats(game)
    if position.outcome is not None or len(bots) == len(position.setup.seats):
        game.bot_due_at = None
    elif position.turn in bots or any(has_to_act(position, seat) for seat in bots):
        thinks = timedelta(seconds=chance.uniform(*BOT_THINKS_SECONDS))
        game.bot_due_at = clock.now() + thinks
    else:
        game.bot_due_at = None


def has_to_act(position: Position, seat: int) -> bool:
    """Whether a seat has something to do out of turn: a card to take or to solve."""
    return bool(position.owed[seat] or unsolved(position, position.hands[seat]))


def seats_of(game: Game) -> dict[int, str | None]:
    """Who sits where now: seat to student id, None for a bot."""
    return {player.seat: player.student_id for player in game.players if player.left_at_version is None}


def bot_seats(game: Game) -> set[int]:
    """The seats that bots hold now. Where the whole class plays together, teams hold them."""
    if game.class_session.is_whole_class:
        return set()
    return {seat for seat, student_id in seats_of(game).items() if student_id is None}


def poke_table(game: Game) -> None:
    """Once committed, poke the screens of everyone at the table and of the teacher."""
    students = [student_id for student_id in seats_of(game).values() if student_id is not None]
    poke(game.class_session_id, students)


def _goal(session: Session, game: Game, position: Position, move: Move, student_id: str | None) -> float | None:
    """What the equation of the card moved was chosen for, where equations are chosen at all."""
    card = getattr(move, "card", None)
    if card is None or student_id is None or not position.deals_faces:
        return None
    return goal_of(session, game_id=game.id, student_id=student_id, card=card)


def _note_outcome(game: Game, position: Position) -> None:
    outcome = position.outcome
    if outcome is None:
        return
    game.over_at = clock.now()
    game.paused_at = None
    game.outcome_reason = outcome.reason.value
    game.winner = outcome.winner.value if outcome.winner else None


def event_json(row: GameEvent) -> dict[str, Any]:
    """The move that was asked for when this event was logged."""
    return row.intent or {name: value for name, value in row.event.items() if name not in _FURTHER}


def stand_in_of(row: GameEvent) -> StandIn | None:
    """Why a bot made this move in a student's seat; None: no bot did."""
    why = row.event.get(_STAND_IN)
    return None if why is None else StandIn(why)


def _further(milliseconds: int | None, stand_in: StandIn | None) -> dict[str, int | str]:
    values = {_MEASURE: milliseconds, _STAND_IN: stand_in and stand_in.value}
    return {name: value for name, value in values.items() if value is not None}
