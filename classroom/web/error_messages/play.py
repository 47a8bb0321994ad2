"""Messages for errors about games, seats, moves, and exit tickets, and for illegal moves."""

from __future__ import annotations

from collections.abc import Mapping

from classroom.i18n import lazy_gettext, lazy_pgettext
from classroom.services.errors import PlayErrorCode, TicketErrorCode
from classroom.web.error_messages.formats import Messages
from engine import IllegalReason

TEACHER: Messages = {
    PlayErrorCode.TABLE_PAUSED: lazy_gettext("This table is paused. Resume it first."),
    PlayErrorCode.ALREADY_SEATED: lazy_gettext("This student already has a seat."),
    PlayErrorCode.SWAP_OF_ONE: lazy_gettext("Choose two different students to swap."),
    PlayErrorCode.NO_SEAT_TO_SWAP: lazy_gettext(
        "Can’t swap: no seat for %(names)s. Assign a bot’s seat, or open a new table."
    ),
    PlayErrorCode.LAST_DEVICE: lazy_gettext(
        "Table %(table)s shares one device, signed in by %(names)s. Choose another student, or sign "
        "someone else in on it first."
    ),
    PlayErrorCode.SEAT_TAKEN: lazy_gettext("Another student has this seat. Give the seat to a bot first."),
    PlayErrorCode.NO_SUCH_SEAT: lazy_gettext("This table has no such seat. Choose one from the list."),
    PlayErrorCode.STALE: lazy_gettext("The board has changed. Check it before you play."),
    PlayErrorCode.IDEMPOTENCY_KEY_REUSED: lazy_gettext("We got two moves at once. Check the board and play again."),
    PlayErrorCode.GAME_NOT_OVER: lazy_gettext("This game isn’t over yet. Wait, or end the game."),
    PlayErrorCode.NEXT_GAME_BEGUN: lazy_gettext("This table has started its next game. Make the change there."),
    PlayErrorCode.NO_TABLE_TALK: lazy_gettext(
        "This session has no table-talk penalty. You can turn it on in the settings of the next session."
    ),
    PlayErrorCode.WHOLE_CLASS: lazy_gettext("This is a whole-class game, so it has no seats or bots."),
    PlayErrorCode.NO_CARD_CHOSEN: lazy_gettext("First choose one of the cards."),
    PlayErrorCode.NO_SPACE_CHOSEN: lazy_gettext("Now choose a space on the board."),
    PlayErrorCode.NO_NUMBER_TYPED: lazy_gettext("Type a number, then press OK."),
    PlayErrorCode.NOT_SEATED: lazy_gettext("This seat is no longer in the game. Reload the page."),
    TicketErrorCode.TICKET_LENGTH: lazy_gettext("Choose one of the lengths offered for the exit ticket."),
    TicketErrorCode.NO_TICKET: lazy_gettext("Playing cards have no equations, so there is no exit ticket."),
}

STUDENT: Messages = {
    PlayErrorCode.TABLE_PAUSED: lazy_pgettext("student", "Your teacher paused this table. Your cards are safe."),
    PlayErrorCode.NOT_SEATED: lazy_pgettext("student", "Your seat has changed. This page will show you where to go."),
    PlayErrorCode.STALE: lazy_pgettext("student", "The board changed. Look again before you play."),
    PlayErrorCode.IDEMPOTENCY_KEY_REUSED: lazy_pgettext(
        "student", "We got two moves at once. Check the board and play again."
    ),
    PlayErrorCode.GAME_NOT_OVER: lazy_pgettext("student", "Finish this game first."),
    PlayErrorCode.NO_CARD_CHOSEN: lazy_pgettext("student", "First choose one of your cards."),
    PlayErrorCode.NO_SPACE_CHOSEN: lazy_pgettext("student", "Now choose a space on the board."),
    PlayErrorCode.NO_NUMBER_TYPED: lazy_pgettext("student", "Type a number, then press OK."),
    PlayErrorCode.NO_NUMBER_SHOWN: lazy_pgettext("student", "This page is too old. Open it again."),
    PlayErrorCode.WHOLE_CLASS: lazy_pgettext("student", "Your class plays together on the class screen."),
    TicketErrorCode.TICKET_CLOSED: lazy_pgettext("student", "The exit ticket is closed. Your answers are saved."),
    TicketErrorCode.TICKET_NOT_STARTED: lazy_pgettext("student", "First press Start. Your time begins then."),
    TicketErrorCode.TICKET_TIME_UP: lazy_pgettext(
        "student", "Time ran out before that answer. Your other answers are saved."
    ),
    TicketErrorCode.TICKET_PAGE_OLD: lazy_pgettext("student", "Here is your next problem."),
}


ILLEGAL_MOVES: Mapping[IllegalReason, str] = {
    IllegalReason.GAME_OVER: lazy_pgettext("student", "The game is over."),
    IllegalReason.NOT_YOUR_TURN: lazy_pgettext("student", "It’s not your turn yet."),
    IllegalReason.CARD_NOT_IN_HAND: lazy_pgettext("student", "You don’t have this card. Pick one of yours."),
    IllegalReason.SPACE_TAKEN: lazy_pgettext("student", "That space has a chip. Pick an open one."),
    IllegalReason.FREE_SPACE: lazy_pgettext("student", "Corners are free for every team. Pick another space."),
    IllegalReason.OWN_CHIP: lazy_pgettext("student", "That’s your team’s chip. Pick another team’s chip."),
    IllegalReason.NO_CHIP: lazy_pgettext("student", "There is no chip here. Pick another team’s chip."),
    IllegalReason.LOCKED_CHIP: lazy_pgettext("student", "That chip is in a sequence. Pick another one."),
    IllegalReason.WRONG_SPACE: lazy_pgettext("student", "That card doesn’t go there. Pick another space."),
    IllegalReason.NOT_DEAD: lazy_pgettext("student", "This card still has an open space."),
    IllegalReason.NOT_DEAD_KIND: lazy_pgettext("student", "You can’t trade in this card. Play it on the board."),
    IllegalReason.ALREADY_EXCHANGED: lazy_pgettext("student", "You can trade in one card each turn."),
    IllegalReason.CAN_STILL_PLAY: lazy_pgettext("student", "You can still play or trade in a card."),
    IllegalReason.CARD_OWED: lazy_pgettext("student", "Draw your card first."),
    IllegalReason.NOTHING_OWED: lazy_pgettext("student", "There is no card to draw now."),
    IllegalReason.FORFEIT_DUE: lazy_pgettext("student", "Give up a card first. Your team talked about a move."),
    IllegalReason.NO_FORFEIT_DUE: lazy_pgettext("student", "You don’t have to give up a card."),
    IllegalReason.NOT_SOLVED: lazy_pgettext("student", "Solve this card first."),
    IllegalReason.UNSOLVED_CARD: lazy_pgettext("student", "Solve all your cards first. Then check again."),
    IllegalReason.ALREADY_SOLVED: lazy_pgettext("student", "You solved this card. Play it on your turn."),
    IllegalReason.NO_EQUATION: lazy_pgettext("student", "This card has no problem to solve."),
    IllegalReason.NO_SOLVING: lazy_pgettext("student", "Put your chip on the answer."),
    IllegalReason.WRONG_LENGTH: lazy_pgettext("student", "That number is too long. Try a shorter one."),
}
ANY_MOVE = lazy_pgettext("student", "You can’t do that now. Check the board and try again.")
