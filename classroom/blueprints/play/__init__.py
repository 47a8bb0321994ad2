"""Students' pages: waiting room, table, end of a game, practice."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("play", __name__, Audience.STUDENTS)
