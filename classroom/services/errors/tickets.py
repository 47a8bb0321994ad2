"""Why a service rejects a request about exit tickets."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, ErrorCode


class TicketErrorCode(ErrorCode):
    """Errors about exit tickets."""

    TICKET_LENGTH = "ticket_length"
    """Not one of the lengths of an exit ticket."""
    NO_TICKET = "no_ticket", CONFLICT
    """Playing cards have no equations to ask."""
    TICKET_CLOSED = "ticket_closed", CONFLICT
    """No exit ticket is open in this session."""
    TICKET_NOT_STARTED = "ticket_not_started", CONFLICT
    TICKET_TIME_UP = "ticket_time_up", CONFLICT
    TICKET_PAGE_OLD = "ticket_page_old", CONFLICT
    """The page shows another ticket, or a question that is not asked now."""
