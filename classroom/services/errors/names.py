"""Why a service rejects a request about names."""

from __future__ import annotations

from classroom.services.errors.base import INVALID, ErrorCode


class NameErrorCode(ErrorCode):
    """Errors about names."""

    NAME_EMPTY = "name_empty", INVALID, "name"
    NAME_TOO_LONG = "name_too_long", INVALID, "name"
    NAME_NOT_TEXT = "name_not_text", INVALID, "name"
    """Control characters, or nothing readable."""
    NAME_TAKEN = "name_taken", INVALID, "name"
