"""The blueprint that the views of decks belong to."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("decks", __name__, Audience.TEACHERS)
