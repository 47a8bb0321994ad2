"""Play a game up to the moment that a test needs: one move before a sequence, or before the end."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.models import Game
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from engine import Place, Remove, legal_moves, step

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Move, Position

MAX_MOVES = 300


def game_of(class_session_id: str) -> Game:
    """Return the current state of a session's only game."""
    db.session.rollback()
    return db.session.scalars(select(Game).where(Game.class_session_id == class_session_id)).one()


def play(game: Game, move: Move) -> None:
    """Play a move as the student in that seat."""
    holders = {player.seat: player.student_id for player in game.players if player.left_at_version is None}
    play_move(
        game_id=game.id,
        student_id=holders[move.seat],  # type: ignore[union-attr]
        move=move,  # type: ignore[arg-type]
        version=game.version,
        idempotency_key=f"steered-{game.version}",
    )


def space_and_mover(class_session_id: str, move: Place | Remove) -> tuple[str, str]:
    """Return the name of a move's space, as its button has it, and the ID of the student whose move it is."""
    game = game_of(class_session_id)
    mover_id = next(player.student_id for player in game.players if player.seat == move.seat)
    assert mover_id is not None
    return position_of(game).setup.board.name(move.space), mover_id


def lead_to_sequence(class_session_id: str, *, ends: bool) -> Place:
    """Play until a team can complete a sequence with the next move. Return that move. Each team only builds its own.

    On 6×6, one of 100 games ends before, because no more chips fit; with three teams, 15.

    :param ends: whether that move should end the game; it may complete two sequences at once
    """
    for _ in range(MAX_MOVES):
        game = game_of(class_session_id)
        position = position_of(game)
        moves = legal_moves(position)
        completing = [move for move in moves if _completes(position, move)]
        wanted = [
            move for move in completing if (step(position, move, random.Random(0))[1].outcome is not None) is ends
        ]
        if wanted:
            return wanted[0]  # type: ignore[return-value]
        harmless = [move for move in moves if move not in completing] or list(moves)
        play(game, max(harmless, key=lambda move: _rating(position, move)))
    raise AssertionError("no sequence became possible")


def lead_to_move(class_session_id: str, is_wanted: Callable[[Position, Move], bool]) -> Move | None:
    """Place chips at random, without any sequence, until a wanted move is possible. Return None if it never is."""
    rng = random.Random(1)
    for _ in range(MAX_MOVES):
        game = game_of(class_session_id)
        position = position_of(game)
        moves = legal_moves(position)
        wanted = next((move for move in moves if is_wanted(position, move)), None)
        places = [move for move in moves if isinstance(move, Place) and not _completes(position, move)]
        if wanted is not None or not places:
            return wanted
        play(game, rng.choice(places))
    return None


def _completes(position: Position, move: Move) -> bool:
    if not isinstance(move, Place):
        return False
    return len(step(position, move, random.Random(0))[1].sequences) > len(position.sequences)


def _rating(position: Position, move: Move) -> float:
    """Rate a chip there: the longer the line of the team that it joins, the higher."""
    if not isinstance(move, Place):
        return 0
    board, chips = position.setup.board, position.chips
    own = position.setup.teams.index(position.setup.seats[position.turn])
    row, column = divmod(move.space, board.width)
    ratings = 0.0
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for first in range(-4, 1):
            line = [(row + down * at, column + right * at) for at in range(first, first + 5)]
            if not all(0 <= y < board.height and 0 <= x < board.width for y, x in line):
                continue
            bits = [1 << (y * board.width + x) for y, x in line]
            foreign = any(mask & bit & ~board.free_mask for n, mask in enumerate(chips) if n != own for bit in bits)
            if not foreign:
                ratings += 6 ** sum(bool(chips[own] & bit) for bit in bits)
    return ratings
