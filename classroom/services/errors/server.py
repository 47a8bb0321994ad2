"""Why a service rejects a request about the server itself."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, UNAVAILABLE, ErrorCode


class ServerErrorCode(ErrorCode):
    """Errors about the server itself."""

    BUSY = "busy", UNAVAILABLE
    """Too many requests wait for the same thing already."""
    NO_SPACE = "no_space", CONFLICT
    """The disk has no room for a backup."""
