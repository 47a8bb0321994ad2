"""Messages for errors about decks."""

from __future__ import annotations

from classroom.services.errors import DeckErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    DeckErrorCode.SKILLS_MISSING: "Choose at least one skill.",
    DeckErrorCode.CARDS_MISSING: "Type at least one card.",
    DeckErrorCode.CARDS_TOO_LONG: (
        "This text has %(signs)s characters, and %(longest)s are the most that can be kept. Paste a shorter part of it."
    ),
    DeckErrorCode.DECKS_FULL: "You have %(longest)s decks. Delete one that you do not need any more.",
}

STUDENT: Messages = {
    DeckErrorCode.SKILLS_MISSING: "These cards can't be played. Ask your teacher.",
    DeckErrorCode.CARDS_MISSING: "These cards can't be played. Ask your teacher.",
    DeckErrorCode.CARDS_TOO_LONG: "These cards can't be played. Ask your teacher.",
}
