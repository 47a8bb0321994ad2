"""Why a service rejects a request about games, seats, and moves, or about an exit ticket."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, FORBIDDEN, ErrorCode


class PlayErrorCode(ErrorCode):
    """Errors about games, seats, and moves."""

    TABLE_PAUSED = "table_paused", CONFLICT
    NOT_SEATED = "not_seated", FORBIDDEN
    """The student has no seat at this table."""
    ALREADY_SEATED = "already_seated", CONFLICT
    SWAP_OF_ONE = "swap_of_one"
    """A student can't swap seats with themselves."""
    NO_SEAT_TO_SWAP = "no_seat_to_swap", CONFLICT
    """One of two students to swap has no seat, or a bot took it."""
    LAST_DEVICE = "last_device", CONFLICT
    """The table's students would be left without their shared device."""
    SEAT_TAKEN = "seat_taken", CONFLICT
    NO_SUCH_SEAT = "no_such_seat"
    STALE = "stale", CONFLICT
    """The board changed after the page was rendered."""
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused", CONFLICT
    """The same idempotency key came with another move."""
    GAME_NOT_OVER = "game_not_over", CONFLICT
    NEXT_GAME_BEGUN = "next_game_begun", CONFLICT
    """The table is already playing its next game, so this one can't change."""
    NO_TABLE_TALK = "no_table_talk", CONFLICT
    WHOLE_CLASS = "whole_class", CONFLICT
    """A whole-class game has no students' seats or bots."""
    NO_CARD_CHOSEN = "no_card_chosen"
    NO_SPACE_CHOSEN = "no_space_chosen"
    NO_NUMBER_TYPED = "no_number_typed"
    NO_NUMBER_SHOWN = "no_number_shown"
    """The warm-up form doesn't say which number its page showed."""


class TicketErrorCode(ErrorCode):
    TICKET_LENGTH = "ticket_length"
    """Not an available length of an exit ticket."""
    NO_TICKET = "no_ticket", CONFLICT
    """Playing cards have no equations."""
    TICKET_CLOSED = "ticket_closed", CONFLICT
    """No exit ticket is open in this session."""
    TICKET_NOT_STARTED = "ticket_not_started", CONFLICT
    TICKET_TIME_UP = "ticket_time_up", CONFLICT
    TICKET_PAGE_OLD = "ticket_page_old", CONFLICT
    """The page shows another ticket, or a question that is not due."""
