"""Why a service rejects a request about decks."""

from __future__ import annotations

from classroom.services.errors.base import INVALID, ErrorCode


class DeckErrorCode(ErrorCode):
    """Errors about decks."""

    SKILLS_MISSING = "skills_missing", INVALID, "skills"
    """A skills deck without skills, or with an unknown one."""
    CARDS_MISSING = "cards_missing", INVALID, "cards"
    CARDS_TOO_LONG = "cards_too_long", INVALID, "cards"
    DECKS_FULL = "decks_full", INVALID, "title"
