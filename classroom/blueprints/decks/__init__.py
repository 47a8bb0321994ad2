"""Decks of teachers: the list, making and changing one, what it looks like, and what else is done with it."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("decks", __name__, Audience.TEACHERS)
