"""Moves of simulated students: like a bot's, but based on sometimes wrong answers."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sqlalchemy.orm import Session

from classroom.models import Game
from classroom.services.play.game_log import MoveDetails, append_move
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import keep_progress, position_of, progress_of
from classroom.services.play.timing import LONGEST
from classroom.services.sample.simulated_students import SimulatedStudent
from engine import (
    CardId,
    CardKind,
    IllegalMoveError,
    Position,
    Solve,
    SolveMode,
    choose,
    resolve,
    step,
    try_of,
    unsolved,
    view,
)

_LOOKS_DEAD = 0.25
"""Proportion of cards whose wrong answer may have no open space."""
_SOLVING = 0.25
"""Time to solve a card ahead, relative to the time for a move."""
_LONGEST_GAME = 400
"""Maximum number of moves; then the game is left unfinished."""


def next_player(game: Game, minds: Mapping[str, SimulatedStudent]) -> tuple[int, str] | None:
    """Return the seat and ID of the simulated student who can act now, or None.

    Students who solve cards ahead come first: they do so while others think.
    """
    position = position_of(game)
    seats = seats_of(game)
    waited_for = [seat for seat in seats if seat != position.turn and _has_to_solve(position, seat)]
    waited_for.append(position.turn)
    waited_for += [seat for seat in seats if position.owed[seat] or position.forfeits_due[seat]]
    for seat in waited_for:
        student_id = seats[seat]
        if student_id is not None and student_id in minds:
            return seat, student_id
    return None


def move_for(game: Game, *, seat: int, student_id: str, mind: SimulatedStudent) -> None:
    """Let a simulated student act, using the same service as real players."""
    position = position_of(game)
    move = simulated_move(position, seat, mind)
    play_move(
        game_id=game.id,
        student_id=student_id,
        move=move,
        version=game.version,
        idempotency_key=f"simulated-{game.version}",
        milliseconds=_milliseconds(position, move, mind),
    )


def log_move_for(session: Session, game: Game, *, seat: int, student_id: str | None, mind: SimulatedStudent) -> None:
    """Do the same in one transaction for the whole game: there are no concurrent requests to check for.

    :param student_id: None for a team of a whole-class game
    """
    progress = progress_of(game)
    position = progress.position
    move = simulated_move(position, seat, mind)
    details = MoveDetails(student_id, f"simulated-{game.version}", milliseconds=_milliseconds(position, move, mind))
    entries, after = append_move(session, game, position, move, details)
    keep_progress(game.id, progress.after(entries, after))


def moves_to_end(position: Position, minds: Mapping[int, SimulatedStudent]) -> int:
    """Return each seat's number of moves if these simulated students play the game to its end."""
    rng = Random(1)
    for number in range(_LONGEST_GAME):
        if position.outcome is not None:
            return number
        move = simulated_move(position, position.turn, minds[position.turn])
        _, position = step(position, move, rng)
    return _LONGEST_GAME


def act_seconds(position: Position, seat: int, mind: SimulatedStudent, rng: Random) -> float:
    """Estimate how long a simulated student takes for the next action."""
    return mind.thinking_seconds(rng) * (_SOLVING if _has_to_solve(position, seat) else 1.0)


def simulated_move(position: Position, seat: int, mind: SimulatedStudent) -> SeatMove:
    """Choose the best move, given the answers that the student believes."""
    rng = Random(f"{mind.name} {_key(position)} {position.turn_number} {position.misses}")
    try:
        move = choose(view(position, seat), _beliefs(position, seat, mind), mind.strategy, rng)
        resolve(position, move)
    except IllegalMoveError:  # passed although a move was possible: try again
        move = choose(view(position, seat), _labels(position, seat), mind.strategy, rng)
    if not isinstance(move, SeatMove):
        raise TypeError(f"no move of a seat: {move}")
    return move


def _labels(position: Position, seat: int) -> dict[CardId, str]:
    """Return the correct answers of the match cards in the hand."""
    held = (position.setup.cards_by_id[card] for card in position.hands[seat])
    return {card.id: card.label for card in held if card.kind is CardKind.MATCH and card.label is not None}


def _beliefs(position: Position, seat: int, mind: SimulatedStudent) -> dict[CardId, str]:
    """Return the answers that the student believes; solved cards have their correct answers.

    A playing card shows its own label, which everyone can read. A wrong answer usually has an open space; if not, the
    card looks dead to the student.
    """
    spaces_of = position.setup.board.spaces_of
    can_be_placed = [label for label, spaces in spaces_of.items() if any(position.open >> one & 1 for one in spaces)]
    faces = {held.id: held.face for held in view(position, seat).hand if not held.is_solved}
    beliefs = {}
    for card, label in _labels(position, seat).items():
        beliefs[card] = label
        if faces.get(card, label) != label:
            key = f"{_key(position)} {card}"
            labels = spaces_of if Random(f"{mind.name} {key}").random() < _LOOKS_DEAD else can_be_placed
            tries = try_of(position, seat, card)
            beliefs[card] = mind.answers(faces[card], label, labels, tries=tries, key=key)[-1]
    return beliefs


def _has_to_solve(position: Position, seat: int) -> bool:
    return position.setup.rules.solve is SolveMode.AHEAD and bool(unsolved(position, position.hands[seat]))


def _milliseconds(position: Position, move: SeatMove, mind: SimulatedStudent) -> int | None:
    """Return the time of a first answer given ahead, the only one that pages measure."""
    if not isinstance(move, Solve) or position.turn == move.seat or try_of(position, move.seat, move.card) != 1:
        return None
    rng = Random(f"{mind.name} {_key(position)} {move.card}")
    return min(LONGEST, round(1000 * _SOLVING * mind.thinking_seconds(rng)))


def _key(position: Position) -> str:
    """Return a key for a game's shuffle, so that the same game gets the same random numbers."""
    return str(position.setup.deck[:6])
