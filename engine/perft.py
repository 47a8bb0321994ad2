"""Count action sequences: two engines get the same count only if they agree on the rules."""

from __future__ import annotations

from engine.events import Move
from engine.legal_moves import LegalMoves, legal_moves
from engine.position import Position
from engine.rules import DrawMode
from engine.transitions import apply_event


class NotCountableError(Exception):
    """The count is undefined here; the message says why."""


def perft(position: Position, depth: int) -> int:
    """Count the sequences of `depth` actions from a position.

    :raises NotCountableError: if cards are drawn by hand or solved ahead, or a sequence includes a reshuffle
    """
    if depth == 0:
        return 1
    actions = _actions(position)
    # The last action need not be played: every legal one counts.
    if depth == 1:
        return len(actions)
    return sum(perft(apply_event(position, action), depth - 1) for action in actions)


def divide(position: Position, depth: int) -> dict[Move, int]:
    """Split the count by the first action, to locate a difference.

    :param depth: at least 1
    :raises NotCountableError: like `perft`
    """
    return {move: perft(apply_event(position, move), depth - 1) for move in _actions(position)}


def _actions(position: Position) -> LegalMoves:
    if position.setup.rules.draw is not DrawMode.AUTO:
        raise NotCountableError("only games with automatic drawing are counted")
    if position.setup.solves_ahead:
        raise NotCountableError("only games that are solved on the board are counted")
    if position.needs_reshuffle:
        raise NotCountableError("a sequence of this length reaches a reshuffle, whose order nothing decides")
    return legal_moves(position)
