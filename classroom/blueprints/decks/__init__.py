"""Teachers' decks: the list, creating, editing, printing, sharing, archiving, and deleting."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("decks", __name__, Audience.TEACHERS)
