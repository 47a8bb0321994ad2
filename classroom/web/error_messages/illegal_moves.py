"""Messages for moves that the rules forbid."""

from __future__ import annotations

from collections.abc import Mapping

from engine import IllegalReason

ILLEGAL_MOVES: Mapping[IllegalReason, str] = {
    IllegalReason.GAME_OVER: "The game is over.",
    IllegalReason.NOT_YOUR_TURN: "It is not your turn yet.",
    IllegalReason.CARD_NOT_IN_HAND: "You do not hold this card.",
    IllegalReason.SPACE_TAKEN: "That space has a chip. Pick an open one.",
    IllegalReason.FREE_SPACE: "Corners are free for every team. Pick another space.",
    IllegalReason.OWN_CHIP: "This chip is your own team's. Take one of another team.",
    IllegalReason.NO_CHIP: "There is no chip to take here.",
    IllegalReason.LOCKED_CHIP: "This chip is part of a sequence. It stays.",
    IllegalReason.WRONG_SPACE: "That card doesn't go there.",
    IllegalReason.NOT_DEAD: "This card still has an open space.",
    IllegalReason.NOT_DEAD_KIND: "A card like this is never dead.",
    IllegalReason.ALREADY_EXCHANGED: "You can trade in one card each turn.",
    IllegalReason.CAN_STILL_PLAY: "You can still play. Check your cards again.",
    IllegalReason.CARD_OWED: "Draw your card first.",
    IllegalReason.NOTHING_OWED: "There is no card for you to draw now.",
    IllegalReason.FORFEIT_DUE: "Give up a card first. Your team talked about a move.",
    IllegalReason.NO_FORFEIT_DUE: "You have no card to give up.",
    IllegalReason.NOT_SOLVED: "First solve this card: give its answer.",
    IllegalReason.UNSOLVED_CARD: "First solve all your cards. Then look again.",
    IllegalReason.ALREADY_SOLVED: "You have solved this card already. Play it when you like.",
    IllegalReason.NO_EQUATION: "There is nothing to solve on this card.",
    IllegalReason.NO_SOLVING: "Put your chip on the answer.",
    IllegalReason.WRONG_LENGTH: "That number is too long. Try a shorter one.",
}
ANY_MOVE = "This move is not possible. Look at the board, then try again."
