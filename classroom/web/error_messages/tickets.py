"""Messages for errors about exit tickets."""

from __future__ import annotations

from classroom.services.errors import TicketErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    TicketErrorCode.TICKET_LENGTH: "Choose how long the exit ticket takes: one of the times offered.",
    TicketErrorCode.NO_TICKET: "Playing cards ask no equations, so there is no exit ticket.",
}

STUDENT: Messages = {
    TicketErrorCode.TICKET_CLOSED: "The exit ticket is closed. Your answers are saved.",
    TicketErrorCode.TICKET_NOT_STARTED: "First press Start. Your time begins then.",
    TicketErrorCode.TICKET_TIME_UP: "Time ran out before that answer. Your other answers are saved.",
    TicketErrorCode.TICKET_PAGE_OLD: "Here is your next problem.",
}
