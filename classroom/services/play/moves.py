"""A student's move: the most important transaction of the app."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from classroom.database import db, transaction
from classroom.models import GameEvent, Player, SessionState
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play.game_log import MoveDetails, append_move, event_json
from classroom.services.play.game_row import GameRow, MovingGame, Seats, game_to_move, seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.timing import credible
from engine import Draw, Event, Exchange, Forfeit, Move, Pass, Place, Remove, Solve, event_from_json

SeatMove = Place | Remove | Exchange | Pass | Draw | Forfeit | Solve

_ROUNDS = 3
"""Maximum attempts when a concurrent writer commits first."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that counts: its event and version."""

    version: int
    event: Event
    after: GameRow | None = field(default=None, compare=False)
    """The game after it; None for a repeated request, as others may have moved since."""


def play_move(
    *,
    game_id: str,
    student_id: str | None,
    move: SeatMove,
    version: int,
    idempotency_key: str,
    milliseconds: int | None = None,
) -> Played:
    """Play a move, once.

    The same ``idempotency_key`` always returns the first result. The move's seat must be the student's own: build it
    with `game_row.seat_of`.

    :param student_id: who moves; None for a team of a whole-class game.
    :param version: the game's version that the mover's page showed.
    :param milliseconds: how long an answer given ahead took, by the page's clock; stored if plausible.
    :raises ServiceError: NOT_SEATED, STALE, IDEMPOTENCY_KEY_REUSED, or a code for a session that is paused, over, or
        not started.
    :raises engine.IllegalMoveError: if the rules don't allow the move.
    """
    for round_ in range(_ROUNDS):
        with suppress(IntegrityError), transaction() as session:  # the log's unique keys decide between two writers
            game = game_to_move(game_id)
            # From a current page, the key is usually new. If not, the log rejects it, and the next round finds the
            # first result.
            if round_ or student_id is None or version != game.version:
                earlier = _played_before(session, game, student_id, idempotency_key, move)
                if earlier is not None:
                    return earlier
            seats = seats_of(game)
            if not _may_play(game, seats, student_id, move.seat):
                was_moved = _had_seat(session, game, student_id, move.seat)
                raise ServiceError(PlayErrorCode.STALE if was_moved else PlayErrorCode.NOT_SEATED)
            if (earlier := _answered_since(session, game, version, move)) is not None:
                return earlier
            if _is_stale(session, game, version, move):
                raise ServiceError(PlayErrorCode.STALE)
            check_can_move(game)
            position = position_of(game)
            clean = None
            if isinstance(move, Solve) and student_id is not None:
                clean = credible(session, game, position, move, milliseconds, student_id=student_id)
            details = MoveDetails(student_id, idempotency_key, milliseconds=clean)
            entries, _ = append_move(session, game, position, move, details, seats=seats)
            return Played(entries[0].version, entries[0].event, after=game)
    raise ServiceError(PlayErrorCode.STALE)


def was_played(*, game_id: str, student_id: str, idempotency_key: str) -> bool:
    """Return whether a student's move with this key counts in a game, which may be over."""
    return db.session.execute(_with_key(game_id, student_id, idempotency_key)).first() is not None


def _may_play(game: MovingGame, seats: Seats, student_id: str | None, seat: int) -> bool:
    if student_id is None:
        return game.class_session.is_whole_class
    return seats.get(seat) == student_id


def _had_seat(session: Session, game: MovingGame, student_id: str | None, seat: int) -> bool:
    """Return whether a student had a seat before: a teacher gave it away while the move was on its way."""
    held = select(Player.id).where(Player.game_id == game.id, Player.seat == seat, Player.student_id == student_id)
    return student_id is not None and session.execute(held.limit(1)).first() is not None


def _is_stale(session: Session, game: MovingGame, version: int, move: SeatMove) -> bool:
    """Return whether a page was too old for this move.

    Solving a card and others' moves don't make each other stale; two answers to one try do (`_answered_since`).
    """
    if not 0 <= version < game.version:
        return version != game.version
    if isinstance(move, Solve):
        return False
    since = select(GameEvent.event).where(GameEvent.game_id == game.id, GameEvent.version > version)
    return any(event["do"] != Solve.do for event in session.execute(since).scalars())


def _answered_since(session: Session, game: MovingGame, version: int, move: SeatMove) -> Played | None:
    """Return the same answer from another page that also showed this try of the card, if there is one.

    :raises ServiceError: STALE if another page gave a different answer: this one was not meant as the next try.
    """
    if not isinstance(move, Solve) or not 0 <= version < game.version:
        return None
    logged = select(GameEvent).where(GameEvent.game_id == game.id, GameEvent.version > version)
    for row in session.execute(logged).scalars():
        if row.event["do"] == Solve.do and row.event["card"] == move.card:
            return _first_result(row, game, move, PlayErrorCode.STALE)
    return None


def check_can_move(game: MovingGame) -> None:
    """Reject moves at a paused table, or while the session is not running.

    :raises ServiceError: TABLE_PAUSED, SESSION_PAUSED, SESSION_ENDED or SESSION_NOT_RUNNING.
    """
    check_running(game.class_session.state)
    if game.paused_at is not None:
        raise ServiceError(PlayErrorCode.TABLE_PAUSED)


def check_running(state: SessionState) -> None:
    """Reject moves while a session is not running.

    :raises ServiceError: SESSION_PAUSED, SESSION_ENDED or SESSION_NOT_RUNNING.
    """
    if state == SessionState.PAUSED:
        raise ServiceError(SessionErrorCode.SESSION_PAUSED)
    if state == SessionState.ENDED:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    if state != SessionState.PLAYING:
        raise ServiceError(SessionErrorCode.SESSION_NOT_RUNNING)


def _played_before(
    session: Session, game: MovingGame, student_id: str | None, idempotency_key: str, move: Move
) -> Played | None:
    row = session.execute(_with_key(game.id, student_id, idempotency_key)).scalar_one_or_none()
    return None if row is None else _first_result(row, game, move, PlayErrorCode.IDEMPOTENCY_KEY_REUSED)


def _first_result(row: GameEvent, game: MovingGame, move: Move, code: PlayErrorCode) -> Played:
    """Return the result of a logged move that is being repeated.

    :param code: the error if the move is another one.
    """
    board = position_of(game).setup.board
    wanted: dict[str, Any] = move.to_json(board)
    if event_json(row) != wanted:
        raise ServiceError(code)
    return Played(row.version, event_from_json(row.event, board))


def _with_key(game_id: str, student_id: str | None, idempotency_key: str) -> Select[GameEvent]:
    return select(GameEvent).where(
        GameEvent.game_id == game_id,
        GameEvent.student_id == student_id,
        GameEvent.idempotency_key == idempotency_key,
    )
