"""Messages for errors about games, seats, and moves."""

from __future__ import annotations

from classroom.services.errors import PlayErrorCode
from classroom.web.error_messages.formats import Messages

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
}
