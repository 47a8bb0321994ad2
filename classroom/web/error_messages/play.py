"""Messages for errors about games, seats, and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.services.errors import PlayErrorCode

if TYPE_CHECKING:
    from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    PlayErrorCode.TABLE_PAUSED: "Your teacher has paused this table. Nothing was lost: go on in a moment.",
    PlayErrorCode.ALREADY_SEATED: "This student already sits at a table.",
    PlayErrorCode.SWAP_OF_ONE: "Choose two different students to swap.",
    PlayErrorCode.NO_SEAT_TO_SWAP: (
        "%(names)s sits at no table now, so there is nothing to swap. Give out a bot’s seat, or open a new table."
    ),
    PlayErrorCode.LAST_DEVICE: (
        "The device that goes round at table %(table)s is signed in by %(names)s, and nobody else there "
        "would have one. Choose somebody else, or have another student of that table sign in on it "
        "first."
    ),
    PlayErrorCode.SEAT_TAKEN: "Another student sits there. Hand the seat to a bot first.",
    PlayErrorCode.NO_SUCH_SEAT: "This table has no such seat.",
    PlayErrorCode.STALE: "The board has changed. Look again, then play.",
    PlayErrorCode.IDEMPOTENCY_KEY_REUSED: "This page was used twice for two moves. Look at the board, then play again.",
    PlayErrorCode.GAME_NOT_OVER: "This is possible when the game is over.",
    PlayErrorCode.NEXT_GAME_BEGUN: "This table has begun its next game. Make the change there.",
    PlayErrorCode.NO_TABLE_TALK: "This session is played without the table-talk rule.",
    PlayErrorCode.WHOLE_CLASS: "The whole class plays at one board here. Nobody has a seat, and no bot plays.",
    PlayErrorCode.NO_CARD_CHOSEN: "First choose one of the cards.",
    PlayErrorCode.NO_SPACE_CHOSEN: "Now choose a space on the board.",
    PlayErrorCode.NO_NUMBER_TYPED: "Type a number, then press OK.",
}

STUDENT: Messages = {
    PlayErrorCode.TABLE_PAUSED: "Your teacher has paused this table. Nothing was lost: go on in a moment.",
    PlayErrorCode.NOT_SEATED: "You do not sit at this table now. Your page will show where you are.",
    PlayErrorCode.STALE: "The board has changed. Look again, then play.",
    PlayErrorCode.IDEMPOTENCY_KEY_REUSED: "This page was used twice for two moves. Look at the board, then play again.",
    PlayErrorCode.GAME_NOT_OVER: "This is possible when the game is over.",
    PlayErrorCode.NO_CARD_CHOSEN: "First choose one of your cards.",
    PlayErrorCode.NO_SPACE_CHOSEN: "Now choose a space on the board.",
    PlayErrorCode.NO_NUMBER_TYPED: "Type a number, then press OK.",
    PlayErrorCode.NO_NUMBER_SHOWN: "This page does not say which number it showed. Open the page again.",
}
