"""Texts of the command line: one sentence for each reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import IllegalReason
from engine.outcome import OutcomeReason
from engine.position import Position

REASONS: Mapping[IllegalReason, str] = MappingProxyType(
    {
        IllegalReason.NOT_A_MOVE: "that is not a move",
        IllegalReason.GAME_OVER: "the game is over",
        IllegalReason.RESHUFFLE_DUE: "the draw pile is used up, a reshuffle comes first",
        IllegalReason.NO_RESHUFFLE_DUE: "the draw pile is not used up",
        IllegalReason.WRONG_RESHUFFLE: "the new draw pile does not hold every discard exactly once",
        IllegalReason.NO_SUCH_SEAT: "there is no such seat",
        IllegalReason.NO_SUCH_TEAM: "there is no such team at this table",
        IllegalReason.NO_SUCH_SPACE: "there is no such space",
        IllegalReason.NOT_YOUR_TURN: "it is another seat's turn",
        IllegalReason.FORFEIT_DUE: "the seat owes a forfeit and pays that first",
        IllegalReason.NO_FORFEIT_DUE: "the seat owes no forfeit",
        IllegalReason.CARD_NOT_IN_HAND: "the seat does not hold this card",
        IllegalReason.WRONG_CARD_KIND: "a card of this kind cannot do that",
        IllegalReason.FREE_SPACE: "a free space takes no chip and gives none",
        IllegalReason.SPACE_TAKEN: "there is a chip on the space",
        IllegalReason.NO_CHIP: "there is no chip on the space",
        IllegalReason.OWN_CHIP: "the chip is the team's own",
        IllegalReason.LOCKED_CHIP: "the chip belongs to a completed sequence",
        IllegalReason.NOT_DEAD_KIND: "a wild or a removal card is never dead",
        IllegalReason.ALREADY_EXCHANGED: "a dead card was already traded in this turn",
        IllegalReason.WRONG_SPACE: "the card does not belong on this space",
        IllegalReason.NOT_DEAD: "a space of this card is open",
        IllegalReason.NOT_A_MISS: "the answer is right",
        IllegalReason.NO_MISSES: "no wrong answers are given on this board",
        IllegalReason.NO_SOLVING: "cards are not solved ahead at this table",
        IllegalReason.NO_EQUATION: "a card of this kind holds no equation",
        IllegalReason.NOT_SOLVED: "the card is not solved yet",
        IllegalReason.ALREADY_SOLVED: "the card is solved already",
        IllegalReason.UNSOLVED_CARD: "the seat holds a card that it has not solved yet",
        IllegalReason.NO_FACE_DUE: "this card was not just drawn, or has its face already",
        IllegalReason.WRONG_LENGTH: "the answer has more than six digits, or the face is not 1 to 60 characters long",
        IllegalReason.CAN_STILL_PLAY: "the seat can still play or trade in a dead card",
        IllegalReason.CARD_OWED: "the seat is owed a card and takes that first",
        IllegalReason.NOTHING_OWED: "the seat is owed no card",
        IllegalReason.WRONG_OUTCOME: "the events give another one",
    }
)


def outcome_text(position: Position) -> str:
    outcome = position.outcome
    if outcome is None:
        return "The game goes on"
    if outcome.reason is OutcomeReason.SEQUENCES:
        return f"{outcome.winner} won by sequences"
    winner = "a draw" if outcome.winner is None else f"{outcome.winner} won"
    return f"The game was {outcome.reason}, {winner}"
