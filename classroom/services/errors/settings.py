"""Why a service rejects a request about the settings of a table."""

from __future__ import annotations

from classroom.services.errors.base import INVALID, ErrorCode


class SettingsErrorCode(ErrorCode):
    """Errors about the settings of a table."""

    TABLE_SIZE = "table_size", INVALID, "table_size"
    """Tables of this size cannot be played."""
    BOARD_NOT_FILLED = "board_not_filled", INVALID, "cards"
    """The deck has too few answers for this board."""
    UNKNOWN_DECK = "unknown_deck", INVALID, "cards"
    GRADES = "grades", INVALID, "lowest_grade"
    """The lowest grade is above the highest."""
