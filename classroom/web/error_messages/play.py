"""Messages for errors about games, seats, moves, and exit tickets, and for moves that the rules forbid."""

from __future__ import annotations

from collections.abc import Mapping

from classroom.services.errors import PlayErrorCode, TicketErrorCode
from classroom.web.error_messages.formats import Messages
from engine import IllegalReason

TEACHER: Messages = {
    PlayErrorCode.TABLE_PAUSED: "This table is paused. Resume it first.",
    PlayErrorCode.ALREADY_SEATED: "This student already sits at a table.",
    PlayErrorCode.SWAP_OF_ONE: "Choose two different students to swap.",
    PlayErrorCode.NO_SEAT_TO_SWAP: "Can't swap: no seat for %(names)s. Assign a bot’s seat, or open a new table.",
    PlayErrorCode.LAST_DEVICE: (
        "Table %(table)s shares one device, signed in by %(names)s. Choose another student, or sign "
        "someone else in on it first."
    ),
    PlayErrorCode.SEAT_TAKEN: "Another student sits there. Hand the seat to a bot first.",
    PlayErrorCode.NO_SUCH_SEAT: "This table has no such seat.",
    PlayErrorCode.STALE: "The board has changed. Check it before you play.",
    PlayErrorCode.IDEMPOTENCY_KEY_REUSED: "We got two moves at once. Check the board and play again.",
    PlayErrorCode.GAME_NOT_OVER: "This game isn't over yet. Wait, or end the game.",
    PlayErrorCode.NEXT_GAME_BEGUN: "This table has started its next game. Make the change there.",
    PlayErrorCode.NO_TABLE_TALK: "This session is played without the table-talk rule.",
    PlayErrorCode.WHOLE_CLASS: "The whole class plays at one board here, without seats or bots.",
    PlayErrorCode.NO_CARD_CHOSEN: "First choose one of the cards.",
    PlayErrorCode.NO_SPACE_CHOSEN: "Now choose a space on the board.",
    PlayErrorCode.NO_NUMBER_TYPED: "Type a number, then press OK.",
    PlayErrorCode.NOT_SEATED: "This seat is not in the game anymore. Reload the page.",
    TicketErrorCode.TICKET_LENGTH: "Choose how long the exit ticket takes: one of the times offered.",
    TicketErrorCode.NO_TICKET: "Playing cards ask no equations, so there is no exit ticket.",
}

STUDENT: Messages = {
    PlayErrorCode.TABLE_PAUSED: "Your teacher paused this table. Your cards are safe.",
    PlayErrorCode.NOT_SEATED: "Your seat has changed. This page will show you where to go.",
    PlayErrorCode.STALE: "The board changed. Look again before you play.",
    PlayErrorCode.IDEMPOTENCY_KEY_REUSED: "We got two moves at once. Check the board and play again.",
    PlayErrorCode.GAME_NOT_OVER: "Finish this game first.",
    PlayErrorCode.NO_CARD_CHOSEN: "First choose one of your cards.",
    PlayErrorCode.NO_SPACE_CHOSEN: "Now choose a space on the board.",
    PlayErrorCode.NO_NUMBER_TYPED: "Type a number, then press OK.",
    PlayErrorCode.NO_NUMBER_SHOWN: "This page forgot which number it showed. Open it again.",
    PlayErrorCode.WHOLE_CLASS: "Your class plays together on the big screen.",
    TicketErrorCode.TICKET_CLOSED: "The exit ticket is closed. Your answers are saved.",
    TicketErrorCode.TICKET_NOT_STARTED: "First press Start. Your time begins then.",
    TicketErrorCode.TICKET_TIME_UP: "Time ran out before that answer. Your other answers are saved.",
    TicketErrorCode.TICKET_PAGE_OLD: "Here is your next problem.",
}


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
