"""The student's area: waiting room, table, end of a game, practice alone."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("play", __name__, Audience.STUDENTS)
