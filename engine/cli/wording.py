"""What the command line says: a sentence for every reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import Reason
from engine.outcome import OutcomeReason
from engine.position import Position

REASONS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.NOT_A_MOVE: "that is not a move",
        Reason.GAME_OVER: "the game is over",
        Reason.RESHUFFLE_DUE: "the draw pile is used up, a reshuffle comes first",
        Reason.NO_RESHUFFLE_DUE: "the draw pile is not used up",
        Reason.WRONG_RESHUFFLE: "the new draw pile does not hold every discard exactly once",
        Reason.NO_SUCH_SEAT: "there is no such seat",
        Reason.NO_SUCH_TEAM: "there is no such team at this table",
        Reason.NO_SUCH_SPACE: "there is no such space",
        Reason.NOT_YOUR_TURN: "it is another seat's turn",
        Reason.FORFEIT_DUE: "the seat owes a forfeit and pays that first",
        Reason.NO_FORFEIT_DUE: "the seat owes no forfeit",
        Reason.CARD_NOT_IN_HAND: "the seat does not hold this card",
        Reason.WRONG_CARD_KIND: "a card of this kind cannot do that",
        Reason.FREE_SPACE: "a free space takes no chip and gives none",
        Reason.SPACE_TAKEN: "there is a chip on the space",
        Reason.NO_CHIP: "there is no chip on the space",
        Reason.OWN_CHIP: "the chip is the team's own",
        Reason.LOCKED_CHIP: "the chip belongs to a completed sequence",
        Reason.NOT_DEAD_KIND: "a wild or a removal card is never dead",
        Reason.ALREADY_EXCHANGED: "a dead card was already traded in this turn",
        Reason.WRONG_SPACE: "the card does not belong on this space",
        Reason.NOT_DEAD: "a space of this card is open",
        Reason.NOT_A_MISS: "the answer is right",
        Reason.NO_MISSES: "no wrong answers are given on this board",
        Reason.NO_SOLVING: "cards are not solved ahead at this table",
        Reason.NO_EQUATION: "a card of this kind holds no equation",
        Reason.NOT_SOLVED: "the card is not solved yet",
        Reason.ALREADY_SOLVED: "the card is solved already",
        Reason.UNSOLVED_CARD: "the seat holds a card that it has not solved yet",
        Reason.NO_FACE_DUE: "this card was not just drawn, or has its face already",
        Reason.WRONG_LENGTH: "the answer has more than six digits, or the face is not 1 to 60 characters long",
        Reason.CAN_STILL_PLAY: "the seat can still play or trade in a dead card",
        Reason.CARD_OWED: "the seat is owed a card and takes that first",
        Reason.NOTHING_OWED: "the seat is owed no card",
        Reason.WRONG_OUTCOME: "the events give another one",
    }
)


def outcome_text(position: Position) -> str:
    """Say how a game stands."""
    outcome = position.outcome
    if outcome is None:
        return "The game goes on"
    if outcome.reason is OutcomeReason.SEQUENCES:
        return f"{outcome.winner} won by sequences"
    winner = "a draw" if outcome.winner is None else f"{outcome.winner} won"
    return f"The game was {outcome.reason}, {winner}"
